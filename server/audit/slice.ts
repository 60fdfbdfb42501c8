import { startSyslog } from './syslog.ts'
import type { Ports, Slice } from '../slice.ts'
import { auditRoutes } from './routes.ts'
import { createAudit, type AuditService } from './service.ts'

export function createAuditSlice({ config, db, directory, log }: Ports): Slice<AuditService> {
  const audit = createAudit({ db, namesOf: (handle, ids) => directory.namesOf(handle, ids) })
  return {
    name: 'audit',
    service: audit,
    routes: (router) => auditRoutes(router, { audit }),
    // What somebody did is theirs to know; the log itself holds numbers alone and is never changed.
    personalData: {
      name: 'audit',
      collect: (_handle, personId) => audit.ofPerson(personId),
      erase: async () => undefined,
    },
    start: async () => (config.syslog ? startSyslog(audit, config.syslog, log) : () => undefined),
  }
}
