import type { Command } from 'commander'
import { withServices } from '../open.ts'
import { exitCodes, print, printJson } from '../output.ts'

export function verifyCommand(program: Command): void {
  const verify = program.command('verify').description('check that something was not changed: log')

  verify
    .command('log')
    .description('check the hash chain of the audit log')
    .option('--contains <hash>', 'a hash of an earlier export: shows whether later entries were cut off')
    .action((options: { contains?: string }, command: Command) =>
      withServices(async ({ audit }) => {
        const verdict = await audit.verify(options.contains)
        const { entries, intact, brokenAt, lastHash, found } = verdict
        if (command.optsWithGlobals<{ json?: boolean }>().json) printJson(verdict)
        else if (!intact)
          print(`The audit log was changed: entry ${brokenAt} does not fit the one before it.`)
        else if (!found) print(`The ${entries} entries fit, but none has that hash: entries were removed.`)
        else print(`The audit log is intact: ${entries} entries, the last with the hash ${lastHash ?? '–'}.`)
        if (!intact || !found) process.exitCode = exitCodes.failed
      }),
    )
}
