import type { Citation } from '#contract/chat.ts'
import { sentencesOf, type TextSentence } from '../language/sentences.ts'
import { contentWords, hitsOf, questionIn, type Found, type SearchService } from '../search/service.ts'
import { asksWhatWasDecided, decisionsOn } from './decided.ts'
import { familyAskedFor } from './families.ts'
import { decisionsOfLast } from './last-meeting.ts'
import { inWordsOfLaw } from './law-words.ts'
import type { Sources } from './sources.ts'
import type { Turn } from './store.ts'
import { answers, asksOfLast, opensAnother, partsOf, wantsOf, type Want } from './wants.ts'
import { alternatives } from '../language/alternatives.ts'

/** What supports an answer; where nothing does, what came nearest. */
export type Evidence = {
  supports: boolean
  citations: Citation[]
  /** They belong together, and all of them are the answer. */
  whole: boolean
}

/**
 * A passage that has less of what the question's words say is not shown to the model: it would only tempt it. Likeness in
 * meaning counts by itself from four deviations on (search/nearest.ts).
 */
const enoughCoverage = 0.42
/** Of two words one that happens to be said somewhere is about half. */
const enoughOfFewWords = 0.55
const enoughLikeness = 0.68
/** Below it a passage has nothing to do with the question. */
const nearCoverage = 0.2

const most = 8
/** Shown where nothing supports an answer. */
export const mostNear = 3
/** One meeting that says it again and again leaves room for others. */
const mostOfOneSource = 4
/** A matter goes on so many passages after the one that names it. */
const mostAfter = 3
const lookedAfter = 4

/** What one sentence of a passage adds to its score: the question's words together, and what was asked for beside them. */
const wordsTogether = 0.3
const whatIsWanted = 0.6
const opensIt = 0.3
/** The last meeting was asked for, and this is it. */
const ofTheLast = 0.6

/** Questions that lean on the one before: "And who voted against it?" */
const leaning =
  /^(and|but|so|then|also|what about|how about|why)\b|\b(it|its|they|them|that|this|those|these|he|she|him|her|there)\b/i

/** What the law asks of a company, whatever its own meetings said of it. */
const ofLaw = new RegExp(
  String.raw`\b${alternatives([
    String.raw`companies house|companies act|registrar|statut\w+|legal(?:ly)?|(?:by|the|uk) law|section \d+`,
    'how long (?:do|does|have|has) (?:we|a company|the company)',
    '(?:do|must|may|can|are) (?:we|a company|companies|directors) (?:have to|need to|allowed|required|obliged|by law)',
  ])}\b`,
  'i',
)
/** So much of the question a section says, and so many of them stand among the others. */
const enoughOfLaw = 0.3
const mostOfLaw = 2

/** The sections of the law that fit best. */
async function sectionsFor(search: SearchService, question: string, signal: AbortSignal): Promise<Found[]> {
  const inLaw = inWordsOfLaw(question)
  if (inLaw === null && !ofLaw.test(question)) return []
  const found = await search.find(inLaw ?? question, { kind: 'knowledge', limit: mostOfLaw, signal })
  return found.filter(
    ({ coverage, likeness }) => coverage >= enoughOfLaw || (likeness ?? 0) >= enoughLikeness,
  )
}

/** The first ones, and the others behind them. */
const leading = (first: readonly Found[], others: readonly Found[]): Found[] => {
  const ids = new Set(first.map(({ id }) => id))
  return [...first, ...others.filter(({ id }) => !ids.has(id))]
}

/** With the sections right behind the best passage, where none of them is among the first. */
const besides = (told: readonly Found[], sections: readonly Found[]): Found[] => {
  if (told.slice(0, mostNear).some(({ kind }) => kind === 'knowledge')) return [...told]
  const others = leading(sections, told).slice(sections.length)
  return [...others.slice(0, 1), ...sections, ...others.slice(1)]
}

/** Passages for a question; with a question that leans on the one before, also by that one's words. */
export async function evidenceFor(
  search: SearchService,
  sources: Sources,
  { question: message, before, signal }: { question: string; before: readonly Turn[]; signal: AbortSignal },
): Promise<Evidence> {
  const question = questionIn(message)
  const family = familyAskedFor(question)
  if (family) {
    const entries = await Promise.all(family.map((id) => search.passagesOf('knowledge', id)))
    const found = entries.flat()
    if (found.length > 0)
      return {
        supports: true,
        citations: await numbered(sources, found.slice(0, most), { words: [], wants: [] }),
        whole: true,
      }
  }
  const ofLast = asksWhatWasDecided(question) ? await decisionsOfLast(search, question) : null
  if (ofLast)
    return {
      supports: true,
      citations: await numbered(sources, ofLast.slice(0, most), { words: [], wants: ['outcome'] }),
      whole: true,
    }
  const lastAsked = questionIn(before.findLast(({ sender }) => sender === 'user')?.text ?? '')
  const leans = lastAsked !== '' && (leaning.test(question) || contentWords(question).length < 2)
  const asked = leans ? `${question}\n${lastAsked}` : question
  const { about, also } = partsOf(asked)
  const words = contentWords(about)
  const wants = wantsOf(asked)
  const enough = words.length <= 2 ? enoughOfFewWords : enoughCoverage
  const found = await search.find(about, { also: `${also}\n${message}`, limit: 30, signal, distinct: true })
  const enoughOf = found.filter(
    ({ coverage, likeness }) => coverage >= enough * (leans ? 0.6 : 1) || (likeness ?? 0) >= enoughLikeness,
  )
  const last = asksOfLast(question) ? lastDate(enoughOf) : null
  const scoreOf = (one: Found): number =>
    one.score +
    bonus(one.text, { words, wants, ofAll: last !== null }) +
    (last !== null && isMeeting(one) && one.date === last ? ofTheLast : 0)
  const supporting = enoughOf
    .map((one) => ({ one, score: scoreOf(one) }))
    .sort((a, b) => b.score - a.score)
    .map(({ one }) => one)
  const decided = asksWhatWasDecided(question) ? await decisionsOn(search, about, { date: last, signal }) : []
  if (supporting.length === 0 && decided.length === 0) {
    const near = found.filter(({ coverage }) => coverage >= nearCoverage)
    return {
      supports: false,
      citations: await numbered(sources, near.slice(0, mostNear), { words, wants }),
      whole: false,
    }
  }
  const told = wants.includes('outcome') ? await withWhatFollowed(search, supporting, words) : supporting
  const sections = await sectionsFor(search, question, signal)
  const first = inWordsOfLaw(question) === null ? decided : sections.slice(0, 1)
  const shown = besides(leading(first, spread(told)), sections)
  const citations = await numbered(sources, shown.slice(0, most), { words, wants })
  return { supports: true, citations, whole: false }
}

/** @param asked `ofAll`: a meeting as a whole is asked for, so that what is wanted need not name it */
function bonus(
  text: string,
  { words, wants, ofAll }: { words: readonly string[]; wants: readonly Want[]; ofAll: boolean },
): number {
  const best = sentencesOf(text).map(({ text: sentence }) => {
    const hits = hitsOf(sentence, words)
    if (hits === 0 && !ofAll) return 0
    const opens = wants.includes('outcome') && hits === words.length && opensAnother.test(sentence)
    return (
      (wordsTogether * hits) / words.length +
      (answers(wants, sentence) ? whatIsWanted : 0) +
      (opens ? opensIt : 0)
    )
  })
  return Math.max(0, ...best)
}

const isMeeting = ({ kind }: Found): boolean => kind === 'transcript' || kind === 'minutes'

const lastDate = (found: readonly Found[]): string | null =>
  found.filter(isMeeting).reduce<string | null>((last, { date }) => {
    return date !== null && (last === null || date > last) ? date : last
  }, null)

/** A matter is named in one passage and decided in the next ones, which may not name it: they come right after it. */
async function withWhatFollowed(
  search: SearchService,
  found: readonly Found[],
  words: readonly string[],
): Promise<Found[]> {
  const told: Found[] = []
  const there = new Set<number>()
  const add = (one: Found): void => {
    if (!there.has(one.id)) told.push(one)
    there.add(one.id)
  }
  for (const [i, one] of found.entries()) {
    add(one)
    if (i >= lookedAfter || one.kind !== 'transcript' || !isLeftOpen(one.text, words)) continue
    for (const next of await search.after(one.id, mostAfter)) {
      if (opensAnother.test(next.text.slice(0, 60))) break
      if (!answers(['outcome'], next.text)) continue
      add(next)
      break
    }
  }
  return told
}

/** After the sentence that names the matter neither a decision comes nor another matter. */
function isLeftOpen(text: string, words: readonly string[]): boolean {
  const sentences = sentencesOf(text).map((one) => one.text)
  const hits = sentences.map((one) => hitsOf(one, words))
  const named = hits.lastIndexOf(Math.max(...hits))
  return !sentences.slice(named + 1).some((one) => opensAnother.test(one) || answers(['outcome'], one))
}

function spread(found: readonly Found[]): Found[] {
  const taken = new Map<string, number>()
  return found.filter(({ kind, sourceId }) => {
    const key = `${kind}/${sourceId}`
    const count = (taken.get(key) ?? 0) + 1
    taken.set(key, count)
    return count <= mostOfOneSource
  })
}

/** @param asked by which the sentence is chosen that a link leads to */
function numbered(
  sources: Sources,
  found: readonly Found[],
  asked: { words: readonly string[]; wants: readonly Want[] },
): Promise<Citation[]> {
  return Promise.all(found.map((one, i) => sources.cite(one, i + 1, tellingSentence(one.text, asked))))
}

/** Has most of the question’s words; what is asked for counts for a little more than one of them. */
function tellingSentence(
  text: string,
  { words, wants }: { words: readonly string[]; wants: readonly Want[] },
): TextSentence | null {
  const scored = sentencesOf(text).map((one) => ({
    said: one,
    score: hitsOf(one.text, words) + (answers(wants, one.text) ? 1.1 : 0),
  }))
  const best = Math.max(...scored.map(({ score }) => score))
  return scored.find(({ score }) => score === best)?.said ?? null
}
