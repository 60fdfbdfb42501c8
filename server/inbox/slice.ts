import type { CalendarService } from '../calendar/service.ts'
import type { CompaniesService } from '../companies/service.ts'
import { runnable } from '../jobs/define.ts'
import type { NewsService } from '../news/service.ts'
import { createPdf } from '../pdf/run.ts'
import { regularly } from '../regularly.ts'
import type { Core, Slice } from '../slice.ts'
import { inboxJob } from './jobs.ts'
import { createRound } from './round.ts'
import { inboxRoutes } from './routes.ts'
import { createInbox, type InboxService } from './service.ts'
import { createFileImport } from './import-file.ts'

/** Network folders say nothing of their changes, so that all are looked at, all the time. */
const lookEveryMs = 2000

export function createInboxSlice(
  core: Core & { companies: CompaniesService; news: NewsService; calendar: CalendarService },
): Slice<InboxService> {
  const { config, db, log, paths, audit } = core
  const importFile = createFileImport({ ...core, timezone: config.timezone, pdf: createPdf(config) })
  const job = inboxJob(() => ({ round: () => createRound({ db, log, audit, importFile }) }))
  const inbox = createInbox({ config, db, paths, audit, importFile, job: () => job })
  let said = ''
  return {
    name: 'inbox',
    service: inbox,
    routes: (router) => inboxRoutes(router, { inbox }),
    jobs: [runnable(job)],
    recordings: { deleting: inbox.forgetRecording },
    findings: inbox.findings,
    start: () =>
      regularly(lookEveryMs, inbox.look, (error) => {
        const why = error instanceof Error ? error.message : String(error)
        // A share that is away for a night is told once.
        if (why !== said) log.warn({ err: error }, 'the shared folder could not be looked into')
        said = why
      }),
  }
}
