import type { Config } from '../config.ts'
import type { Catalogue } from '../speech/catalogue.ts'
import type { DiarisationModels } from '../speech/diarisation-models.ts'
import type { SpeechModels } from '../speech/models.ts'

export type FetchModelDeps = {
  config: Pick<Config, 'modelsDir' | 'engineDir' | 'offline'>
  catalogue: Catalogue
  models: SpeechModels
  diarisationModels: DiarisationModels
}

/** How the bar is divided: the download, then the check. */
export const fetchedPercent = 95
