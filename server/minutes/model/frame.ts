import type { Doubtful, MinutesContent } from '#contract/minutes.ts'
import { dayOf } from '../../language/extract/dates.ts'
import { doubt } from '../compose.ts'
import { because, doubtOf, isDropped, type Why } from '../grounds.ts'
import { notBorneOut } from './borne.ts'
import { figuresDiffer } from './disagree.ts'
import type { Claim, MeetingClaim } from './schema.ts'
import { notHappened, verify, type Hall, type Verified } from './verify.ts'

/** What stands around the items: what the meeting was called for, and when they meet again. */

type NextMeeting = NonNullable<MinutesContent['nextMeeting']>

export type Framed = {
  purpose: MinutesContent['purpose']
  nextMeeting: NextMeeting | null
  toCheck: Doubtful[]
  /** As in `Reduced`. */
  used: number
  quoted: number
}

type Answer = { purpose?: Claim | null; nextMeeting?: MeetingClaim | null }

/** The very last window may hold a farewell alone. */
const lastWindows = 2

/**
 * What the rules have found stands. Where they found nothing the model may know: of the purpose in the first part that it
 * read, of the next meeting in the last ones, held against what was said as everything else.
 */
export function frame(
  answers: readonly Answer[],
  rules: Pick<MinutesContent, 'purpose' | 'nextMeeting'>,
  { hall, tidy }: { hall: Hall; tidy: (text: string) => string },
): Framed {
  const framed: Framed = { ...rules, toCheck: [], used: 0, quoted: 0 }

  function looked<C extends Claim>(
    claims: readonly (C | null | undefined)[],
    of: (claim: C) => { due?: string | null },
  ): { claim: C; found: Verified } | null {
    for (const claim of claims) {
      const found = claim && verify(claim, claim.lines, hall, of(claim))
      if (claim && found) return { claim, found }
    }
    return null
  }

  const purpose = rules.purpose === null ? looked([answers[0]?.purpose], () => ({})) : null
  if (purpose) {
    const { claim, found } = purpose
    framed.quoted++
    const statement = { text: tidy(claim.text), evidence: [found.evidence] }
    const why = found.why ?? notBorneOut(claim, found, hall, { of: 'point' })
    if (why === null) {
      framed.purpose = statement
      framed.used++
    } else if (!isDropped(why))
      framed.toCheck.push(doubt('purpose', statement, { ...doubtOf(why), item: null }))
  }

  const last = answers.slice(-lastWindows).map(({ nextMeeting }) => nextMeeting)
  const next = looked(last.toReversed(), ({ when }) => ({ due: when }))
  if (next) {
    const { claim, found } = next
    framed.quoted++
    const date = claim.when === null ? null : dayOf(claim.when, hall.held)
    const claimed: NextMeeting = { text: tidy(claim.text), evidence: [found.evidence], date }
    const why = whyNot(claim, found, hall)
    const other = rules.nextMeeting !== null && differ(rules.nextMeeting, claimed)
    const doubted = why ?? (other ? because.readings : null)
    // Beside another reading it mends the minutes as well.
    if (why === null) framed.used++
    if (doubted === null) framed.nextMeeting ??= claimed
    else if (!isDropped(doubted) && (rules.nextMeeting === null || other))
      framed.toCheck.push(doubt('date', claimed, { ...doubtOf(doubted), item: null }))
  }
  return framed
}

const whyNot = (claim: MeetingClaim, found: Verified, hall: Hall): Why | null =>
  found.why ??
  notHappened(found.evidence, found.evidence, hall) ??
  notBorneOut(claim, found, hall, { of: 'point' })

/** On another day; where one of the two has no day, by another figure. */
const differ = (one: NextMeeting, other: NextMeeting): boolean =>
  one.date !== null && other.date !== null ? one.date !== other.date : figuresDiffer(one.text, other.text)
