import type { Db } from '../db/open.ts'
import { getSetting } from '../db/settings.ts'
import { getLanguageSettings } from './settings.ts'

/** Somebody chose a language model here, or one has answered before: when there is none, something is wrong. */
export async function modelIsExpected(db: Db): Promise<boolean> {
  const { model } = await getLanguageSettings(db.read)
  if (model !== null) return true
  const counted = await getSetting(db.read, 'language_tokens')
  return counted !== null && counted !== '{}'
}
