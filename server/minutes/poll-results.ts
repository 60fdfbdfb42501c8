import type { FoundDecision } from '../language/extract/decisions.ts'
import { doubtAt } from '../language/extract/mood.ts'
import { numberOf, numberPattern } from '../language/extract/numbers.ts'
import * as say from '../language/extract/phrases.ts'
import { headless, type Sentence } from '../language/extract/talk.ts'
import { asSentence, quoted } from './style.ts'

/** Resolutions that are read out by number, voted on together, and declared by number and range when the poll is told. */

type Read = { number: number; text: string; sentence: Sentence }

const one = String.raw`(?:${numberPattern})`
const begins = new RegExp(
  String.raw`(?:^|,? and )(?:resolution )?(?<number>${one})(?:, (?:to be )?| is (?:the |an? )?(?:special|ordinary) resolution,? |,? is )(?=(?:to|that|the|an?|approval|authority|[a-z]+ing)\b)`,
  'g',
)
const list = String.raw`${one}(?:(?:,? and |, | to | through | up to )(?:resolutions? )?${one})*(?:(?:,? inclusive))?`
const declared = new RegExp(
  String.raw`\bresolutions? (?:numbers? )?(?<list>${list})\b(?<between>[^.;?]*?)(?:\b(?:is|are|was|were|has been|have been|has|have|both|all)\b)`,
)
const withdrawn = /\b(?:is|are|was|were|has been|have been)(?: therefore| accordingly| hereby)? withdrawn\b/

/** "one, and three to seven" → 1, 3, 4, 5, 6, 7 */
export function numbersNamed(words: string): number[] {
  const found: number[] = []
  for (const part of words.split(/,? and |, /)) {
    const [from, to] = part
      .split(/ (?:up )?to | through /)
      .map((end) => numberOf(end.replace(/resolutions? |,? inclusive/g, '')))
    if (from === undefined || from === null) continue
    for (let number = from; number <= Math.min(to ?? from, from + 40); number++) found.push(number)
  }
  return [...new Set(found)]
}

function readIn(sentence: Sentence): Read[] {
  const plain = headless(sentence.plain)
  const text = sentence.text.slice(sentence.text.length - plain.length)
  const starts = [...plain.matchAll(begins)]
  if (sentence.isQuestion || starts[0]?.index !== 0) return []
  return starts.flatMap((start, at) => {
    const number = numberOf(start.groups!.number!)
    const words = text.slice(start.index + start[0].length, starts[at + 1]?.index ?? text.length)
    return number === null ? [] : [{ number, text: words.replace(/[,.;\s]+$/, ''), sentence }]
  })
}

/** At least so many in a row are a reading of the resolutions. */
const fewest = 3
const apart = 3

/** The resolutions that were read one after the other, before any was put. Empty: none were. */
export function resolutionsRead(talk: readonly Sentence[]): Read[] {
  let run: Read[] = []
  for (const read of talk.flatMap(readIn)) {
    const last = run.at(-1)
    if (last && read.number === last.number + 1 && read.sentence.index - last.sentence.index <= apart)
      run.push(read)
    else if (run.length < fewest) run = read.number === 1 ? [read] : []
  }
  // What is put one by one is called one by one.
  return run.length < fewest || run.some(({ sentence }) => say.carries(sentence.plain)) ? [] : run
}

const figures = String.raw`(?:for,? |in favour,? )?(?:\d|${numberPattern}\b)`
const result = new RegExp(
  String.raw`^(?:(?:on )?resolution )?(?<number>${one})[,:] (?<told>${figures}.*?)[.]?$`,
)

/** How those who counted told the votes on a resolution. */
function resultOf(
  number: number,
  talk: readonly Sentence[],
  after: number,
): { sentence: Sentence; told: string } | null {
  for (const sentence of talk.slice(after + 1)) {
    const groups = result.exec(headless(sentence.plain))?.groups
    if (groups && numberOf(groups.number!) === number) return { sentence, told: groups.told! }
  }
  return null
}

function outcomeIn(sentence: Sentence): FoundDecision['outcome'] | null {
  const { plain } = sentence
  if (withdrawn.test(plain)) return 'withdrawn'
  if (
    /\b(?:not (?:been )?(?:duly )?(?:passed|carried|approved|adopted)|lost|defeated|rejected|falls?|fails?)\b/.test(
      plain,
    )
  )
    return 'rejected'
  const won = /\b(?:passed|carried|approved|adopted)\b/.exec(plain)
  return won && doubtAt(sentence, won.index, won[0].length) === null ? 'carried' : null
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
  const last = read.at(-1)!.sentence.index
  const ends = new Map<number, { sentence: Sentence; outcome: FoundDecision['outcome'] }>()
  for (const sentence of talk.slice(first)) {
    const named = declared.exec(sentence.plain)?.groups?.list
    const isHere = !sentence.isQuestion && (chair === null || sentence.speaker === chair)
    const outcome = named !== undefined && isHere ? outcomeIn(sentence) : null
    if (named !== undefined && outcome !== null && (outcome === 'withdrawn' || sentence.index > last))
      for (const number of numbersNamed(named)) ends.set(number, { sentence, outcome })
  }
  const found = [...ends].flatMap(([number, { sentence, outcome }]): FoundDecision[] => {
    const of = read.find((each) => each.number === number)
    if (!of && outcome !== 'withdrawn') return []
    const told = outcome === 'withdrawn' ? null : resultOf(number, talk, last)
    const about = of?.sentence ?? sentence
    const sentences = [...new Set([about, ...(told ? [told.sentence] : []), sentence])]
    return [
      {
        ...{
          sentences,
          about: [about],
          kind: 'resolution',
          outcome,
          vote: null,
          proposer: null,
          seconder: null,
        },
        ...{ condition: null, doubt: null, rule: `poll ${number}` },
      },
    ]
  })
  if (found.length === 0) return [...decisions]
  const used = new Set(found.flatMap(({ sentences }) => sentences))
  const rest = decisions.filter(({ sentences }) => !sentences.some((each) => used.has(each)))
  const ordered = found.sort((a, b) => Number(a.rule.slice(5)) - Number(b.rule.slice(5)))
  const at = rest.findIndex(({ sentences }) => sentences[0]!.index > first)
  return rest.toSpliced(at === -1 ? rest.length : at, 0, ...ordered)
}

/** What the resolution says, and how the poll went in the words in which it was told; null: no such decision. */
export function pollText({ rule, outcome, about }: FoundDecision, talk: readonly Sentence[]): string | null {
  const number = Number(/^poll (\d+)$/.exec(rule)?.[1] ?? NaN)
  if (Number.isNaN(number)) return null
  const read = resolutionsRead(talk)
  const of = read.find((each) => each.number === number)
  if (!of) return `Resolution ${number}. ${quoted(about[0]!)}`
  const told = outcome === 'withdrawn' ? null : resultOf(number, talk, read.at(-1)!.sentence.index)
  return [
    `Resolution ${number}: ${asSentence(of.text).replace(/^\w/, (letter) => letter.toLowerCase())}`,
    ...(told ? [`On the poll: ${told.told}.`] : []),
  ].join(' ')
}
