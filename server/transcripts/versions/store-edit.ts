import type { Handle } from '../../db/open.ts'
import type { DiarisationResults } from '../speakers/diarisation-results.ts'
import { insertNamings, namingsOf, type Namings } from '../speakers/store.ts'
import type { TranscriptRow } from '../store.ts'
import type { VersionDeps } from './base-version.ts'
import { wordsOf } from './edited-word-times.ts'
import { publish } from './publish.ts'
import type { Part } from './revise.ts'
import { insertSegments, insertVersion } from './versions-store.ts'

/** Whoever writes a speaker's name in the place of the label means that speaker. */
function byLabel(part: Part, namings: Namings): Part {
  const meant = [...namings].find(([, { name }]) => name !== null && name === part.speaker)
  return meant ? { ...part, speaker: meant[0] } : part
}

/** What a person has edited, as a new version, which becomes the current one. */
export async function storeEdit(
  deps: VersionDeps,
  trx: Handle,
  recordingId: number,
  made: { personId: number; base: TranscriptRow; parts: Part[] },
): Promise<void> {
  const row = await insertVersion(trx, recordingId, {
    origin: 'edit',
    person_id: made.personId,
    based_on: made.base.version,
    edited: 1,
    words: made.parts.reduce((sum, part) => sum + wordsOf(part.text).length, 0),
    from: made.base,
  })
  const namings = await namingsOf(trx, made.base.id)
  await insertSegments(
    trx,
    row.id,
    made.parts.map((part) => byLabel(part, namings)),
  )
  await insertNamings(trx, row.id, namings)
  await publish(deps, trx, row)
}

/** Edited lines, with speakers where they were added since the person looked. */
export async function withLatestSpeakers(
  diarisationResults: Pick<DiarisationResults, 'spoken'>,
  trx: Handle,
  recordingId: number,
  { base, seen }: { base: TranscriptRow; seen: TranscriptRow | null },
  parts: Part[],
): Promise<Part[]> {
  return base === seen ? parts : ((await diarisationResults.spoken(trx, recordingId, parts)) ?? parts)
}
