import type { Command } from 'commander'
import { systemStatus, type SystemStatus } from '#contract/system.ts'
import { diskSpace } from '../../server/files/disk.ts'
import { findRunningServer, type ServerInfo } from '../../server/files/lock.ts'
import { countJobs, countJobsByLane, runningJobs } from '../../server/jobs/counts-store.ts'
import type { Services } from '../../server/services.ts'
import { withServices } from '../open.ts'
import { bar, bytes, countOf, duration, print, printJson, table } from '../output.ts'

export function statusCommand(program: Command): void {
  program
    .command('status')
    .description('what the appliance is doing: server, speech engine, queue, disk')
    .action((_options, command: Command) =>
      withServices(async (services) => {
        const server = await findRunningServer(services.paths)
        const live = server?.url ? await askServer(server.url, server.commandKey) : null
        const status = {
          version: services.config.version,
          dataDir: services.config.dataDir,
          server: server && { pid: server.pid, url: server.url, startedAt: server.startedAt },
          engine: live?.engine ?? null,
          queue: await countJobs(services.db.read),
          queues: await countJobsByLane(services.db.read),
          work: await runningJobs(services.db.read),
          inbox: await inboxOf(services),
          disk: await diskSpace(services.config.dataDir),
          recordings: (await services.recordings.list(services.db.read)).length,
        }
        if (command.optsWithGlobals<{ json?: boolean }>().json) printJson(status)
        else print(describe(services, server, live, status))
      }),
    )
}

function describe(
  services: Services,
  server: ServerInfo | null,
  live: SystemStatus | null,
  status: Status,
): string {
  const { queue, disk, queues, work, inbox } = status
  const serverText = !server
    ? 'not running'
    : server.url
      ? `running at ${server.url} (process ${server.pid})`
      : `an import is running (process ${server.pid})`
  return table([
    ['Server', serverText],
    [
      'Speech engine',
      live ? live.engine.message : server ? 'unknown: the server does not answer' : 'not running',
    ],
    ['Speech model', live?.engine.model?.name ?? '–'],
    ['Queue', `${queue.running} running, ${queue.queued} waiting, ${queue.failed} failed`],
    ...queues
      .filter(({ running, queued, failed }) => running + queued + failed > 0)
      .map(({ lane, running, queued, failed }) => [
        `  ${lane}`,
        `${running} running, ${queued} waiting, ${failed} failed`,
      ]),
    ...work.map((job) => [
      '  now',
      `${bar(job.progress / 100)} ${job.name}${job.step ? `: ${job.step}` : ''}${job.secondsLeft ? `, about ${duration(job.secondsLeft)} left` : ''}`,
    ]),
    [
      'Shared folder',
      `${inbox.message}${inbox.failed > 0 ? ` ${countOf(inbox.failed, 'file')} failed.` : ''}`,
    ],
    ['Recordings', String(status.recordings)],
    ['Disk', `${bytes(disk.freeBytes)} free of ${bytes(disk.totalBytes)}`],
    ['Data', services.config.dataDir],
    ['Version', services.config.version],
  ])
}

type Status = {
  queue: SystemStatus['queue']
  queues: Awaited<ReturnType<typeof countJobsByLane>>
  work: Awaited<ReturnType<typeof runningJobs>>
  inbox: Awaited<ReturnType<typeof inboxOf>>
  disk: SystemStatus['disk']
  recordings: number
}

async function inboxOf({ inbox }: Services) {
  const { state, message, folder, counts, waitingCount } = await inbox.view()
  return { state, message, folder, waiting: waitingCount, failed: counts.failed }
}

/** The running server's own word; null when it does not answer within two seconds. */
async function askServer(url: string, key: string): Promise<SystemStatus | null> {
  try {
    const answer = await fetch(`${url}/api/system/status`, {
      headers: { Authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(2000),
    })
    return answer.ok ? systemStatus.parse(await answer.json()) : null
  } catch (error) {
    if (error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError')) return null
    throw error
  }
}
