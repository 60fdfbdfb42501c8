import { languageSettings, type LanguageSettings } from '#contract/language.ts'
import { recordEvent } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { getSetting, setSetting } from '../db/settings.ts'

const nothingChosen: LanguageSettings = {
  model: null,
  embeddingModel: null,
  contextSize: null,
  temperature: 0.2,
}

export async function getLanguageSettings(handle: Handle): Promise<LanguageSettings> {
  const text = await getSetting(handle, 'language')
  return text === null ? nothingChosen : languageSettings.parse(JSON.parse(text))
}

/** Changes what is named and leaves the rest. @returns all of them */
export async function changeLanguageSettings(
  db: Db,
  change: Partial<LanguageSettings>,
): Promise<LanguageSettings> {
  return transact(db, async (trx) => {
    const settings = { ...(await getLanguageSettings(trx)), ...change }
    await setSetting(trx, 'language', JSON.stringify(settings))
    await recordEvent(trx, 'language')
    return settings
  })
}
