import type { InboxFile, InboxKind } from '#contract/inbox.ts'
import type { Handle } from '../db/open.ts'

export type InboxRow = {
  id: number
  path: string
  kind: InboxKind | null
  result: InboxFile['result']
  message: string
  sha256: string | null
  bytes: number
  recording_id: number | null
  meeting_id: number | null
  moved_to: string | null
  by_hand: 0 | 1
  at: string
}

export type NewRow = Omit<InboxRow, 'id' | 'moved_to' | 'at'>

/** What an earlier try left of the same file is replaced. @returns its id */
export async function insertFile(handle: Handle, row: NewRow): Promise<number> {
  if (row.result !== 'taken')
    await handle('inbox_file')
      .where({ path: row.path, result: row.result, sha256: row.sha256, moved_to: null, by_hand: row.by_hand })
      .delete()
  const [id] = await handle('inbox_file').insert({ ...row, at: new Date().toISOString() })
  return id!
}

/** Who has taken this content in; null: nobody. */
export async function takenWith(handle: Handle, sha256: string): Promise<InboxRow | null> {
  const row: InboxRow | undefined = await handle('inbox_file').where({ sha256, result: 'taken' }).first()
  return row ?? null
}

/** Of the shared folder, taken in, and not moved to done/ yet. */
export async function unmovedAt(handle: Handle, path: string): Promise<InboxRow | null> {
  const row: InboxRow | undefined = await handle('inbox_file')
    .where({ path, result: 'taken', by_hand: 0 })
    .whereNull('moved_to')
    .first()
  return row ?? null
}

/** The same content may come again: it was asked for, or what came of it has gone. */
export async function forgetContent(handle: Handle, id: number): Promise<void> {
  await handle('inbox_file').where({ id }).update({ sha256: null })
}

export async function setMoved(handle: Handle, id: number, movedTo: string): Promise<void> {
  await handle('inbox_file').where({ id }).update({ moved_to: movedTo })
}

export async function findFile(handle: Handle, id: number): Promise<InboxRow | null> {
  const row: InboxRow | undefined = await handle('inbox_file').where({ id }).first()
  return row ?? null
}

export async function deleteFile(handle: Handle, id: number): Promise<void> {
  await handle('inbox_file').where({ id }).delete()
}

export async function deleteOfRecording(handle: Handle, recordingId: number): Promise<void> {
  await handle('inbox_file').where({ recording_id: recordingId }).delete()
}

/** The newest first. */
export function newestFiles(
  handle: Handle,
  limit: number,
  result?: InboxFile['result'],
): Promise<InboxRow[]> {
  return handle('inbox_file')
    .modify((query) => void (result && query.where({ result, by_hand: 0 })))
    .orderBy('id', 'desc')
    .limit(limit)
}

export async function countFiles(handle: Handle): Promise<Record<InboxFile['result'], number>> {
  const rows: { result: InboxFile['result']; n: number }[] = await handle('inbox_file')
    .groupBy('result')
    .select('result')
    .count({ n: 'id' })
  const of = (result: InboxFile['result']): number => rows.find((row) => row.result === result)?.n ?? 0
  return { taken: of('taken'), duplicate: of('duplicate'), failed: of('failed') }
}
