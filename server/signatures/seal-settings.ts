import type { SealView } from '#contract/signatures.ts'
import type { Act, AuditService } from '../audit/service.ts'
import type { Paths } from '../files/paths.ts'
import {
  installSeal,
  needSeal,
  removeInstalledSeal,
  rotateSeal,
  type SealView as KeyView,
} from './seal-key.ts'

/** The key that seals documents: shown, installed, removed and renewed by administrators. */
export function createSealSettings({
  paths,
  audit,
  timeStampUrl,
}: {
  paths: Paths
  audit: AuditService
  /** null: no authority is asked. */
  timeStampUrl: string | null
}) {
  const present = (shown: KeyView): SealView => ({
    ...shown,
    timeStampHost: timeStampUrl && new URL(timeStampUrl).host,
  })

  /** @param act what was done with the key */
  async function noted(personId: number | null, act: Act['act'], shown: KeyView): Promise<SealView> {
    await audit.note({ personId, act, details: { sha256: shown.sha256 } })
    return present(shown)
  }

  return {
    seal: async (): Promise<SealView> => present((await needSeal(paths)).shown),

    /** @param personId null: somebody at the command line. @throws AppError invalid_input */
    installSeal: async (personId: number | null, p12: Buffer, passphrase: string): Promise<SealView> =>
      noted(personId, 'system.sealInstalled', await installSeal(paths, p12, passphrase)),

    /** A new key of the appliance's own from now on; what was sealed before stays valid. */
    rotateSeal: async (): Promise<SealView> => noted(null, 'system.sealRotated', await rotateSeal(paths)),

    removeSeal: async (personId: number | null): Promise<SealView> =>
      noted(personId, 'system.sealRemoved', await removeInstalledSeal(paths)),
  }
}
