import type { Command } from 'commander'
import { confirm, withYes } from '../confirm.ts'
import { withServices } from '../open.ts'
import { print, printJson } from '../output.ts'

/** The key that goes with calls to Clara. */
export function chatCommand(program: Command): void {
  const chat = program.command('chat').description('Clara: the key for her calls')

  withYes(chat.command('key'))
    .description('the key that calls to Clara carry; the page gets it by itself')
    .option('--new', 'make another one; the one before is no longer good')
    .action((options: { new?: boolean; yes?: boolean }, command: Command) =>
      withServices(async ({ chatKey }) => {
        if (options.new)
          await confirm('The key in use ends: scripts that carry it no longer get answers.', options.yes)
        const key = options.new ? await chatKey.renew() : await chatKey.current()
        if (command.optsWithGlobals<{ json?: boolean }>().json === true) printJson({ key })
        else print(key)
      }),
    )
}
