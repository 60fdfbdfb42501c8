import { clausesOf, predicateOf } from './clauses.ts'
import { isDenial, tokensOf, type Token } from './denials.ts'
import { moods } from './extract/mood.ts'
import { doersOf } from './doer.ts'
import { areKin, isFrame, isGrave, spelledOut, root } from './kindred.ts'
import { swappedRoles } from './roles.ts'
import { numberedLabel } from './names.ts'
import { namePartsOf, saidOf, type Mismatch } from './said-of.ts'

/** A sentence that was said or written, without what it only quotes. */
export type SaidSentence = { speaker: string | null; text: string }

/** What a claim says beyond that on which it rests. */
export type Beyond =
  | { of: 'word'; word: string }
  /** `isPlain`: what is denied is the doing itself. */
  | { of: 'denial'; word: string; isPlain: boolean }
  | { of: 'doing' }
  | { of: 'owner' }
  | { of: 'mood' }
  | { of: 'speaker' }
  /** Who does it and to whom it is done have changed places. */
  | { of: 'roles'; word: string }
  | Mismatch

export type Rests = {
  /** The sentences quoted, the lines named, and the sentence before and after. */
  said: readonly SaidSentence[]
  /** What was said before on the same item: what "it" and "they" may mean. */
  earlier?: readonly SaidSentence[]
  /** Of the item, as it was called: nobody says it again. */
  heading?: string | null
  /** Full names of who is there: where "Gareth" is said, "Gareth O'Donnell" is meant. */
  names?: readonly string[]
}

export type ClaimOf = 'point' | 'decision' | 'action' | 'answer'

/** Of an answer's words so many must stand in its sources. */
const share = 0.5

/**
 * Whether what was said bears a claim out: its words are there, in these or in kindred ones, and a denial in the one is in the
 * other. An action must rest on a sentence that says the doing, by or to whom it is claimed of. Of an answer (Clara's), which
 * explains in words of its own, names and words of consequence must be there, and half of the rest.
 * @returns what comes from nowhere; null: it is borne out
 */
export function bearsOut(
  claim: string,
  { said, earlier = [], heading = null, names: present = [] }: Rests,
  kind: ClaimOf,
  owner: string | null = null,
): Beyond | null {
  const lines = said.map((one) => ({
    ...one,
    // Whoever puts a question asks.
    tokens: tokensOf(`${spelledOut(one.text)}${one.text.trim().endsWith('?') ? ' . asked' : ''}`),
  }))
  const there = lines.flatMap(({ tokens }) => tokens)
  const speakers = said.flatMap(({ speaker }) => (speaker === null ? [] : tokensOf(spelledOut(speaker))))
  const own = tokensOf(spelledOut(claim))
  const names = new Set(tokensOf(spelledOut(owner ?? '')).map(({ word }) => word))
  const capitals = capitalsOf(claim)
  const content = own.filter(
    ({ word }) =>
      !names.has(word) && (capitals.has(word) || !isFrame(word)) && !/^\d|^.$/.test(word) && !isNumber(word),
  )
  const isThere = ({ word }: Token): boolean =>
    [...there, ...speakers].some((one) =>
      capitals.has(word) && kind !== 'answer'
        ? root(one.word) === root(word) || areKin(one.word, word)
        : areKin(one.word, word),
    )
  const called = present
    .map((name) => tokensOf(spelledOut(name)))
    .filter((name) => name.some((one) => one.word.length > 2 && isThere(one)))
    .flatMap((name) => name.map(({ word }) => word))
  const headed = tokensOf(spelledOut(heading ?? '')).filter(({ word }) => !isGrave(word))
  const isHeaded = ({ word }: Token): boolean => headed.some((one) => root(one.word) === root(word))
  const missing = content.filter((one) => !isThere(one) && !called.includes(one.word) && !isHeaded(one))
  const beyond = kind === 'answer' ? weighty(missing, content, capitals) : unexplained(missing, content)
  if (beyond !== null) return { of: 'word', word: beyond }
  // Of an action what is denied matters where the doing is said.
  const denied = deniedOtherwise(own, kind === 'action' ? [] : content, lines)
  if (denied !== null) return { of: 'denial', word: denied, isPlain: isSaidOf(claim, denied) }
  if (kind === 'action') return doing(own, lines, owner)
  const people = [...present, ...said.flatMap(({ speaker }) => speaker ?? [])]
  const swapped = swappedRoles(claim, said, people.map(namePartsOf))
  if (swapped !== null) return { of: 'roles', word: swapped }
  if (kind === 'answer') return null
  const before = earlier.flatMap(({ text }) => tokensOf(spelledOut(text)))
  const other = saidOf(claim, { lines, earlier: before, people: [...new Set(people)] })
  if (other !== null && other !== 'said') return other
  if (kind === 'decision') return null
  return (
    saidByAnother(claim, [...content, ...own.filter(({ word }) => isNumber(word))], lines) ??
    (other === 'said' ? null : onlyThought(claim, content, lines))
  )

  /** What "it" means may have been said before: words that do not change what happened. */
  function unexplained(gone: readonly Token[], all: readonly Token[]): string | null {
    const before = earlier.flatMap(({ text }) => tokensOf(spelledOut(text)))
    const refers = there.some(({ word }) =>
      /^(?:it|that|this|them|they|those|these|one|ones|both)$/.test(word),
    )
    const left = gone.filter(
      ({ word }) =>
        !(word.endsWith('ly') && !isGrave(word)) &&
        (!refers ||
          capitals.has(word) ||
          isGrave(word) ||
          !before.some((one) => root(one.word) === root(word))),
    )
    if (left[0]) return left[0].word
    const said = gone.filter(({ word }) => !word.endsWith('ly'))
    return said.length > 0 && said.length * 2 >= all.length ? said[0]!.word : null
  }
}

export type Line = SaidSentence & { tokens: Token[] }

/** Written with a capital though no sentence begins there. */
const capitalsOf = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/(?<![.?!:]\s*["“'‘(]*|^\W*)\b\p{Lu}\p{L}+/gu)].map(([word]) =>
      word.normalize('NFC').toLowerCase(),
    ),
  )

const isNumber = (word: string): boolean =>
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\w*|hundred|thousand|million|billion|half|first|second|third|\w+(?:teen|tie)th|fourth|fifth|sixth|seventh|eighth|ninth|tenth)$/.test(
    word,
  )

function weighty(
  missing: readonly Token[],
  content: readonly Token[],
  capitals: ReadonlySet<string>,
): string | null {
  const heavy = missing.find(({ word }) => capitals.has(word) || isGrave(word))
  if (heavy) return heavy.word
  return missing.length > content.length * (1 - share) ? missing[0]!.word : null
}

/** A word that is denied in the claim and nowhere said so, or the other way round. */
function deniedOtherwise(
  own: readonly Token[],
  content: readonly Token[],
  lines: readonly Line[],
): string | null {
  const keys = own.flatMap(({ isHard }, at) =>
    isHard && !own[at - 1]?.isHard
      ? (own.slice(at).find((one) => one.isHard && content.includes(one)) ?? [])
      : [],
  )
  for (const key of keys) {
    const isSaidSo = lines.some(
      ({ tokens }, at) =>
        tokens.some(({ word }) => areKin(word, key.word)) &&
        [...tokens, ...shortAfter(lines, at)].some(({ word }) => isDenial(word)),
    )
    if (!isSaidSo) return key.word
  }
  if (own.some(({ word }) => isDenial(word))) return null
  for (const { word } of content) {
    const here = lines.flatMap(({ tokens }) => tokens.filter((one) => areKin(one.word, word)))
    if (here.length > 0 && here.every(({ isDenied }) => isDenied)) return word
  }
  return null
}

/** Whether a word is what a sentence says of something: "approved" of "The accounts were approved". */
const isSaidOf = (claim: string, word: string): boolean =>
  clausesOf(spelledOut(claim)).some((clause) => {
    const tokens = tokensOf(clause)
    const at = predicateOf(tokens, new Set())?.at
    return at !== undefined && tokens[at] !== undefined && areKin(tokens[at].word, word)
  })

/** "Any objections? None." */
const shortAfter = (lines: readonly Line[], at: number): Token[] => {
  const next = lines[at + 1]?.tokens ?? []
  return next.length <= 3 ? next : []
}

const isAsked = (line: SaidSentence | null): boolean => /\?["'”’)]*\s*$/.test(line?.text ?? '')

/** The line that holds most of the claim's words. */
function bestOf(content: readonly Token[], lines: readonly Line[]): Line | null {
  const counted = lines.map((line) => ({
    line,
    count: content.filter(({ word }) => line.tokens.some((one) => areKin(one.word, word))).length,
  }))
  const best = counted.reduce(
    (one, other) =>
      other.count > one.count || (other.count === one.count && isAsked(one.line) && !isAsked(other.line))
        ? other
        : one,
    counted[0] ?? { line: null, count: 0 },
  )
  return best.count > 0 ? best.line : null
}

const telling =
  /^(?<who>(?:\p{Lu}[\p{L}'’-]+ ){1,4})(?:also |then |had |has )?(?:report|sa(?:id|ys)|explain|not(?:ed|es)|warn|ask|propos|suggest|recommend|confirm|stat|declar|advis|told|object|oppos|offer|undert|agreed to|question|mention)/u

/** "Chloé said …" is of what Chloé said, or of what is said of her. */
function saidByAnother(claim: string, content: readonly Token[], lines: readonly Line[]): Beyond | null {
  const who = telling.exec(claim)?.groups?.who
  if (who === undefined) return null
  const names = namePartsOf(who)
  // "The adviser had not been paid" is of nobody by name.
  if (names.length === 0) return null
  const others = content.filter(({ word }) => !names.includes(word))
  const best = bestOf(others, lines)
  if (!best) return null
  const count = (line: Line): number =>
    others.filter(({ word }) => line.tokens.some((one) => areKin(one.word, word))).length
  const most = count(best)
  // Of lines that say as much any may be meant.
  return lines.some((line) => count(line) * 2 >= most && (isOf(line.speaker, names) || mentions(line, names)))
    ? null
    : { of: 'speaker' }
}

const isOf = (speaker: string | null, names: readonly string[]): boolean =>
  speaker !== null &&
  tokensOf(spelledOut(speaker)).some(({ word }) => word.length > 1 && names.includes(word))

const mentions = ({ tokens }: Line, names: readonly string[]): boolean =>
  tokens.some(({ word }) => names.includes(word))

const guarded =
  /\b(?:if|whether|could|might|would|may|should|ask|quer|question|suggest|propos|recommend|consider|possib|unless|until|once|when|before|hope|wish|want|prefer|expect|invit|request|remind|discuss|debat|wonder|offer|move|intend|plan)\w*/i
const assent =
  /^\W*(?:yes|agreed|content|aye|of course|will do|certainly|indeed|fine|happy|sure|i (?:will|do|am)|okay|carried|approved)\b/i

/** What was only asked or imagined is claimed as so. */
function onlyThought(claim: string, content: readonly Token[], lines: readonly Line[]): Beyond | null {
  const best = bestOf(content, lines)
  if (!best || guarded.test(claim)) return null
  const next = lines[lines.indexOf(best) + 1]
  // "Why has it doubled?" takes it for granted that it has.
  if (/^\W*(?:[\w'’]+ ){0,3}(?:why|how come)\b/i.test(best.text)) return null
  if (isAsked(best)) return next && assent.test(next.text) ? null : { of: 'mood' }
  const plain = best.text.toLowerCase().replaceAll('’', "'")
  const last = best.tokens.findLast(({ word }) => content.some((one) => areKin(one.word, word)))?.word ?? ''
  const before = plain.slice(0, Math.max(0, plain.lastIndexOf(last)))
  return moods.hypothesis.test(before) ? { of: 'mood' } : null
}

/** It names somebody else as who does it. */
const says = ({ text }: Line, form: RegExp, names: readonly string[]): boolean => {
  const who = form.exec(text.normalize('NFC'))?.[1]?.toLowerCase()
  return who !== undefined && !isFrame(who) && !names.includes(who)
}

const isThing = ({ word }: Token): boolean => !isFrame(word) && !/^\d|^.$/.test(word) && !isNumber(word)
const assents = (line: Line): boolean =>
  assent.test(line.text) || line.tokens.some(({ word }) => refersBack.test(word))
const refersBack = /^(?:it|that|this|them|those|these|one|ones|both|so)$/

/** Verbs that any undertaking may be put in. */
const anyDoing =
  /^(?:report|update|provide|take|do|make|ensure|follow|progress|arrange|look|handle|see|get|give|bring|deal|work|help)$/

/** An action rests on a sentence that says the doing, by its owner, to its owner, or answered by its owner. */
function doing(own: readonly Token[], lines: readonly Line[], owner: string | null): Beyond | null {
  const at = own.findIndex(({ word }) => /^(?:to|will|shall|would|should|must)$/.test(word))
  const verb = own
    .slice(at + 1)
    .find(({ word }) => !word.endsWith('ly') && !/^(?:be|also|to|not)$/.test(word))?.word
  if (verb === undefined) return { of: 'doing' }
  const told = lines.filter(
    (line) =>
      (anyDoing.test(verb) && isAbout(line, verb)) ||
      (line.tokens.some(({ word, isHard }) => !isHard && areKin(word, verb)) && isDoneTo(line, verb)),
  )
  if (told.length === 0) return { of: 'doing' }
  if (owner === null) return null
  const names = namePartsOf(owner)
  return told.some((line) => isDoneBy(line, verb)) ? null : { of: 'owner' }

  function thingOf(does: string): string | undefined {
    return own.slice(own.findIndex(({ word }) => word === does) + 1).find(isThing)?.word
  }

  /** Its thing is named there, or the line before and meant by "it". */
  function isAbout(line: Line, does: string): boolean {
    const thing = thingOf(does)
    const names = (one: Line | undefined): boolean =>
      one?.tokens.some(({ word }) => areKin(word, thing!)) === true
    if (thing === undefined || !lines.some(names)) return true
    return names(line) || (names(lines[lines.indexOf(line) - 1]) && assents(line))
  }

  /** What it is done to is there, or meant by "it". */
  function isDoneTo({ tokens }: Line, does: string): boolean {
    const thing = thingOf(does)
    if (thing === undefined || tokens.some(({ word }) => areKin(word, thing))) return true
    if (!lines.some((line) => line.tokens.some(({ word }) => areKin(word, thing)))) return true
    const after = tokens.slice(tokens.findIndex(({ word }) => areKin(word, does)) + 1)
    return after.length === 0 || tokens.some(({ word }) => refersBack.test(word)) || !after.some(isThing)
  }

  /** Whoever it is says that they will. */
  function isAnswered(line: Line): boolean {
    const next = lines[lines.indexOf(line) + 1]
    return next !== undefined && isOf(next.speaker, names) && assent.test(next.text)
  }

  function isDoneBy(line: Line, does: string): boolean {
    const told = line.tokens.flatMap(({ word }, place) =>
      areKin(word, does) ? [doersOf(line.tokens, place)] : [],
    )
    const known = told.flatMap((one) => one ?? [])
    const isSpeaker = known.some((word) => /^(?:i|we|me|us)$/.test(word))
    if (known.some((word) => names.includes(word)) || (isSpeaker && isOf(line.speaker, names))) return true
    const isOpen = known.some((word) => /^(?:you|somebody|someone|anybody|anyone|who)$/.test(word))
    // "Speaker 2: I'll ring them": anybody.
    const isAnybody = isSpeaker && (line.speaker === null || numberedLabel.test(line.speaker))
    if (known.length > 0 && told.every((one) => one !== null) && !isOpen && !isAnybody)
      return isAnswered(line)
    // "Tom, I want you to write to them."
    if (known.includes('you') && names.includes(line.tokens[0]!.word)) return true
    if (isOpen && isOf(line.speaker, names)) return isAnswered(line)
    const where = line.tokens.findIndex(({ word }) => areKin(word, does))
    const before = line.tokens.slice(0, where === -1 ? line.tokens.length : where)
    const first = before.findLastIndex(({ word }) => word === 'i' || word === 'we' || word === 'me')
    const named = before.findLastIndex(({ word }) => names.includes(word))
    const next = lines[lines.indexOf(line) + 1]
    if (isOf(line.speaker, names)) return first > -1 || named > -1 || /\bme\b|^yes\b/i.test(line.text)
    // "I'll send it to Tom" is nothing that Tom does.
    if (named > -1 && named > first) return true
    if (/\bi(?:'ll| will| shall|'m going to)\b(?! ask| get| want| need)/i.test(line.text) && named === -1)
      return false
    if (says(line, /\b(\p{Lu}[\p{L}’'-]+) (?:will|shall|is to|to|is going to)\b/u, names)) return false
    const called =
      names.length > 0 &&
      new RegExp(String.raw`,\s*(?:${names.join('|')})\b[^,]*[?.!]?$`, 'i').test(line.text.normalize('NFC'))
    const isAsked = /\?|\b(?:please|(?:could|can|would|will) you)\b/i.test(line.text)
    const answers = next !== undefined && isOf(next.speaker, names) && (isAsked || assent.test(next.text))
    const asked = lines[lines.indexOf(line) - 1]
    return called || answers || (asked !== undefined && mentions(asked, names))
  }
}
