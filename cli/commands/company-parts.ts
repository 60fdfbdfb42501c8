import type { Command } from 'commander'
import type { z } from 'zod'
import { changeFields, officerFields } from '#contract/companies.ts'
import { AppError } from '../../server/errors.ts'
import { confirm, withYes } from '../confirm.ts'
import { withServices } from '../open.ts'
import { numberOf, show } from './companies-words.ts'

type Options = Record<string, string | boolean | undefined>

/** @throws AppError invalid_input that names the field */
function checked<S extends z.ZodType>(shape: S, given: unknown): z.output<S> {
  const read = shape.safeParse(given)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  throw new AppError('invalid_input', `${issue?.path.join('.')}: ${issue?.message}`)
}

const company = ['<company>', 'number, as `list` shows it'] as const

export function officersCommand(companies: Command): void {
  const officers = companies.command('officers').description('directors, secretary and members of a company')

  officers
    .command('add')
    .argument(...company)
    .argument('<name>', 'name of the officer')
    .option('--role <role>', 'director, secretary or member', 'director')
    .option('--appointed <day>', 'day of appointment, such as 2024-04-06')
    .option('--resigned <day>', 'day of resignation')
    .description('add an officer')
    .action((id: string, name: string, options: Options, command: Command) =>
      withServices(async ({ companies: service }) => {
        const { role, appointed = null, resigned = null } = options
        const fields = checked(officerFields, { name, role, appointedOn: appointed, resignedOn: resigned })
        show(await service.addOfficer(numberOf(id), fields), command)
      }),
    )

  withYes(officers.command('remove'))
    .argument(...company)
    .argument('<officer>', 'number, as `companies show` shows it')
    .description('delete an officer who was entered by mistake')
    .action((id: string, officer: string, options: Options, command: Command) =>
      withServices(async ({ companies: service }) => {
        const number = numberOf(officer)
        await confirm(`Officer ${number} is deleted from the company.`, options.yes === true)
        show(await service.removeOfficer(numberOf(id), number), command)
      }),
    )
}

export function referenceCommand(companies: Command): void {
  const reference = companies
    .command('reference')
    .description('changes of the accounting reference date (Companies Act 2006, s.392)')

  reference
    .command('add')
    .argument(...company)
    .requiredOption('--notice <day>', 'the day on which the notice was given')
    .requiredOption('--old-end <day>', 'when the period would have ended')
    .requiredOption('--new-end <day>', 'when it ends now')
    .option('--permitted', 'there is a ground for a second extension within five years')
    .description('enter a change')
    .action((id: string, options: Options, command: Command) =>
      withServices(async ({ companies: service }) => {
        const { notice, oldEnd, newEnd, permitted = false } = options
        const fields = checked(changeFields, { noticeOn: notice, oldEnd, newEnd, permitted })
        show(await service.addReferenceChange(numberOf(id), fields), command)
      }),
    )

  withYes(reference.command('remove'))
    .argument(...company)
    .argument('<change>', 'number, as `companies show` shows it')
    .description('delete a change that was entered by mistake')
    .action((id: string, change: string, options: Options, command: Command) =>
      withServices(async ({ companies: service }) => {
        const number = numberOf(change)
        await confirm(`Change ${number} of the reference date is deleted.`, options.yes === true)
        show(await service.removeReferenceChange(numberOf(id), number), command)
      }),
    )
}
