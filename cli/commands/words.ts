import type { Command } from 'commander'
import { addTerm, type Term } from '#contract/terms.ts'
import { AppError } from '../../server/errors.ts'
import type { Services } from '../../server/services.ts'
import { withServices } from '../open.ts'
import { print, printJson, table } from '../output.ts'

const wantsJson = (command: Command): boolean => command.optsWithGlobals<{ json?: boolean }>().json === true

type Whose = { person?: string }

/** Names and words that the speech engine is told to expect. */
export function wordsCommand(program: Command): void {
  const words = program
    .command('words')
    .description('names and words that the speech engine is told to expect: list, add, remove')

  withPerson(words.command('list'))
    .description("everybody's words, and with --person theirs too")
    .action((options: Whose, command: Command) =>
      withServices(async (services) => {
        const terms = await services.terms.list(await ownerOf(services, options))
        if (wantsJson(command)) printJson(terms)
        else if (terms.length === 0) print('There are no words yet.')
        else print(table(terms.map((term) => [term.text, term.everybody ? 'for everybody' : 'their own'])))
      }),
    )

  withPerson(words.command('add'))
    .argument('<word...>', 'a name or word as it is to be written; quote those of several words')
    .description('add words, for everybody unless --person is given')
    .action((given: string[], options: Whose, command: Command) =>
      withServices(async (services) => {
        const owner = await ownerOf(services, options)
        const texts = given.map((text) => {
          const read = addTerm.body.safeParse({ text })
          if (!read.success) return command.error(`error: "${text}" is no word of 2 to 60 letters`)
          return read.data.text
        })
        const added: Term[] = []
        for (const text of texts) added.push(await services.terms.add(text, owner, null))
        if (wantsJson(command)) printJson(added)
        else print(`Expected from now on: ${added.map(({ text }) => text).join(', ')}.`)
      }),
    )

  withPerson(words.command('remove'))
    .argument('<word>', 'as `npx appliance words list` shows it')
    .description('remove a word')
    .action((given: string, options: Whose, command: Command) =>
      withServices(async (services) => {
        const owner = await ownerOf(services, options)
        const same = ({ text, everybody }: Term): boolean =>
          text.toLowerCase() === given.trim().toLowerCase() && everybody === (owner === null)
        const term = (await services.terms.list(owner)).find(same)
        if (!term) throw new AppError('not_found', `"${given}" is not among the words.`)
        await services.terms.remove(term.id, { id: owner ?? 0, administrator: owner === null })
        if (wantsJson(command)) printJson({ id: term.id, removed: true })
        else print(`${term.text} has been removed.`)
      }),
    )
}

const withPerson = (command: Command): Command =>
  command.option('--person <person>', 'email address or number of whose words they are (default: everybody)')

/** Null: everybody's. */
async function ownerOf({ people, db }: Services, { person }: Whose): Promise<number | null> {
  if (person === undefined) return null
  if (/^\d+$/.test(person)) return (await people.find(db.read, { id: Number(person) })).id
  return (await people.find(db.read, { email: person.toLowerCase() })).id
}
