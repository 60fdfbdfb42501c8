import { z } from 'zod'
import { modelTrial, type ModelTrial } from '#contract/language.ts'
import { recordEvent } from '../db/events.ts'
import type { Handle } from '../db/open.ts'
import { getSetting, setSetting } from '../db/settings.ts'
import { sameModel } from './catalogue.ts'

const key = 'language_trials'
const stored = z.array(modelTrial)
/** Models that were tried last. */
const mostKept = 20

const all = async (handle: Handle): Promise<ModelTrial[]> =>
  stored.parse(JSON.parse((await getSetting(handle, key)) ?? '[]'))

/** null: this model was not tried. */
export const trialOf = async (handle: Handle, model: string): Promise<ModelTrial | null> =>
  (await all(handle)).find((one) => sameModel(one.model, model)) ?? null

/** The newest of each model is kept. */
export async function keepTrial(trx: Handle, trial: ModelTrial): Promise<void> {
  const others = (await all(trx)).filter(({ model }) => !sameModel(model, trial.model))
  await setSetting(trx, key, JSON.stringify([trial, ...others].slice(0, mostKept)))
  await recordEvent(trx, 'language')
}
