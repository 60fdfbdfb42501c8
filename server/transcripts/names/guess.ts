import type { NameEvidence, NameGuess } from '#contract/speakers.ts'
import { absentIn } from '../../language/names.ts'
import { contradictions } from './contradictions.ts'
import { handover } from './handover.ts'
import { introductions } from './introductions.ts'
import { type Claim, type NameRule, type Said, type Turn, turnsOf } from './meeting.ts'
import { type People, type Person, createPeople, isSameName } from './people.ts'
import { presentNames, rollCall } from './roll-call.ts'
import { thanks } from './thanks.ts'

const rules: readonly NameRule[] = [introductions, thanks, handover, rollCall]

export type Meeting = {
  segments: readonly Said[]
  /** The list of attendees, and whoever a person has named. */
  listed: readonly string[]
  /** Labels whose speakers are known. */
  confirmed: ReadonlyMap<string, string>
  /** Names that a person has said are wrong, by label. */
  dismissed: ReadonlyMap<string, readonly string[]>
  /** What was found otherwise, by a language model: it suggests, and gives way to what the rules are sure of. */
  further?: readonly Claim[]
}

export type Guessed = Omit<NameGuess, 'voice'> & {
  /** Something speaks against it: never to be filled in by itself. */
  contradicted: boolean
}

/** From here on a name is used without a person's word, if nothing speaks against it. */
const certainFrom = 0.95
/** Where a language model's reading weighs in. */
const suggestedAtMost = 0.94
/** Less is not worth anybody's time. */
const worthSaying = 0.25
/** One way of naming somebody is not proof, however often it is heard; but who says their own name knows it. */
const oneKindAtMost = 0.9
/** What is left of a doubt about a name that is on the list of attendees. */
const listedDoubt = 0.4
/** Each further sentence of the same kind says less. */
const repeated = 0.6

type Candidate = { label: string; person: Person; evidence: Map<number, NameEvidence>; raw: number }

/** Speakers' names as they follow from what is said, by label, the most likely first. */
export function guessNames(meeting: Meeting): Map<string, Guessed[]> {
  const turns = turnsOf(meeting.segments)
  const said = rules.flatMap((rule) => rule(turns))
  const byRules = weigh(meeting, turns, said)
  const further = meeting.further ?? []
  if (further.length === 0) return byRules
  const sure = new Map([...byRules].filter(([, [first]]) => first && isCertain(first)))
  const taken = [...sure.values()].map(([first]) => first!.name)
  const open = further.filter(
    (claim) => !sure.has(claim.label) && !taken.some((name) => isSameName(name, claim.said)),
  )
  const together = [...weigh(meeting, turns, [...said, ...open])].map(
    ([label, list]) => [label, list.map(suggested)] as const,
  )
  return new Map([...together, ...sure])
}

/** The rules alone would not use it unasked, and a model's reading is no proof. */
const suggested = (guess: Guessed): Guessed => ({
  ...guess,
  confidence: Math.min(guess.confidence, suggestedAtMost),
})

/** Claims → who each label may be. */
function weigh(meeting: Meeting, turns: readonly Turn[], claims: readonly Claim[]): Map<string, Guessed[]> {
  const listed = [...meeting.listed, ...meeting.confirmed.values()]
  const heard = [...presentNames(turns), ...wholeNames(claims)]
  const people = createPeople(listed, heard)
  const known = createPeople(
    listed,
    fullerFirst([...heard, ...claims.filter((c) => !c.knownOnly).map(({ said }) => said)]),
  )
  const usable = claims.filter((claim) => !claim.knownOnly || people.meant(claim.said).people.length > 0)
  const sentences = turns.flatMap((turn) => turn.sentences)
  const absent = new Set(
    sentences.flatMap(({ own }) => absentIn(own)).flatMap((name) => known.meant(name).people),
  )
  const candidates = gather(usable, known)
  const against = contradictions(turns, usable, known)
  const open = candidates.filter(
    ({ label, person }) =>
      !meeting.confirmed.has(label) &&
      !(meeting.dismissed.get(label) ?? []).some((wrong) => isSameName(wrong, person.name)),
  )
  const guesses = new Map<string, Guessed[]>()
  for (const one of open) {
    const { label, person } = one
    const rival = strongest(open.filter((other) => other.label === label && other.person !== person))
    const elsewhere = [...meeting.confirmed].some(([, name]) => isSameName(name, person.name))
      ? 1
      : strongest(candidates.filter((other) => other.person === person && other.label !== label))
    const doubts = against.get(label)?.get(person) ?? { denied: 0, mentioned: 0 }
    const confidence =
      one.raw *
      (1 - rival / 2) *
      (1 - elsewhere / 2) *
      (doubts.denied > 0 ? 0.4 : 1) *
      0.85 ** Math.min(doubts.mentioned, 2) *
      (absent.has(person) ? 0.2 : 1)
    if (confidence < worthSaying) continue
    const contradicted =
      rival >= worthSaying || elsewhere >= worthSaying || doubts.denied > 0 || absent.has(person)
    const evidence = [...one.evidence.values()].sort((a, b) => a.start - b.start || a.segmentId - b.segmentId)
    const list = guesses.get(label) ?? []
    list.push({ name: person.name, confidence: Math.round(confidence * 100) / 100, evidence, contradicted })
    guesses.set(
      label,
      list.sort((a, b) => b.confidence - a.confidence || a.name.localeCompare(b.name)),
    )
  }
  return guesses
}

export const isCertain = ({ confidence, contradicted }: Guessed): boolean =>
  confidence >= certainFrom && !contradicted

/** "Jane Okafor", who is called that once, is whom "Jane" means everywhere else. */
const fullerFirst = (names: readonly string[]): string[] =>
  [...names].sort((a, b) => b.split(' ').length - a.split(' ').length)

const wholeNames = (claims: readonly Claim[]): string[] =>
  claims.filter(({ said, rule }) => said.includes(' ') && rule === 'introduction').map(({ said }) => said)

const strongest = (candidates: Candidate[]): number => Math.max(0, ...candidates.map(({ raw }) => raw))

/** Claims → who each label may be, and how likely that is by what is said for it alone. */
function gather(claims: readonly Claim[], people: People): Candidate[] {
  const found = new Map<string, Map<Person, Claim[]>>()
  for (const claim of claims) {
    const { people: meant, closeness } = people.meant(claim.said)
    for (const person of meant) {
      const strength = (claim.strength * closeness) / meant.length
      const persons = found.get(claim.label) ?? new Map<Person, Claim[]>()
      persons.set(person, [...(persons.get(person) ?? []), { ...claim, strength }])
      found.set(claim.label, persons)
    }
  }
  return [...found].flatMap(([label, persons]) =>
    [...persons].map(([person, mine]) => ({
      label,
      person,
      evidence: evidenceOf(mine),
      raw: likelihood(mine, person),
    })),
  )
}

/** One for each segment; that a rule finds it too says more. */
const evidenceOf = (claims: readonly Claim[]): Map<number, NameEvidence> =>
  new Map(
    [...claims]
      .sort((a, b) => Number(b.rule === 'language') - Number(a.rule === 'language'))
      .map(({ segmentId, start, quote, rule }) => [segmentId, { segmentId, start, quote, rule }]),
  )

function likelihood(claims: readonly Claim[], { listed }: Person): number {
  const kinds = new Map<Claim['rule'], Claim[]>()
  for (const claim of claims) kinds.set(claim.rule, [...(kinds.get(claim.rule) ?? []), claim])
  let doubt = 1
  for (const mine of kinds.values()) {
    const [first = 0, ...more] = mine.map(({ strength }) => strength).sort((a, b) => b - a)
    doubt *= (1 - first) * repeated ** Math.min(more.length, 3)
  }
  const sure = 1 - doubt * (listed ? listedDoubt : 1)
  return kinds.size === 1 && !kinds.has('introduction') ? Math.min(sure, oneKindAtMost) : sure
}
