import type { Handle } from '../db/open.ts'

export async function feedOf(handle: Handle, personId: number): Promise<{ created_at: string } | null> {
  const row: { created_at: string } | undefined = await handle('calendar_feed')
    .where({ person_id: personId })
    .first('created_at')
  return row ?? null
}

export async function personOfFeed(handle: Handle, secret: string): Promise<number | null> {
  const row: { person_id: number } | undefined = await handle('calendar_feed')
    .where({ secret })
    .first('person_id')
  return row?.person_id ?? null
}

export async function putFeed(handle: Handle, personId: number, secret: string): Promise<void> {
  await deleteFeed(handle, personId)
  await handle('calendar_feed').insert({
    person_id: personId,
    secret,
    created_at: new Date().toISOString(),
  })
}

export async function deleteFeed(handle: Handle, personId: number): Promise<void> {
  await handle('calendar_feed').where({ person_id: personId }).delete()
}
