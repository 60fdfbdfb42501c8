import { type FoundAction, findActions } from './actions.ts'
import { cuesIn } from './cues.ts'
import { datesIn } from './dates.ts'
import { type FoundDecision, findDecisions } from './decisions.ts'
import { type Item, agendaOf, itemsOf, stretches } from './items.ts'
import { matcherOf, wordSet } from './phrases.ts'
import {
  type Attendee,
  type Line,
  type People,
  type Sentence,
  chairOf,
  isEnglish,
  peopleOf,
  talkOf,
} from './talk.ts'

export type Meeting = {
  title: string
  description: string | null
  attendees: readonly Attendee[]
  /** ISO date or time; null: not known, and no day is worked out from "by Friday". */
  held: string | null
}

/** What the rules find in a meeting. They know English alone. */
export type Found = {
  talk: Sentence[]
  /** Else there are no cues: key passages are all that there is. */
  english: boolean
  people: People
  items: Item[]
  decisions: FoundDecision[]
  actions: FoundAction[]
  interests: FoundInterest[]
  nextMeeting: FoundMeeting | null
}

/** The same words give the same result. It takes a second for an hour of talk: for a thread. */
export function find({ attendees, description, held }: Meeting, lines: readonly Line[]): Found {
  const talk = talkOf(lines)
  const people = peopleOf(
    attendees,
    lines.map(({ speaker }) => speaker),
  )
  if (!isEnglish(talk)) {
    return {
      ...{ talk, people, items: stretches(talk), english: false },
      ...{ decisions: [], actions: [], interests: [], nextMeeting: null },
    }
  }
  const runs = talk.filter(({ words }) =>
    ['chairs', 'wantsProposer', 'callsVote'].some((kind) => cuesIn(words).has(kind as 'chairs')),
  )
  const chair = chairOf(attendees, runs)
  const interests = interestsIn(talk, people)
  const nextMeeting = nextMeetingIn(talk, held)
  return {
    ...{ talk, people, interests, nextMeeting, english: true },
    items: itemsOf(talk, { people, chair, agenda: agendaOf(description) }),
    decisions: findDecisions(talk, people).filter(({ settled }) => settled !== nextMeeting?.sentence),
    actions: findActions(talk, people, held).filter(({ said }) => said !== nextMeeting?.sentence),
  }
}

/** An interest that somebody declared: Companies Act 2006 sections 175, 177 and 182. */
export type FoundInterest = { sentences: Sentence[]; person: string | null }

const interestCuesIn = matcherOf({
  declares: [
    'declare|declared|declares|disclose|disclosed; for the record; on record|the',
    "should|must|better|ought mention|say|declare|tell; not|n't be voting|vote; won't|shan't|will vote|be not",
    'take no part; recuse; step out; leave the room; conflicted; section 175|177|182; before anyone asks',
    'an interest; keep|stay out of',
  ],
  ties: [
    "i'm|i am|was|have a|an|the director|trustee|partner|member|shareholder|employee|tenant|governor|landlord|councillor",
    'my wife|husband|partner|brother|sister|son|daughter|mother|father|cousin|family|firm|company|employer|nephew|niece|uncle|aunt|brother-in-law|sister-in-law|flat|lease|business|practice',
    "i own|hold|rent|work|sit|chair; i've joined|invested|bought; i have shares|share|interest; interest in",
    'i used|still to|work; shares in; works|work|worked for|at; director|trustee|chair|owner|partner|member of|at',
    'is|are|am related; lives; buying|bidding|quoting|tendering; my own|late|other',
  ],
  invites: [
    'declarations; declarations|declaration of interest|interests; interests|conflicts',
    'anything|anyone|interests|conflicts to declare; any interests|conflicts|declarations',
  ],
  nothing: ['^ no|none|nothing|nope|nil; nothing to declare; no conflicts|interests|declarations; no new'],
  theirs: [
    'an|his|her|their interest|conflict|wife|husband|partner|brother|sister|son|daughter|mother|father|firm|company|employer|family|business',
    'a director|trustee|partner|member|shareholder; works|work|worked|owns|holds|shares',
  ],
  reads: [
    'declared|disclosed|declares an|a|his|her|their … interest|conflict',
    'declared|disclosed|noted|said|reported that his|her|their|he|she',
  ],
})

function interestsIn(talk: readonly Sentence[], people: People): FoundInterest[] {
  const found: FoundInterest[] = []
  let invited = -100
  for (const sentence of talk) {
    const cues = interestCuesIn(sentence.words)
    const { index, speaker, words } = sentence
    if (cues.has('invites') && (sentence.isQuestion || words.length <= 8)) {
      invited = index
      continue
    }
    if (sentence.isQuestion || cues.has('nothing') || words.length < 5) continue
    const [named] = people.namedIn(words)
    if (cues.has('reads') && named && speaker === null && cues.has('theirs')) {
      add(found, { sentences: [sentence], person: named.name })
      continue
    }
    const near = talk.slice(Math.max(0, index - 1), index + 3).filter((one) => one.speaker === speaker)
    const isDeclared = near.some((one) => interestCuesIn(one.words).has('declares'))
    const isAsked = index - invited <= 6 && speaker !== talk[invited]?.speaker
    const isOwn = words.some((word) => own.has(word)) && !words.some((word) => others.has(word))
    if (cues.has('ties') && speaker !== null && isOwn && (isDeclared || isAsked))
      add(found, { sentences: [sentence], person: speaker })
  }
  return found
}

const own = wordSet("i i'm i've my i'd we we're our")
/** Whoever says so speaks of the rule, or to somebody. */
const others = wordSet("each every if anyone anybody ought recording chair you you've you're")

/** One declaration is often told over several sentences. */
function add(found: FoundInterest[], one: FoundInterest): void {
  const same = found.find(
    (other) => other.person === one.person && one.sentences[0]!.index - other.sentences.at(-1)!.index <= 3,
  )
  if (same) same.sentences.push(...one.sentences)
  else found.push(one)
}

export type FoundMeeting = { sentence: Sentence; said: string; date: string | null }

const meetsIn = matcherOf({
  next: [
    'next board|committee|trustees|meeting|one|full|quarterly|general|scheduled meeting|is|on',
    'next meeting|one|session|agm; meet|meeting|meets again|next; same time|again; date of next|the; reconvene',
    "see you all|on|next|in|then; our|the next is|meeting|one|board; back here; next time; we're back",
  ],
  past: [
    'last year|month|week|time|meeting; we met; was|were held|on; previous',
    'before|by|at|for|until|to the|our next; bring|come|back to',
  ],
})
const lastSentences = 14
const shortest = 12

/** When they meet again; the last that is said of it counts. */
function nextMeetingIn(talk: readonly Sentence[], held: string | null): FoundMeeting | null {
  let best: FoundMeeting | null = null
  for (const sentence of talk) {
    const [before, after] = [talk[sentence.index - 1], talk[sentence.index + 1]]
    const cues = meetsIn(sentence.words)
    const isNear =
      before !== undefined && meetsIn(before.words).has('next') && sentence.words.length <= shortest
    const isEnd = talk.length - sentence.index <= lastSentences
    if (/^minutes of\b/i.test(sentence.text)) continue
    if (cues.has('past') && !(isEnd && cues.has('next'))) continue
    if (!cues.has('next') && !isNear && !(isEnd && sentence.words.length <= shortest)) continue
    if (sentence.isQuestion && !(isEnd && after && after.speaker !== sentence.speaker && !after.isQuestion))
      continue
    const dated = datesIn(sentence.text, held).at(0)
    const same = /\bsame (?:time|again|place)\b.*/i.exec(sentence.text)?.[0]
    if (!dated && !same) continue
    // A bare date at the end is one only where nothing else is said.
    if (
      !cues.has('next') &&
      !startsWithDate(sentence, dated?.index ?? 99) &&
      !(isNear && isAnswerWith(sentence))
    )
      continue
    best = { sentence, said: dated?.said ?? same!, date: dated?.date ?? null }
  }
  return best
}

/** "It's on the tenth.": what somebody will do by then is a task. */
const isAnswerWith = ({ words }: Sentence): boolean =>
  !words.some((word) => word === "i'll" || word === 'by' || word === 'before' || word === 'will')

/** "Second of July, two o'clock." ends a meeting; "In June." answers a question. */
const startsWithDate = ({ text, isQuestion }: Sentence, at: number): boolean =>
  !isQuestion && text.slice(0, at).split(' ').length <= 3 && saysDay.test(text)
const saysDay = /\d|\b(?:\w+day (?:the|at|week)|(?:first|second|third|fourth|fifth|\w+th)\b)/i
