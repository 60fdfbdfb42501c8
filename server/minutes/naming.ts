import type { Handle } from '../db/open.ts'
import type { TranscriptsService } from '../transcripts/service.ts'
import { fullNames } from './wording.ts'

/** What minutes call somebody who speaks, by their label; null: nobody bears this label. */
export type Naming = (label: string) => string | null

/** In a transaction too, with what it has changed. @throws AppError not_found */
export async function namingOf(
  transcripts: Pick<TranscriptsService, 'spoken'>,
  handle: Handle,
  recordingId: number,
): Promise<Naming> {
  const spoken = await transcripts.spoken(handle, recordingId)
  if (!spoken) return () => null
  const { segments, names } = spoken
  const named = (label: string): string => names.get(label) ?? label
  const labels = new Set([...names.keys(), ...segments.flatMap(({ speaker }) => speaker ?? [])])
  const nameOf = fullNames({
    speakers: segments.map(({ speaker }) => speaker && named(speaker)),
    attendees: spoken.attendees.map(({ name, role }) => ({ name, role: role ?? null })),
  })
  return (label) => (labels.has(label) ? nameOf(named(label)) : null)
}
