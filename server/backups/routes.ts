import type Router from '@koa/router'
import {
  confirmRecoveryPassphrase,
  getBackups,
  newRecoveryPassphrase,
  startBackup,
} from '#contract/backups.ts'
import type { AuditService } from '../audit/service.ts'
import { mount, type Handlers } from '../http/routes.ts'
import type { BackupsService } from './service.ts'

const routes = { getBackups, newRecoveryPassphrase, confirmRecoveryPassphrase, startBackup }

export function backupRoutes(
  router: Router,
  { backups, audit }: { backups: BackupsService; audit: AuditService },
): void {
  const handlers: Handlers<typeof routes> = {
    getBackups: () => backups.view(),
    async newRecoveryPassphrase({ person }) {
      const passphrase = await backups.newPassphrase()
      await audit.note({ personId: person.id, act: 'backup.passphrase_shown' })
      return { passphrase }
    },
    async confirmRecoveryPassphrase({ person, body }) {
      await backups.confirm(body.passphrase)
      await audit.note({ personId: person.id, act: 'backup.passphrase_confirmed' })
      return backups.view()
    },
    async startBackup({ person }) {
      await backups.start()
      await audit.note({ personId: person.id, act: 'backup.started' })
      return backups.view()
    },
  }
  mount(router, routes, handlers)
}
