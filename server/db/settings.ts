import type { Handle } from './open.ts'

/** Settings of the appliance itself (a person's own settings belong to the person). */
export type SettingKey =
  | 'speech_model'
  | 'backup_confirmed'
  | 'known_voices'
  | 'language'
  | 'language_tokens'
  | 'language_failure'
  | 'chat_key'
  | 'language_asked'
  | 'language_trials'
  | 'meeting_audience'
  | 'administrators_need_factor'
  | 'inbox_folder'
  | 'inbox_resumed'

export async function getSetting(handle: Handle, key: SettingKey): Promise<string | null> {
  const row: { value: string } | undefined = await handle('setting').where({ key }).first('value')
  return row?.value ?? null
}

export async function setSetting(handle: Handle, key: SettingKey, value: string | null): Promise<void> {
  if (value === null) await handle('setting').where({ key }).delete()
  else await handle('setting').insert({ key, value }).onConflict('key').merge()
}
