import { createDocumentHistory } from './document-history.ts'
import { createMinutesDocuments, type MinutesDocumentDeps } from './minutes-document.ts'
import { createSealSettings } from './seal-settings.ts'
import { createSign, type SignDeps } from './sign.ts'

export type { SealView } from './seal-key.ts'

export type SignaturesService = ReturnType<typeof createSignatures>

/** Approving, signing, and saying later what was signed. */
export function createSignatures(
  deps: SignDeps &
    MinutesDocumentDeps & {
      /** null: no authority is asked. */
      timeStampUrl: string | null
    },
) {
  return {
    sign: createSign(deps),
    ...createMinutesDocuments(deps),
    ...createSealSettings(deps),
    ...createDocumentHistory(deps),
  }
}
