import type { Handle } from '../db/open.ts'

export type MailRow = {
  id: number
  person_id: number | null
  /** JSON of addresses. */
  recipients: string
  subject: string
  text: string
  file_name: string | null
  file: Buffer | null
  attempts: number
  next_at: string
  error: string | null
  created_at: string
}

export async function insertMail(
  handle: Handle,
  row: Omit<MailRow, 'id' | 'attempts' | 'error' | 'next_at' | 'created_at'>,
): Promise<void> {
  const now = new Date().toISOString()
  await handle('outgoing_mail').insert({ ...row, next_at: now, created_at: now })
}

/** Whose turn has come, the oldest first. */
export function dueMail(handle: Handle, mostTries: number): Promise<MailRow[]> {
  return handle('outgoing_mail')
    .where('next_at', '<=', new Date().toISOString())
    .where('attempts', '<', mostTries)
    .orderBy('id')
    .limit(50)
}

export async function deleteMail(handle: Handle, id: number): Promise<void> {
  await handle('outgoing_mail').where({ id }).delete()
}

export async function mailFailed(
  handle: Handle,
  id: number,
  failure: Pick<MailRow, 'attempts' | 'next_at' | 'error'>,
): Promise<void> {
  await handle('outgoing_mail').where({ id }).update(failure)
}

export async function deleteMailBefore(handle: Handle, moment: string): Promise<void> {
  await handle('outgoing_mail').where('created_at', '<', moment).delete()
}

/** Those that have not been sent at the first try. */
export function unsentMail(handle: Handle): Promise<Pick<MailRow, 'error' | 'attempts'>[]> {
  return handle('outgoing_mail').where('attempts', '>', 0).orderBy('id', 'desc').select('error', 'attempts')
}

export async function deleteMailOf(handle: Handle, personId: number): Promise<void> {
  await handle('outgoing_mail').where({ person_id: personId }).delete()
}
