import type { Command } from 'commander'
import { organisationName } from '#contract/organisations.ts'
import { AppError } from '../../server/errors.ts'
import { confirm, withYes } from '../confirm.ts'
import { withServices } from '../open.ts'
import { print, printJson, table } from '../output.ts'
import { numberOf, wantsJson } from './companies-words.ts'

function nameOf(given: string): string {
  const read = organisationName.safeParse(given)
  if (!read.success) throw new AppError('invalid_input', 'Please enter a name of at most 200 characters.')
  return read.data
}

export function organisationsCommand(program: Command): void {
  const organisations = program
    .command('organisations')
    .description('organisations on whose behalf people sign')
  const number = ['<organisation>', 'number, as `list` shows it'] as const

  organisations
    .command('list')
    .description('the organisations')
    .action((_options, command: Command) =>
      withServices(async ({ organisations: service }) => {
        const all = await service.list()
        if (wantsJson(command)) printJson(all)
        else if (all.length === 0) print('There are no organisations.')
        else print(table(all.map(({ id, name }) => [String(id), name])))
      }),
    )

  organisations
    .command('add')
    .argument('<name>')
    .description('add an organisation')
    .action((name: string, _options, command: Command) =>
      withServices(async ({ organisations: service }) => {
        const made = await service.add(nameOf(name))
        if (wantsJson(command)) printJson(made)
        else print(`${made.id}  ${made.name}`)
      }),
    )

  organisations
    .command('rename')
    .alias('edit')
    .argument(...number)
    .argument('<name>')
    .description('give an organisation another name; what was signed for it keeps the old one')
    .action((id: string, name: string, _options, command: Command) =>
      withServices(async ({ organisations: service }) => {
        const made = await service.rename(numberOf(id), nameOf(name))
        if (wantsJson(command)) printJson(made)
        else print(`${made.id}  ${made.name}`)
      }),
    )

  withYes(organisations.command('remove').alias('delete'))
    .argument(...number)
    .description('delete an organisation; what was signed for it keeps its name')
    .action((id: string, options: { yes?: boolean }, command: Command) =>
      withServices(async ({ organisations: service }) => {
        await confirm(`Organisation ${numberOf(id)} is deleted.`, options.yes)
        await service.remove(numberOf(id))
        if (wantsJson(command)) printJson({ id: numberOf(id), removed: true })
        else print('The organisation is deleted.')
      }),
    )
}
