import type { Handle } from '../../db/open.ts'
import type { TranscriptRow } from '../store.ts'
import { namesGiven } from './store.ts'

/** What versions that people have named speakers in say of it, by id: "Speaker 2 named Bob". Nothing of other changes. */
export async function namedIn(handle: Handle, rows: readonly TranscriptRow[]): Promise<Map<number, string>> {
  const found = await namesGiven(
    handle,
    rows.map(({ id }) => id),
  )
  const byId = new Map<number, Map<string, string>>()
  for (const { transcript_id: id, label, name } of found)
    byId.set(id, (byId.get(id) ?? new Map<string, string>()).set(label, name))
  const idOf = new Map(rows.map(({ version, id }) => [version, id]))
  return new Map(
    rows.flatMap(({ id, origin, based_on }) => {
      const before = byId.get(idOf.get(based_on ?? 0) ?? 0)
      const named = [...(byId.get(id) ?? [])].filter(([label, name]) => before?.get(label) !== name)
      if (origin !== 'naming' || named.length === 0) return []
      return [[id, named.map(([label, name]) => `${label} named ${name}`).join(', ')] as const]
    }),
  )
}
