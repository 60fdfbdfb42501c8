import type { Handle } from '../../db/open.ts'
import { align } from '../versions/align.ts'
import { sameSpeakers } from '../speakers/carry.ts'
import { findTranscript, segmentRows, type SegmentRow, type TranscriptRow } from '../store.ts'
import { findVersion } from '../versions/versions-store.ts'
import { findReading, readClaims, replaceClaims, storeReading, type ReadClaim } from './store.ts'

/** A sentence is looked for so far from where it was said before: another run hears it a moment earlier or later. */
const strayMs = 15_000

type Part = Pick<SegmentRow, 'id' | 'start_ms' | 'end_ms' | 'speaker' | 'text'>

/**
 * What a language model has read of the names goes along to a new version, as far as its sentences still stand there. What a
 * person makes counts as read; who spoke is another question after the appliance has told the speakers apart anew.
 * @param current id of the version that is the current one until now
 */
export async function carryReading(trx: Handle, row: TranscriptRow, current: number | null): Promise<void> {
  const from =
    row.origin === 'restore' && row.based_on !== null
      ? ((await findVersion(trx, row.recording_id, row.based_on))?.id ?? null)
      : current
  if (from !== null && from !== row.id) await carryFrom(trx, from, row)
}

/** The model was asked about a version that is the current one no longer. */
export async function carryToCurrent(trx: Handle, from: number, current: number | null): Promise<void> {
  const row = current === null || current === from ? null : await findTranscript(trx, current)
  if (row?.state === 'complete') await carryFrom(trx, from, row)
}

async function carryFrom(trx: Handle, from: number, to: TranscriptRow): Promise<void> {
  const own = await findReading(trx, to.id)
  if (own?.read_at) return
  const reading = await findReading(trx, from)
  const claims = await readClaims(trx, from)
  if (!reading && claims.length === 0) return
  const byPerson = to.person_id !== null
  const kept =
    claims.length === 0
      ? []
      : carryClaims(claims, await segmentRows(trx, from), await segmentRows(trx, to.id), { byPerson })
  // Its lines are others, should the reading have to go on there.
  await storeReading(trx, to.id, byPerson && reading ? { ...reading, lines_read: 0 } : own)
  await replaceClaims(trx, to.id, kept)
}

/**
 * Claims of one version, for another one.
 * @param byPerson a person has made it: lines that are the same are the same; else who speaks at the same times is the same
 */
export function carryClaims(
  claims: readonly ReadClaim[],
  before: readonly Part[],
  after: readonly Part[],
  { byPerson }: { byPerson: boolean },
): ReadClaim[] {
  const labels = byPerson ? labelsNow(before, after) : sameSpeakers(before, after)
  const old = new Map(before.map((part) => [part.id, part]))
  return claims.flatMap((claim) => {
    const was = old.get(claim.segmentId)
    const is = was && sameSentence(claim.quote, was, after)
    if (!is || is.speaker === null) return []
    // Who names themself is whoever says that sentence.
    const own = was.speaker === claim.label
    const label = own ? is.speaker : labels.get(claim.label)
    if (label === undefined || (!own && label === is.speaker)) return []
    return [{ ...claim, segmentId: is.id, label }]
  })
}

function sameSentence(quote: string, was: Part, after: readonly Part[]): Part | null {
  const away = (part: Part): number => Math.abs(part.start_ms - was.start_ms)
  const near = after.filter(
    (part) =>
      part.start_ms - strayMs <= was.end_ms &&
      part.end_ms + strayMs >= was.start_ms &&
      part.text.includes(quote),
  )
  const same = near.filter(({ text }) => text === was.text)
  const [best] = (same.length > 0 ? same : near).toSorted((a, b) => away(a) - away(b))
  return best ?? null
}

/** Which label most of the lines have that had another one before. */
function labelsNow(before: readonly Part[], after: readonly Part[]): Map<string, string> {
  const counts = new Map<string, Map<string, number>>()
  const pairs = align(
    before.map(({ text }) => text),
    after.map(({ text }) => text),
  )
  for (const [a, b] of pairs) {
    const [from, to] = [before[a]!.speaker, after[b]!.speaker]
    if (from === null || to === null) continue
    const mine = counts.get(from) ?? new Map<string, number>()
    counts.set(from, mine.set(to, (mine.get(to) ?? 0) + before[a]!.text.length))
  }
  return new Map(
    [...counts].map(([from, to]) => [from, [...to].toSorted((a, b) => b[1] - a[1])[0]![0]] as const),
  )
}
