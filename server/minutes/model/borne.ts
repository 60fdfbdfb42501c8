import { bearsOut, type Beyond, type ClaimOf } from '../../language/bears-out.ts'
import type { Sentence } from '../../language/extract/talk.ts'
import { figuresIn } from '../../language/figures.ts'
import { quotations } from '../../language/sentences.ts'
import { dictatedIn } from '../dictated.ts'
import { because, type Why } from '../grounds.ts'
import { figuresSaid } from './figures.ts'
import { isAmong, matterOf, wordsOf } from './matter.ts'
import type { Claim } from './schema.ts'
import { withoutOwnYear, type Hall, type Verified } from './verify.ts'

/** Sentences: a line that is named is of use only where the quote is; "it" means what was said so long before at most. */
const reach = { named: 12, earlier: 8 }

/**
 * Why the words that a claim rests on do not say what it says; null: they do.
 * @param of.heading of the item, as the meeting called it: what "it" may mean, however long before it was opened
 */
export function notBorneOut(
  claim: Claim & { owner?: string | null },
  { evidence }: Verified,
  hall: Hall,
  { of: kind, heading = null }: { of: ClaimOf; heading?: string | null },
): Why | null {
  const { talk, source } = hall
  const quoted = talk.filter(isOf(evidence.segments))
  const [first, last] = [quoted[0]?.index, quoted.at(-1)?.index]
  if (first === undefined || last === undefined) return null
  const named = talk.filter(isOf(claim.lines.flatMap((line) => source.segments[line]?.id ?? [])))
  const near = [...quoted, ...named].filter(
    ({ index }) => index >= first - reach.named && index <= last + reach.named,
  )
  const own = new Set(near.flatMap(({ index }) => [index - 1, index, index + 1]))
  const ofTheirOwn = (sentences: readonly Sentence[]): Sentence[] =>
    sentences.filter((one) => !isCommand(one, talk))
  const said = ofTheirOwn(talk.filter(({ index }) => own.has(index)))
  const from = Math.max(0, (said[0]?.index ?? first) - reach.earlier)
  const earlier = ofTheirOwn(talk.slice(from, said[0]?.index ?? first))
  const rests = {
    ...{ said: said.map(withoutQuotation), names: hall.names },
    ...{ earlier: earlier.map(withoutQuotation), heading },
  }
  const beyond = bearsOut(withoutOwnYear(claim.text, hall), rests, kind, claim.owner ?? null)
  if (beyond === null) return null
  if (isOnlyReadOut(claim.text, hall)) return because.onlyReadOut
  const why = whyOf(beyond, claim)
  const isUnrelated =
    beyond.of === 'word' &&
    sharesNoWord(claim.text, [...earlier, ...said], rests) &&
    !sharesFigure(claim.text, said)
  return isUnrelated ? { ...why, ground: 'unrelated' } : why
}

/** Not a word of it that says anything, besides names, is in the lines that it rests on, around them, or in the item's name. */
function sharesNoWord(
  text: string,
  lines: readonly Sentence[],
  { heading, names }: { heading: string | null; names: readonly string[] },
): boolean {
  const own = matterOf(text, names)
  const there = [...lines.map((one) => one.text), heading ?? ''].flatMap(wordsOf)
  return own.length > 0 && !own.some((word) => isAmong(word, there))
}

/** "Remuneration was increased by £10,000." of "he gets another ten thousand a year": those who were there know whether it is that. */
function sharesFigure(text: string, lines: readonly Sentence[]): boolean {
  const there = figuresSaid(lines.map((one) => one.text))
  // Small ones count things ("two quotes"), in whatever line.
  return [...figuresIn(text)].some((one) => one > 3 && there.has(one))
}

/** Names that stand in nothing but what was read out, quoted or told to a program: an instruction speaks, not the meeting. */
function isOnlyReadOut(text: string, { talk, names }: Hall): boolean {
  const present = new Set(names.flatMap((name) => name.normalize('NFC').toLowerCase().split(/\s+/)))
  const strange = [...text.normalize('NFC').matchAll(/(?<!^|[.?!] )(?<!\p{L})\p{Lu}[\p{L}’'-]+/gu)]
    .map(([word]) => word.toLowerCase())
    .filter((word) => !present.has(word))
  if (strange.length === 0) return false
  const has = (said: string, word: string): boolean =>
    new Set<string>(
      said
        .normalize('NFC')
        .toLowerCase()
        .match(/[\p{L}’'-]+/gu),
    ).has(word)
  return strange.some((word) => {
    const told = talk.filter((one) => has(one.text, word))
    return (
      told.length > 0 && told.every((one) => !has(withoutQuotation(one).text, word) || isCommand(one, talk))
    )
  })
}

const isCommand = (one: Sentence, talk: readonly Sentence[]): boolean =>
  dictatedIn([one], talk)?.isCommand === true

const isOf =
  (segments: readonly number[]) =>
  (sentence: Sentence): boolean =>
    sentence.segments.some(({ id }) => segments.includes(id))

const withoutQuotation = ({ speaker, text }: Sentence): { speaker: string | null; text: string } => ({
  speaker,
  text: text.replace(quotations, ' '),
})

function whyOf(beyond: Beyond, { text, owner }: { text: string; owner?: string | null }): Why {
  switch (beyond.of) {
    case 'word': {
      const word = new RegExp(String.raw`(?<!\p{L})${beyond.word}(?!\p{L})`, 'iu').exec(text)?.[0]
      const says =
        word === undefined
          ? 'What was said there does not say this.'
          : `Nothing that was said there means “${word}”.`
      return { ground: 'unsaid', says }
    }
    case 'denial':
      return {
        ground: beyond.isPlain ? 'negated' : 'words',
        says: 'Of this and what was said there, one says that it is so and one that it is not.',
      }
    case 'doing':
      return { ground: 'unsaid', says: 'What was said there is not that somebody is to do this.' }
    case 'owner':
      return {
        ground: 'unsaid',
        says: `What was said there is not that ${owner ?? 'anybody'} is to do this.`,
      }
    case 'mood':
      return { ground: 'words', says: 'What was said there is a question, or about what may be.' }
    case 'subject':
      return {
        ground: 'unsaid',
        says: 'These words were said there, but not of what they are put with here.',
      }
    case 'roles':
      return {
        ground: 'swapped',
        says: 'What was said there is the other way round: who does it, and to whom it is done.',
      }
    case 'figure':
      return { ground: 'unsaid', says: 'A figure was said there, but of something else.' }
    case 'speaker':
      return { ground: 'unsaid', says: 'It was somebody else who said this there.' }
  }
}
