import type { Command } from 'commander'
import { companyFields } from '#contract/companies.ts'
import { AppError } from '../../server/errors.ts'
import { confirm, withYes } from '../confirm.ts'
import { withServices } from '../open.ts'
import { print, printJson, table } from '../output.ts'
import { officersCommand, referenceCommand } from './company-parts.ts'
import { numberOf, show, wantsJson } from './companies-words.ts'

type Options = Record<string, string | undefined>

export function companiesCommand(program: Command): void {
  const companies = program.command('companies').description('companies and their filing deadlines')

  companies
    .command('list')
    .description('the companies')
    .action((_options, command: Command) =>
      withServices(async ({ companies: service, db }) => {
        const all = await service.list(db.read)
        if (wantsJson(command)) printJson(all)
        else if (all.length === 0) print('There are no companies.')
        else print(table(all.map((one) => [String(one.id), one.name, one.number ?? '–', one.type])))
      }),
    )

  companies
    .command('show')
    .argument('<company>', 'number, as `list` shows it')
    .description('one company with its officers and deadlines')
    .action((id: string, _options, command: Command) =>
      withServices(async ({ companies: service, db }) =>
        show(await service.get(db.read, numberOf(id)), command),
      ),
    )

  withFields(companies.command('add').argument('<name>', 'name of the company'))
    .description('add a company')
    .action((name: string, options: Options, command: Command) =>
      withServices(async ({ companies: service }) =>
        show(await service.add({ ...fieldsOf(options), name }), command),
      ),
    )

  withFields(companies.command('edit').argument('<company>', 'number, as `list` shows it'))
    .option('--name <name>', 'name of the company')
    .description('change a company; what is not given stays')
    .action((id: string, options: Options, command: Command) =>
      withServices(async ({ companies: service }) =>
        show(await service.update(numberOf(id), fieldsOf(options)), command),
      ),
    )

  withYes(companies.command('remove'))
    .argument('<company>', 'number, as `list` shows it')
    .description('delete a company with its officers, competitors and feeds')
    .action((id: string, options: { yes?: boolean }, command: Command) =>
      withServices(async ({ companies: service, db }) => {
        const { name } = await service.get(db.read, numberOf(id))
        await confirm(`${name} is deleted with its officers, competitors and feeds.`, options.yes)
        await service.remove(numberOf(id))
        if (wantsJson(command)) printJson({ id: numberOf(id), removed: true })
        else print('The company is deleted.')
      }),
    )

  officersCommand(companies)
  referenceCommand(companies)

  companies
    .command('deadlines')
    .description('what is to be filed by when, of all companies')
    .action((_options, command: Command) =>
      withServices(async ({ companies: service, db }) => {
        const due = await service.deadlines(db.read)
        if (wantsJson(command)) printJson(due)
        else if (due.length === 0) print('Nothing is due: no dates are entered.')
        else print(table(due.map((one) => [one.due, one.companyName, `${one.title} to ${one.madeUpTo}`])))
      }),
    )
}

const withFields = (command: Command): Command =>
  command
    .option('--number <number>', 'company number')
    .option('--type <type>', 'private, public, guarantee or llp')
    .option('--office <address>', 'registered office')
    .option('--website <address>', 'website')
    .option('--incorporated <day>', 'day of incorporation, such as 2024-04-06')
    .option('--reference <month-day>', 'accounting reference date, such as 03-31')
    .option('--last-accounts <day>', 'the day to which the last accounts were made up')
    .option('--last-statement <day>', 'the day to which the last confirmation statement was made up')
    .option('--terms <words>', 'industry terms, separated by commas')

function fieldsOf(options: Options) {
  const given = {
    name: options.name,
    number: options.number,
    type: options.type,
    registeredOffice: options.office,
    website: options.website,
    incorporatedOn: options.incorporated,
    referenceDate: options.reference,
    lastAccounts: options.lastAccounts,
    lastStatement: options.lastStatement,
    industryTerms: options.terms?.split(',').map((term) => term.trim()),
  }
  const read = companyFields.safeParse(given)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  throw new AppError('invalid_input', `${issue?.path.join('.')}: ${issue?.message}`)
}
