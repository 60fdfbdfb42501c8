import type { Command } from 'commander'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Backups } from '#contract/backups.ts'
import { restoreBackup } from '../../server/backups/service.ts'
import { AppError } from '../../server/errors.ts'
import { exists } from '../../server/files/exists.ts'
import { dataPaths } from '../../server/files/paths.ts'
import type { Services } from '../../server/services.ts'
import { ask } from '../confirm.ts'
import { commandConfig, withServices } from '../open.ts'
import {
  bytes,
  createProgressLine,
  exitCodes,
  note,
  print,
  printJson,
  table,
  wantsJson,
  wrongUse,
  countOf,
} from '../output.ts'

export function backupCommand(program: Command): void {
  const backup = program.command('backup').description('backups of everything, and the recovery passphrase')

  backup
    .command('status', { isDefault: true })
    .description('where backups go, the last ones, and when the next is due')
    .action((_options, command: Command) =>
      withServices(async ({ backups }) => show(await backups.view(), wantsJson(command))),
    )

  backup
    .command('passphrase')
    .description('make the recovery passphrase, and confirm that it is kept elsewhere')
    .option('--confirm', 'type it in again: from then on backups are made')
    .option('--passphrase-file <file>', 'with --confirm: holds it; asked for if left out')
    .action((options: PassphraseOptions, command: Command) =>
      withServices((services) => passphrase(services, options, wantsJson(command))),
    )

  backup
    .command('start')
    .description('make a backup now; a running appliance makes it')
    .option('--wait', 'return when it is done')
    .action((options: { wait?: boolean }, command: Command) =>
      withServices((services) => start(services, options.wait === true, wantsJson(command))),
    )
}

export function restoreCommand(program: Command): void {
  program
    .command('restore')
    .description('put a backup in the place of the data directory; the appliance must not be running')
    .requiredOption('--from <folder>', 'the folder that APPLIANCE_BACKUP_DIR named')
    .option('--snapshot <id>', 'which one; the newest if left out')
    .option('--passphrase-file <file>', 'holds the recovery passphrase; asked for if left out')
    .option('--force', 'even though there is data, which is moved aside')
    .action(restore)
}

function show(view: Backups, json: boolean): void {
  if (view.state !== 'ready') process.exitCode = exitCodes.needsAttention
  if (json) return printJson(view)
  print(view.message)
  if (view.runs.length > 0)
    print(
      table(
        view.runs.map(({ at, snapshot, totalBytes, addedBytes, failure }) => [
          at,
          snapshot?.slice(0, 8) ?? 'failed',
          failure ?? `${bytes(totalBytes)} in all, ${bytes(addedBytes)} new`,
        ]),
      ),
    )
  if (view.nextAt) print(`The next backup is due ${view.nextAt}.`)
}

type PassphraseOptions = { confirm?: boolean; passphraseFile?: string }

async function passphrase(
  { backups }: Services,
  { confirm, passphraseFile }: PassphraseOptions,
  json: boolean,
): Promise<void> {
  if (confirm) {
    // Never an argument: everybody on the machine can read those (`ps`).
    await backups.confirm((await readPassphrase(passphraseFile)).trim())
    return show(await backups.view(), json)
  }
  const made = await backups.newPassphrase()
  if (json) return printJson({ passphrase: made })
  print(made)
  note('Write it down and keep it outside this machine: without it no backup can be read.')
  note('Then confirm it: appliance backup passphrase --confirm')
}

async function start({ backups }: Services, wait: boolean, json: boolean): Promise<void> {
  const before = (await backups.view()).runs[0]?.id ?? 0
  await backups.start()
  if (!wait) return json ? printJson({ started: true }) : print('The backup is queued.')
  const line = createProgressLine()
  for (;;) {
    const view = await backups.view()
    const run = view.runs[0]
    if (run && run.id > before) {
      line.end()
      show(view, json)
      if (run.failure) process.exitCode = exitCodes.failed
      return
    }
    if (view.job?.state === 'failed' || view.job?.state === 'cancelled')
      throw new AppError('backup_failed', view.job.errorMessage ?? 'The backup was cancelled.')
    line.show(view.job?.step ?? '', `${view.job?.step ?? 'Waiting'}: ${Math.floor(view.job?.progress ?? 0)}%`)
    await pause(300)
  }
}

async function restore(
  options: { from: string; snapshot?: string; passphraseFile?: string; force?: boolean },
  command: Command,
): Promise<void> {
  if (!(await exists(join(options.from, 'restic'))))
    throw new AppError(
      'not_found',
      `There are no backups in ${options.from}: name the folder that APPLIANCE_BACKUP_DIR named.`,
    )
  const config = commandConfig()
  const { snapshot, before, erasures } = await restoreBackup(dataPaths(config.dataDir), {
    backupDir: options.from,
    passphrase: await readPassphrase(options.passphraseFile),
    snapshot: options.snapshot ?? null,
    force: options.force === true,
  })
  const { erased, held } = await withServices(({ backups }) => backups.eraseAgain(erasures))
  if (wantsJson(command))
    return printJson({ snapshot: snapshot.id, time: snapshot.time, before, erased, held })
  print(`The backup of ${snapshot.time} is restored to ${config.dataDir}.`)
  if (erased > 0)
    print(
      `${countOf(erased, 'item')} that had been deleted since the backup ${erased === 1 ? 'was' : 'were'} deleted again.`,
    )
  if (held > 0)
    print(
      `${countOf(held, 'recording')} deleted since the backup ${held === 1 ? 'stays' : 'stay'}: in this backup ${held === 1 ? 'it is' : 'they are'} on legal hold.`,
    )
  if (before) print(`The earlier data is in ${before}. Delete it when you no longer need it.`)
}

async function readPassphrase(file?: string): Promise<string> {
  if (file) return readFile(file, 'utf8')
  const given = process.stdin.isTTY ? await ask('Recovery passphrase: ') : await text(process.stdin)
  if (given.trim() === '')
    wrongUse('the recovery passphrase is missing: name its file with --passphrase-file')
  return given
}
