import type { Command } from 'commander'
import { createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { confirm, withYes } from '../confirm.ts'
import { withServices } from '../open.ts'
import { print, printJson } from '../output.ts'
import { numberOf, wantsJson } from './companies-words.ts'

/** Done at the command line, by nobody who has signed in. */
const by = (act: `personal_data.${'export' | 'erase'}`, person: string) => ({
  ...{ personId: null, act, subjectKind: 'person', subjectId: numberOf(person) },
})

export function usersCommand(program: Command): void {
  const users = program.command('users').description('what is kept about a person: export, erase')

  users
    .command('export')
    .argument('<person>', 'number, as `npx appliance people list` shows it')
    .argument('<file>', 'the zip to write')
    .description('write all that is kept about a person into a zip')
    .action((person: string, file: string, _options, command: Command) =>
      withServices(async ({ audit, personal }) => {
        const to = resolve(file)
        const zip = await personal.export(numberOf(person))
        await pipeline(zip, createWriteStream(to, { flags: 'wx', mode: 0o600 }))
        await audit.note(by('personal_data.export', person))
        if (wantsJson(command)) printJson({ file: to })
        else print(to)
      }),
    )

  withYes(users.command('erase'))
    .argument('<person>', 'number, as `npx appliance people list` shows it')
    .description('erase all that is kept about a person; what they made for the company stays')
    .action((person: string, options: { yes?: boolean }, command: Command) =>
      withServices(async ({ audit, personal }) => {
        const what = `All that is kept about person ${numberOf(person)} is erased. It cannot be undone.`
        await confirm(what, options.yes)
        await personal.erase(numberOf(person))
        await audit.note(by('personal_data.erase', person))
        if (wantsJson(command)) printJson({ id: numberOf(person), erased: true })
        else print(`What was kept about person ${numberOf(person)} is erased.`)
      }),
    )
}
