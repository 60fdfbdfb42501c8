import type { Command } from 'commander'
import { access, constants } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { JobView } from '#contract/jobs.ts'
import type { Verdict } from '#contract/signatures.ts'
import { AppError } from '../../server/errors.ts'
import type { Services } from '../../server/services.ts'
import { withServices } from '../open.ts'
import { createProgressLine, exitCodes, print, printJson, table, wantsJson } from '../output.ts'

export function verifyCommand(program: Command): void {
  const verify = program.command('verify').description('check that something is whole: log, pdf, backup')

  verify
    .command('log')
    .description('check the hash chain of the audit log')
    .option('--contains <hash>', 'a hash of an earlier export: shows whether later entries were cut off')
    .action((options: { contains?: string }, command: Command) =>
      withServices(async ({ audit }) => {
        const verdict = await audit.verify(options.contains)
        const { entries, intact, brokenAt, lastHash, found } = verdict
        if (wantsJson(command)) printJson(verdict)
        else if (!intact)
          print(`The audit log was changed: entry ${brokenAt} does not fit the one before it.`)
        else if (!found) print(`The ${entries} entries fit, but none has that hash: entries were removed.`)
        else
          print(
            `The audit log is intact: ${entries === 1 ? '1 entry' : `${entries} entries`}, the last with the hash ${lastHash ?? '–'}.`,
          )
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
        if (wantsJson(command)) printJson(verdict)
        else show(verdict)
        if (verdict.state === 'bad') process.exitCode = exitCodes.failed
        if (verdict.state === 'unsigned') process.exitCode = exitCodes.needsAttention
      }),
    )

  verify
    .command('backup')
    .description('read the backups and say whether they could be restored')
    .option(
      '--all-data',
      'read all that is stored instead of a twentieth of it; it takes as long as a restore',
    )
    .action((options: { allData?: boolean }, command: Command) =>
      withServices((services) => verifyBackup(services, options.allData === true, wantsJson(command))),
    )
}

async function verifyBackup({ backups }: Services, allData: boolean, json: boolean): Promise<void> {
  const view = await backups.view()
  if (view.state !== 'ready') throw new AppError('bad_request', view.message)
  if (isUnderWay(view.job))
    throw new AppError('in_progress', 'A backup is being made: verify it when it is done.')
  if (!view.runs.some(({ snapshot }) => snapshot !== null)) return noBackup(json)
  const restic = await backups.restic()
  const stopping = new AbortController()
  const stop = (): void => stopping.abort(new AppError('cancelled', 'Stopped.'))
  process.once('SIGINT', stop)
  const line = createProgressLine()
  try {
    line.show('', allData ? 'Reading all that is stored …' : 'Reading a twentieth of what is stored …')
    const snapshots = await restic.snapshots()
    await restic.check(stopping.signal, allData ? '100%' : '5%')
    line.end()
    const last = snapshots.at(-1)?.time ?? null
    if (json) printJson({ whole: true, backups: snapshots.length, last, allData })
    else
      print(
        `The backups are whole: ${snapshots.length} in ${view.folder}${last ? `, the last of ${last}` : ''}.`,
      )
  } catch (error) {
    line.end()
    if (!(error instanceof Error) || error instanceof AppError) throw error
    // restic says what it found.
    if (json) printJson({ whole: false, why: error.message, allData })
    else print(`The backups are damaged or cannot be read: ${error.message}`)
    process.exitCode = exitCodes.failed
  } finally {
    process.removeListener('SIGINT', stop)
  }
}

function noBackup(json: boolean): void {
  if (json) printJson({ whole: false, backups: 0, why: 'No backup has been made yet.' })
  else print('No backup has been made yet: appliance backup start')
  process.exitCode = exitCodes.needsAttention
}

const isUnderWay = (job: JobView | null): boolean => job?.state === 'queued' || job?.state === 'running'

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
