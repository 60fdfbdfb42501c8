import type { FoundDecision } from '../language/extract/decisions.ts'
import { because } from '../language/extract/found.ts'
import { numberOf, numberPattern } from '../language/extract/numbers.ts'
import * as say from '../language/extract/phrases.ts'
import { contradictsVotes, passes } from '../language/extract/result.ts'
import { headless, type Sentence } from '../language/extract/talk.ts'
import { resultsByNumber, type Result } from './results-by-number.ts'
import { asSentence, quoted } from './style.ts'

/** Resolutions that are read out by number, voted on together, and declared by number and range when the poll is told. */

type Read = { number: number; text: string; sentence: Sentence; isNamed: boolean }

const one = String.raw`(?:${numberPattern})`
const begins = new RegExp(
  String.raw`(?:^|,? and )(?<named>resolution )?(?<number>${one})(?:, which [^,.;]{2,60}, is |, (?:to be )?| is (?:the |an? )?(?:special|ordinary) resolution,? |,? is )(?=(?:to|that|the|an?|approval|authority|[a-z]+ing)\b)`,
  'g',
)
function readIn(sentence: Sentence): Read[] {
  const plain = headless(sentence.plain)
  const text = sentence.text.slice(sentence.text.length - plain.length)
  const starts = [...plain.matchAll(begins)]
  if (sentence.isQuestion || starts[0]?.index !== 0) return []
  return starts.flatMap((start, at) => {
    const number = numberOf(start.groups!.number!)
    const words = text.slice(start.index + start[0].length, starts[at + 1]?.index ?? text.length)
    const isNamed = start.groups!.named !== undefined
    return number === null ? [] : [{ number, text: words.replace(/[,.;\s]+$/, ''), sentence, isNamed }]
  })
}

/** At least so many in a row are a reading of the resolutions; fewer, where each is called a resolution. */
const fewest = 3
const fewestNamed = 2
const apart = 3
const apartNamed = 60

/** Nothing was voted on since: what is put one by one is no reading. */
const isStillRead = (from: Sentence, to: Sentence, talk: readonly Sentence[]): boolean =>
  !talk
    .slice(from.index + 1, to.index)
    .some(
      ({ plain }) =>
        !/\b(?:adjourn|amend|withdraw)/.test(plain) &&
        (say.carries(plain) ?? say.loses(plain) ?? (say.asksForHands.test(plain) || null)) !== null,
    )

const isRead = (run: readonly Read[]): boolean =>
  run.length >= fewest || (run.length >= fewestNamed && run.every(({ isNamed }) => isNamed))

/** The resolutions that were read one after the other, before any was put. Empty: none were. */
export function resolutionsRead(talk: readonly Sentence[]): Read[] {
  let run: Read[] = []
  for (const read of talk.flatMap(readIn)) {
    const last = run.at(-1)
    const gap = last ? read.sentence.index - last.sentence.index : 0
    const follows =
      last !== undefined &&
      read.number === last.number + 1 &&
      (gap <= apart ||
        (last.isNamed &&
          read.isNamed &&
          gap <= apartNamed &&
          isStillRead(last.sentence, read.sentence, talk)))
    if (follows) run.push(read)
    else if (!isRead(run)) run = read.number === 1 ? [read] : []
  }
  // What is put one by one is called one by one.
  return !isRead(run) || run.some(({ sentence }) => say.carries(sentence.plain)) ? [] : run
}

/** Each resolution that was read stands with its own outcome, where a declaration names it. */
export function withPollResults(
  decisions: readonly FoundDecision[],
  talk: readonly Sentence[],
  chair: string | null,
): FoundDecision[] {
  const read = resolutionsRead(talk)
  const first = read[0]?.sentence.index
  if (first === undefined) return [...decisions]
  const results = resultsOf(read, talk, chair)
  const numbers = [...new Set([...read.map(({ number }) => number), ...results.keys()])]
  const isDeclared = [...results.values()].some(({ outcome }) => outcome !== null)
  const found = numbers.flatMap((number): FoundDecision[] => {
    const of = read.find((each) => each.number === number)
    const result = results.get(number)
    const outcome = result?.outcome ?? null
    if (!isDeclared || (!of && outcome !== 'withdrawn')) return []
    const about = of?.sentence ?? result!.sentences.at(-1)!
    // It was decided in another way than by the poll.
    const isElsewhere = outcome === null && decisions.some(({ sentences }) => sentences.includes(about))
    if (isElsewhere) return []
    const vote = outcome === 'withdrawn' ? null : (result?.vote ?? null)
    const said = outcome === 'withdrawn' ? result!.sentences.slice(-1) : (result?.sentences ?? [])
    const sentences = [...new Set([about, ...said])].sort((a, b) => a.index - b.index)
    const one: FoundDecision = {
      ...{ sentences, about: [about], kind: 'resolution', vote },
      outcome: outcome ?? (passes(vote, sentences) === false ? 'rejected' : 'carried'),
      ...{ proposer: null, seconder: null, condition: null, doubt: null, rule: `poll ${number}` },
    }
    if (outcome === null) return [{ ...one, doubt: because.notDeclared }]
    const doubt = result!.isTwofold ? because.twice : contradictsVotes(one) ? because.figures : null
    return [{ ...one, doubt }]
  })
  if (found.length === 0) return [...decisions]
  const used = new Set(found.flatMap(({ sentences }) => sentences))
  const rest = decisions.filter(({ sentences }) => !sentences.some((each) => used.has(each)))
  const ordered = found.sort((a, b) => Number(a.rule.slice(5)) - Number(b.rule.slice(5)))
  const at = rest.findIndex(({ sentences }) => sentences[0]!.index > first)
  return rest.toSpliced(at === -1 ? rest.length : at, 0, ...ordered)
}

const resultsOf = (
  read: readonly Read[],
  talk: readonly Sentence[],
  chair: string | null,
): Map<number, Result> =>
  resultsByNumber(talk, {
    first: read[0]!.sentence.index,
    after: read.at(-1)!.sentence.index,
    read: read.map(({ number }) => number),
    chair,
  })

/** What the resolution says, and how the poll went in the words in which it was told; null: no such decision. */
export function pollText(
  { rule, outcome, about, vote }: FoundDecision,
  talk: readonly Sentence[],
): string | null {
  const number = Number(/^poll (\d+)$/.exec(rule)?.[1] ?? NaN)
  if (Number.isNaN(number)) return null
  const read = resolutionsRead(talk)
  const of = read.find((each) => each.number === number)
  if (!of) return `Resolution ${number}. ${quoted(about[0]!)}`
  const isCounted = vote !== null && vote.for !== null && vote.against !== null
  const told =
    outcome === 'withdrawn' || isCounted ? null : (resultsOf(read, talk, null).get(number)?.told ?? null)
  return [
    `Resolution ${number}: ${asSentence(of.text).replace(/^\w/, (letter) => letter.toLowerCase())}`,
    ...(told ? [`On the poll: ${told}.`] : []),
  ].join(' ')
}
