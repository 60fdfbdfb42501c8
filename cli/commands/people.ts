import type { Command } from 'commander'
import { tokenDays, tokenScopes, type PersonView, type SignInLink } from '#contract/people.ts'
import type { Services } from '../../server/services.ts'
import { confirm, withYes } from '../confirm.ts'
import { withServices } from '../open.ts'
import { note, print, printJson, table, wrongUse } from '../output.ts'

const wantsJson = (command: Command): boolean => command.optsWithGlobals<{ json?: boolean }>().json === true

const longestMinutes = 7 * 24 * 60

export function peopleCommand(program: Command): void {
  const people = program.command('people').description('who may come in: list, add, admin, reset, remove')

  people
    .command('list')
    .description('the people of the appliance')
    .action((_options, command: Command) =>
      withServices(async (services) => {
        const all = await services.people.list(services.db.read)
        if (wantsJson(command)) printJson(all)
        else print(table(all.map(describe)))
        remark(services)
      }),
    )

  withMinutes(people.command('add'))
    .argument('<email>', 'email address, which is also what they sign in with')
    .description('add a person and print the link with which they choose their passphrase')
    .requiredOption('--name <name>', "the person's name")
    .option('--admin', 'they look after the appliance too')
    .action((email: string, options: { name: string; admin?: boolean; minutes: string }, command: Command) =>
      withServices(async (services) => {
        if (!/^[^\s@,;<>"]+@[^\s@,;<>"]+$/.test(email))
          command.error(`error: "${email}" is not an email address`)
        const { person, link } = await services.people.add({
          name: options.name,
          email,
          administrator: options.admin === true,
          minutes: minutesOf(options, command),
        })
        if (wantsJson(command)) printJson({ person, link })
        else {
          print(`${person.name} is person ${person.id}${person.administrator ? ', an administrator' : ''}.`)
          printLink(services, link)
        }
        remark(services)
      }),
    )

  people
    .command('admin')
    .argument('<person>', 'email address or number, as `npx appliance people list` shows it')
    .description('make somebody an administrator')
    .option('--off', 'take it back')
    .action((given: string, options: { off?: boolean }, command: Command) =>
      withServices(async (services) => {
        const { id } = await find(services, given)
        const person = await services.people.setAdministrator(id, options.off !== true)
        if (wantsJson(command)) printJson(person)
        else print(`${nameOf(person)} is ${person.administrator ? 'now' : 'no longer'} an administrator.`)
      }),
    )

  withYes(withMinutes(people.command('reset')))
    .argument('<person>', 'email address or number, as `npx appliance people list` shows it')
    .description(
      'end passphrase, second factor, sessions and tokens of somebody, and print a link for a new passphrase',
    )
    .action((given: string, options: { minutes: string; yes?: boolean }, command: Command) =>
      withServices(async (services) => {
        const person = await find(services, given)
        await confirm(
          `${nameOf(person)} is signed out everywhere; passphrase, second factor and tokens end.`,
          options.yes,
        )
        const link = await services.people.reset(person.id, minutesOf(options, command))
        if (wantsJson(command)) printJson({ link })
        else {
          print(`${nameOf(person)} must use the new link to sign in.`)
          printLink(services, link)
        }
        remark(services)
      }),
    )

  withYes(people.command('remove'))
    .argument('<person>', 'email address or number, as `npx appliance people list` shows it')
    .description('take away the way in of somebody; what they made stays')
    .action((given: string, options: { yes?: boolean }, command: Command) =>
      withServices(async (services) => {
        const person = await find(services, given)
        await confirm(`${nameOf(person)} loses the way in, with sessions and tokens.`, options.yes)
        await services.people.remove(person.id)
        if (wantsJson(command)) printJson({ id: person.id, removed: true })
        else print(`${nameOf(person)} no longer has access.`)
      }),
    )

  tokens(people.command('tokens').description("scripts' tokens of a person: list, add, revoke"))
}

function tokens(command: Command): void {
  command
    .command('list')
    .argument('<person>', 'email address or number')
    .description("a person's tokens")
    .action((given: string, _options, self: Command) =>
      withServices(async (services) => {
        const list = await services.account.tokens((await find(services, given)).id)
        if (wantsJson(self)) printJson(list)
        else if (list.length === 0) print('There are no tokens.')
        else
          print(
            table(
              list.map((token) => [
                String(token.id),
                token.name,
                token.lastUsedAt ? `last used ${token.lastUsedAt.slice(0, 10)}` : 'never used',
                token.scope === 'read' ? 'reads' : 'reads and changes',
                token.expiresAt ? `until ${token.expiresAt.slice(0, 10)}` : 'without end',
              ]),
            ),
          )
      }),
    )
  command
    .command('add')
    .argument('<person>', 'email address or number')
    .description('make a token; it is printed once')
    .requiredOption('--name <name>', 'what it is for')
    .option('--days <days>', 'how long it is good; 0: without end', String(tokenDays))
    .option('--scope <scope>', 'read or write', 'write')
    .action((given: string, options: { name: string; days: string; scope: string }, self: Command) =>
      withServices(async (services) => {
        const days = Number(options.days)
        if (!(Number.isInteger(days) && days >= 0 && days <= 3650))
          self.error('error: --days takes a whole number from 0 to 3650')
        const scope = tokenScopes.find((one) => one === options.scope)
        if (!scope) return self.error('error: --scope takes read or write')
        const { id } = await find(services, given)
        const made = await services.account.createToken(id, {
          name: options.name,
          scope,
          expiresInDays: days === 0 ? null : days,
        })
        if (wantsJson(self)) printJson(made)
        else {
          print(made.secret)
          note('Keep it now: it is not shown again. Scripts send it as "Authorization: Bearer …".')
        }
      }),
    )
  withYes(command.command('revoke'))
    .description('end a token; the script that uses it no longer gets in')
    .argument('<person>', 'email address or number')
    .argument('<token>', "the token's number, as `list` shows it")
    .action((given: string, token: string, options: { yes?: boolean }, self: Command) =>
      withServices(async (services) => {
        await confirm(`Token ${Number(token)} ends.`, options.yes)
        await services.account.revokeToken((await find(services, given)).id, Number(token))
        if (wantsJson(self)) printJson({ id: Number(token), revoked: true })
        else print('The token has been revoked.')
      }),
    )
}

const withMinutes = (command: Command): Command =>
  command.option('--minutes <minutes>', 'how long the link is good', '15')

function minutesOf({ minutes }: { minutes: string }, command: Command): number {
  const value = Number(minutes)
  if (!Number.isInteger(value) || value < 1 || value > longestMinutes)
    command.error(`error: --minutes takes a whole number from 1 to ${longestMinutes}`)
  return value
}

const nameOf = (person: PersonView): string => person.name ?? person.email ?? `Person ${person.id}`

function find({ people, db }: Services, given: string): Promise<PersonView> {
  if (/^\d+$/.test(given)) return people.find(db.read, { id: Number(given) })
  if (given.includes('@')) return people.find(db.read, { email: given.toLowerCase() })
  return wrongUse(`"${given}" is neither an email address nor a number`)
}

function describe(person: PersonView): string[] {
  const access = person.hasPassphrase
    ? person.twoFactor
      ? 'passphrase and second factor'
      : 'passphrase'
    : 'no passphrase yet'
  return [
    String(person.id),
    person.name ?? '–',
    person.email ?? '–',
    person.administrator ? 'administrator' : '',
    access,
    person.lastSeenAt ? `seen ${person.lastSeenAt.slice(0, 10)}` : 'never seen',
  ]
}

/** The link goes to standard output, what is said about it to standard error. */
function printLink({ config }: Services, link: SignInLink): void {
  const until = new Intl.DateTimeFormat('en-GB', {
    timeZone: config.timezone,
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(new Date(link.expiresAt))
  note(`This link works once, until ${until}. Anyone who has it can sign in: hand it over in person.`)
  print(link.url)
}

function remark({ config }: Services): void {
  if (config.access === 'local' || config.access === 'open')
    note(`Nobody signs in as long as APPLIANCE_ACCESS is "${config.access}".`)
}
