import type { Command } from 'commander'
import type { Inbox } from '#contract/inbox.ts'
import type { Services } from '../../server/services.ts'
import { withServices } from '../open.ts'
import { bar, countOf, exitCodes, print, printJson, table, wantsJson } from '../output.ts'

/** The shared folder that the running appliance watches. */
export function inboxCommand(program: Command): void {
  const inbox = program
    .command('inbox')
    .argument('[folder]', 'the folder to watch from now on')
    .description('the shared folder: what lies in it is taken in; without an argument, how it stands')
    .action((folder: string | undefined, _options, command: Command) =>
      withServices(async (services) => {
        if (folder !== undefined) await services.inbox.setFolder(folder)
        await show(services, wantsJson(command))
      }),
    )

  inbox
    .command('off')
    .description('watch no folder any longer; what lies in it stays')
    .action((_options, command: Command) =>
      withServices(async (services) => {
        await services.inbox.setFolder(null)
        await show(services, wantsJson(command))
      }),
    )

  inbox
    .command('retry')
    .argument('[file...]', 'numbers, as `npx appliance inbox` shows them (default: all that failed)')
    .description('put failed files back into the folder, so that they are tried again')
    .action((given: string[], _options, command: Command) =>
      withServices(async (services) => {
        const ids =
          given.length > 0 ? given.map(Number) : (await services.inbox.failures()).map(({ id }) => id)
        if (!ids.every((id) => Number.isInteger(id) && id > 0))
          command.error('error: files are named by their numbers')
        for (const id of ids) await services.inbox.retry(id, null)
        if (wantsJson(command)) printJson({ retried: ids })
        else print(`${countOf(ids.length, 'file')} will be tried again.`)
      }),
    )

  inbox
    .command('resume')
    .description('go on after the taking in was cancelled')
    .action((_options, command: Command) =>
      withServices(async (services) => {
        await services.inbox.resume()
        await show(services, wantsJson(command))
      }),
    )
}

async function show({ inbox }: Services, json: boolean): Promise<void> {
  const view = await inbox.view()
  if (view.state === 'unreachable' || view.state === 'paused' || view.counts.failed > 0)
    process.exitCode = exitCodes.needsAttention
  if (json) return printJson(view)
  print(view.message)
  if (view.state === 'off') return
  const { taken, duplicates, failed } = view.counts
  print(
    `${countOf(taken, 'file')} taken in, ${duplicates} already imported, ${failed} failed, ${view.waitingCount} in the folder.`,
  )
  if (view.job) print(`${bar(view.job.progress / 100)} ${view.job.step ?? 'Waiting'}`)
  const rows = rowsOf(view)
  if (rows.length > 0) print(table(rows))
}

const lastShown = 10

const rowsOf = ({ waiting, failures, files }: Inbox): string[][] => [
  ...waiting.slice(0, lastShown).map(({ path, why }) => ['waits', '', path, why]),
  ...failures.slice(0, lastShown).map(({ id, path, message }) => ['failed', String(id), path, message]),
  ...files
    .filter(({ result }) => result !== 'failed')
    .slice(0, lastShown)
    .map(({ path, result, message, at }) => [result, at.slice(0, 16).replace('T', ' '), path, message]),
]
