import { numberPattern } from '../language/extract/numbers.ts'
import { headless, type Sentence } from '../language/extract/talk.ts'
import { resolutionsRead } from './poll-results.ts'
import { topicOf } from './topic.ts'

/** An item that whoever chairs called by its number: "Item four, the haulage contract." */
export type CalledItem = {
  index: number
  /** As it stands before its heading; '' of a resolution, whose heading has it. */
  number: string
  /** '': no name was said. */
  heading: string
}

const number = String.raw`(?<number>\d{1,2}[a-z]?|${numberPattern})`
const item = new RegExp(
  String.raw`^(?<lead>(?:[\w',]+ ){0,6}?)(?:agenda )?item (?:number )?${number}\b(?<rest>.*)$`,
)
const resolution = new RegExp(
  String.raw`^(?<lead>(?:[\w',]+ ){0,4}?)(?:(?:ordinary|special) )?resolution (?:number )?${number}(?:\s*[,:.–-]+ (?:is )?| is | (?=to ))(?<rest>.+)$`,
)
const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth'.split(
    ' ',
  )
/** "The first resolution is a special resolution to …", "The third, to authorise …" */
const inOrder = new RegExp(
  String.raw`^(?<lead>(?:[\w',]+ ){0,4}?)(?:the|our|your) (?<nth>${ordinals.join('|')}|next|last|final)(?<named>(?: (?:ordinary|special))? resolution)?(?:\s*[,:.–-]+ (?:is )?| is,? | (?=to ))(?<rest>.+)$`,
)
/** What it is, where it is not named so: "The second is an ordinary resolution to …" */
const resolves = /^(?:(?:is )?an? (?:ordinary|special|advisory) resolution\b|to [a-z]+|that )/

/** An item that is spoken of, and not opened. */
const mention =
  /\b(?:under|on|about|see|after|before|back to|earlier|from|until|till|with|of|for|in|at|by|that|not|when|than|did|an|any|last|was|were|get to|reach(?:ed)?|skip|drop|withdraw|defer|postpone|leave|whether)[, ]*$|\b(?:if|unless|skip|withdraw)\b/
const ended =
  /^(?:is |was |has been )?(?:therefore |duly |not |now )*(?:carried|passed|lost|withdrawn|approved|defeated|adopted|done|closed|agreed|deferred)\b/
/** Where resolutions are read one after the other before any is put. */
export const readTogether = 'Resolutions'
/** How it ended, or how many voted for it, and not what it says: "for, ninety-nine point four per cent". */
const tellsResult =
  /^(?:for|in favour|against)\b|\bper ?cent (?:for|in favour|against)\b|^(?!to |that )[^.;]* (?:is|are|was|has been) (?:therefore |duly |accordingly )*(?:not )?(?:carried|passed|lost|withdrawn|approved|defeated|adopted)\b/
const longestRest = 24
const longestBare = 8
const longestResolution = 14

const figures: Record<string, string> = Object.fromEntries(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, at) => [word, `${at}`]),
)

/** "five" and "5" are the same item. */
export const figureOf = (said: string): string => figures[said] ?? said

/** @param chair null: not known, so that anybody may call them */
export function calledItems(
  talk: readonly Sentence[],
  { chair, names }: { chair: string | null; names: RegExp | null },
): CalledItem[] {
  const found: CalledItem[] = []
  const [reading] = resolutionsRead(talk)
  /** The figure of the resolution that was called last. */
  let last: string | null = null
  let lastItem = 0
  const seen = new Set<string>()
  for (const sentence of talk) {
    if (sentence === reading?.sentence && resolutionIn(sentence, talk) === null)
      found.push({ index: sentence.index, number: '', heading: readTogether })
    const isChair = chair === null || sentence.speaker === chair
    const called: Called | null =
      itemIn(sentence, names) ??
      (isChair
        ? (resolutionIn(sentence, talk) ??
          resolutionInOrder(sentence, last, talk) ??
          itemInOrder(sentence, names, lastItem))
        : null)
    if (!called || seen.has(called.key)) continue
    // For an item in which the chair takes no part somebody else calls it, and the one that is next.
    const figure = Number(called.number)
    if (
      !isChair &&
      (called.heading === '' || figure !== lastItem + 1 || !opens.test(headless(sentence.plain)))
    )
      continue
    if (figure > 0) lastItem = figure
    last = /^resolution (?<figure>\d+)$/.exec(called.key)?.groups?.figure ?? last
    seen.add(called.key)
    found.push({ index: sentence.index, number: called.number, heading: called.heading })
  }
  return found
}

/** Nothing goes before it. */
const opens = /^(?:agenda )?item\b/

/** "First, the bonus outturn.", "Next, the kitchen.", "Last, Fionnuala's term." */
const counted = new RegExp(
  String.raw`^(?:now,? )?(?<nth>${ordinals.join('|')}|next|last|finally)(?: of all| item| thing)?(?:, | (?=the |our ))(?<rest>.+)$`,
)
/** "Now the legacy from Mrs Havelock." */
const now = /^now,? (?<rest>(?:the|our) [^.,;:]{3,60})[.]?$/
const longestInOrder = 8

/** @param last figure of the item before: "Fifth, …" after a fourth opens one, whatever it is called */
function itemInOrder(sentence: Sentence, names: RegExp | null, last: number): Called | null {
  const onward = last > 0 ? now.exec(sentence.plain)?.groups : undefined
  const { nth = '', rest } = counted.exec(headless(sentence.plain))?.groups ?? onward ?? {}
  if (rest === undefined || sentence.isQuestion) return null
  const figure = nth === 'next' && last > 0 ? last + 1 : ordinals.indexOf(nth) + 1
  const heading = sentence.words > longestInOrder ? null : topicOf(asWritten(sentence, rest), names)
  const isNext = last > 0 && figure === last + 1 && nth !== 'next'
  if (heading === null && !isNext) return null
  const number = figure === 0 ? '' : `${figure}`
  return { key: number === '' ? `item ${rest}` : `item ${number}`, number, heading: heading ?? '' }
}

type Called = Pick<CalledItem, 'number' | 'heading'> & { key: string }

function itemIn(sentence: Sentence, names: RegExp | null): Called | null {
  const { lead, number: said, rest } = item.exec(headless(sentence.plain))?.groups ?? {}
  if (said === undefined || mention.test(lead ?? '') || ended.test((rest ?? '').replace(/^[\s,:.–-]+/, '')))
    return null
  const figure = figureOf(said)
  const topic = (rest ?? '').replace(/^[\s,:.–-]+/, '').replace(/^(?:(?:is|which is|then|on|now)\b,? ?)+/, '')
  if (topic.split(/\s+/).length > longestRest) return null
  const heading = topicOf(asWritten(sentence, topic), names)
  if (heading === null && sentence.words > longestBare) return null
  return { key: `item ${figure}`, number: figure, heading: heading ?? '' }
}

function resolutionIn(sentence: Sentence, talk: readonly Sentence[]): Called | null {
  const { lead, number: said, rest } = resolution.exec(headless(sentence.plain))?.groups ?? {}
  if (
    said === undefined ||
    rest === undefined ||
    mention.test(lead ?? '') ||
    ended.test(rest) ||
    tellsResult.test(rest)
  )
    return null
  return calledResolution(sentence, figureOf(said), rest, talk)
}

/** @param last figure of the one before: then "the third" is one too. Null: none was called yet */
function resolutionInOrder(
  sentence: Sentence,
  last: string | null,
  talk: readonly Sentence[],
): Called | null {
  const read = readInOrder(sentence)
  if (!read || (last === null && !read.isNamed)) return null
  const figure = read.nth === -1 ? Number(last ?? 0) + 1 : read.nth + 1
  return calledResolution(sentence, `${figure}`, read.rest, talk)
}

function readInOrder({ plain }: Sentence): { nth: number; rest: string; isNamed: boolean } | null {
  const { lead, nth, named, rest } = inOrder.exec(headless(plain))?.groups ?? {}
  if (nth === undefined || rest === undefined || mention.test(lead ?? '') || ended.test(rest)) return null
  const isNamed = named !== undefined || /^an? (?:ordinary|special) resolution\b/.test(rest)
  return isNamed || resolves.test(rest) ? { nth: ordinals.indexOf(nth), rest, isNamed } : null
}

function calledResolution(
  sentence: Sentence,
  figure: string,
  rest: string,
  talk: readonly Sentence[],
): Called {
  const said = resolvedIn(asWritten(sentence, rest)) || saidNext(sentence, talk)
  const words = said.split(/\s+/)
  const cut =
    words.length > longestResolution ? `${words.slice(0, longestResolution).join(' ')} …` : words.join(' ')
  return {
    key: `resolution ${figure}`,
    number: '',
    heading: cut === '' ? `Resolution ${figure}` : `Resolution ${figure}: ${cut}`,
  }
}

/** "A special resolution, to …" and "proposed as an ordinary resolution: that …": its form, and what it says. */
const form =
  /^(?:(?:is |to be |being )?(?:proposed|put|moved|taken)(?: to you| to the meeting)? as )?an? (?<kind>ordinary|special|advisory) resolution\b[\s,:–-]*/i
/** "That's the ordinary one" */
/** "Also special, that …" */
const likewise =
  /^(?:(?:this|that|it)(?:'s| is) )?(?:also|again|likewise|another)(?: an?)? (?<kind>special|ordinary|advisory)(?: one| resolution)?[\s,:–-]+/i
const theOne =
  /^(?:(?:that's|that is|this is|it's|it is) )?the (?:ordinary|special) (?:one|resolution)\b[\s,:–-]*|^(?:that's|that is|this is|it's|it is) (?=the |an? )/i
/** "As you know, …" */
const aside = /^(?:as [\w' ]{3,30}|again|of course|now|finally|lastly)\b, (?:is )?/i
/** What it takes, before and behind what it says: "and needs three quarters of the votes". */
const needs = String.raw`(?:and |which |that |it |so )+(?:therefore |also )?(?:needs?|requires?|must (?:have|get)|will need) (?:[\w'-]+ ){0,5}?(?:majority|quarters?|per ?cent|votes?)\b[^.;?!]*`
const ofForm = new RegExp(
  String.raw`,? (?:and |which )?(?:(?:is|are|being|will be)(?: (?:proposed|put|moved|taken)(?: to you| to the meeting)? as)?|as) an? (?:ordinary|special|advisory) resolution\b[^.;?!]*|[, ]+${needs}`,
  'i',
)
const needsFirst = new RegExp(
  String.raw`^${needs.replace('[^.;?!]*', '[^,.;?!]*')}(?:, (?:and |is |it is )*|(?=[.;?!]|$))`,
  'i',
)

/** "Which Mr Hall will propose, is that …" */
const whichIs = /^which [^,.;?!]{2,60}, is (?=(?:to|that|the|an?)\b)/i
/** Nothing follows what it is. */
const onlyWhich = /^(?:which|that|it|this)$/i

/** Without what kind of resolution it is; '': it says nothing else. */
const resolvedIn = (words: string): string =>
  words
    .replace(/\bTHAT\b/g, 'that')
    .replace(whichIs, '')
    .replace(aside, '')
    .replace(theOne, '')
    .replace(likewise, '')
    .replace(form, '')
    .replace(needsFirst, '')
    .replace(ofForm, '')
    .split(/[.;?!](?=\s|$)/)[0]!
    .trim()
    .replace(onlyWhich, '')

const tellsIt =
  /^(?:it|this)(?:'s| is| would be|:)? (?=(?:to|that) )|^(?=(?:authority|power|permission) to [a-z]+|(?:approval|adoption|appointment|re-?appointment|election|re-?election) of )/i

/** "It is to disapply pre-emption rights", right after it was called. */
function saidNext({ index, speaker }: Sentence, talk: readonly Sentence[]): string {
  const next = talk.slice(index + 1, index + 3).find((one) => tellsIt.test(one.plain))
  const said = next?.speaker === speaker ? resolvedIn(next.text.replace(tellsIt, '')) : ''
  return said.charAt(0).toLowerCase() + said.slice(1)
}

/** What a resolution says, whole: an engine or a rule may have cut it where it is long. Null: none is read there. */
export function resolutionRead(sentence: Sentence, talk: readonly Sentence[]): string | null {
  const rest = resolution.exec(headless(sentence.plain))?.groups?.rest ?? readInOrder(sentence)?.rest
  if (rest === undefined || ended.test(rest)) return null
  let words = asWritten(sentence, rest)
  for (let at = sentence.index + 1; !/[.;?!…]["'”’)]?$/.test(words); at++) {
    const next = talk[at]
    if (!next || next.speaker !== sentence.speaker || at > sentence.index + 4) break
    words = `${words} ${next.text}`
  }
  const said = resolvedIn(words) || saidNext(sentence, talk)
  if (said === '') return null
  const kind = (form.exec(words) ?? likewise.exec(words))?.groups?.kind?.toLowerCase()
  return kind === 'special' || /\bis a special resolution\b/i.test(words)
    ? `As a special resolution, ${said}`
    : said
}

/** A phrase of `plain`, as it was written. */
export function asWritten({ text, plain }: Sentence, phrase: string): string {
  const at = text.toLowerCase().replaceAll('’', "'").lastIndexOf(phrase.trim())
  return at === -1 || plain === text ? phrase.trim() : text.slice(at, at + phrase.trim().length)
}
