import type { Vote } from '#contract/minutes.ts'
import type { Sentence } from './talk.ts'

export type FoundDecision = {
  /** Of the motion, where there is one, and of what decided it; in order. */
  sentences: Sentence[]
  /** Those whose words say what was decided. */
  about: Sentence[]
  kind: 'resolution' | 'decision'
  outcome: 'carried' | 'rejected' | 'deferred' | 'withdrawn' | 'noted'
  vote: Vote | null
  proposer: string | null
  seconder: string | null
  condition: string | null
  /** Why it is doubtful, as a sentence; null: it is beyond doubt. */
  doubt: string | null
  /** Which way it was found: for the bench. */
  rule: string
}

/** How firmly something stands before the meeting: a motion, a question to all, a word for all, an idea. */
export type Firmness = 'motion' | 'asked' | 'said' | 'idea'

/** Something that is put to the meeting and not yet decided. */
export type Motion = {
  about: Sentence[]
  put: Sentence
  firmness: Firmness
  proposer: string | null
  seconder: string | null
  /** Who agreed, with their words. */
  assents: Map<string, Sentence>
  dissent: Sentence | null
  vote: Vote | null
  /** Who said that they abstain. */
  abstainers: Set<string>
  /** The sentences that told it. */
  counts: Sentence[]
  /** What it is about was guessed from what was said before. */
  guessed: boolean
  /** Which hands are up. */
  counting: 'for' | 'against' | 'abstained'
  last: number
}

/** Why a decision is doubtful, as sentences. */
export const because = {
  onlyOne: 'One person agreed; nobody said that it was decided.',
  before: 'What was agreed was said before it, in other words.',
  weak: 'It sounds like a decision, but nobody was heard to agree.',
  defer: 'It was suggested to leave it for later; whether all agreed is not said.',
  against: 'Somebody spoke against it, and no vote was told.',
  closing: 'It sounds like the end of the matter; nothing was put to the meeting.',
  corrected: 'It was put right as soon as it had been said; please see which of both holds.',
  unclear: 'The rules could not tell whether this was decided.',
  noHands: 'No hand seems to have gone up.',
  amended: 'It was amended; please see what was carried.',
  undone: 'Later in the meeting it was rescinded or opened again.',
  recalled: 'It may tell of something that was decided before, or elsewhere.',
  figures: 'The outcome that was declared and the votes that were told do not agree.',
  notDeclared: 'It was put to the vote with others; how it ended was not declared.',
  twice: 'Two people told its outcome differently.',
}
