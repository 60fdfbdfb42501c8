import type { Command } from 'commander'
import { access, constants } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Verdict } from '#contract/signatures.ts'
import { AppError } from '../../server/errors.ts'
import { withServices } from '../open.ts'
import { exitCodes, print, printJson, table } from '../output.ts'

export function verifyCommand(program: Command): void {
  const verify = program.command('verify').description('check that something was not changed: log, pdf')

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

  verify
    .command('pdf')
    .argument('<file>', 'a PDF')
    .description('who signed a PDF, when, and whether it or the audit log was changed since')
    .action((file: string, _options, command: Command) =>
      withServices(async ({ signatures }) => {
        const path = resolve(file)
        await access(path, constants.R_OK).catch((cause: unknown) => {
          throw new AppError('invalid_input', `${file} cannot be read.`, { cause })
        })
        const verdict = await signatures.verify(path, null)
        if (command.optsWithGlobals<{ json?: boolean }>().json) printJson(verdict)
        else show(verdict)
        if (verdict.state === 'bad') process.exitCode = exitCodes.failed
        if (verdict.state === 'unsigned') process.exitCode = exitCodes.needsAttention
      }),
    )
}

const states = { valid: 'valid', changed: 'changed since', unreadable: 'cannot be read' } as const

function show({ message, document, log, signatures, sha256 }: Verdict): void {
  print(message)
  if (document)
    print(
      `It is version ${document.version} of document ${document.id}, “${document.fileName}”${document.latest ? '' : ', and not the latest one'}.`,
    )
  if (log) print(log.message)
  if (signatures.length > 0)
    print(
      table(
        signatures.map((one, i) => [
          `${i + 1}.`,
          one.name ?? 'no name',
          one.stampedAt
            ? `${one.stampedAt} (stamped by ${one.stampedBy})`
            : `${one.statedAt ?? 'no time'} (stated)`,
          states[one.state],
          one.ours ? 'sealed by this appliance' : `sealed with “${one.certificateName ?? 'no certificate'}”`,
        ]),
      ),
    )
  print(`SHA-256 ${sha256}`)
}
