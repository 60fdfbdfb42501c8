import type { Sentence } from '../language/extract/talk.ts'
import { asName, isCalled, name as calledBy, wholeName as name } from '../language/names.ts'
import { guestsNamedIn, listedInAttendance } from './in-attendance.ts'
import { toldPresent } from './told-attendance.ts'

/** Who is said to be there, where a meeting begins. */
export type Introductions = {
  people: { name: string; role: string | null }[]
  /** "Forty-two members in person and eleven by proxy" */
  crowds: string[]
  /** Told to be there for others, whatever their office. */
  guests: Set<string>
  /** The name that a speaker gave as their own. */
  named: ReadonlyMap<string, string>
  /** What it was said in. */
  sentences: Sentence[]
}

/** Sentences from the beginning. */
const opening = 20
const role = String.raw`[a-z][a-z -]{2,40}?`
const person = new RegExp(
  String.raw`(?<name>${name})(?:, (?:our|the|my|an?|your) (?<role>${role})(?=,|\.|;| and | from | in attendance\b|$))?(?=,|\.|;| and | from | of | in attendance\b|$)`,
  'gu',
)
/** "Our finance director, Håkan Lindqvist" */
const officeFirst = new RegExp(
  String.raw`(?<!\b[Ii]n )\b(?:[Oo]ur|[Tt]he|[Mm]y) (?!(?:right|left|behalf)\b)(?<role>${role})(?<! of| from| at| with),? (?<name>${name})(?=,|\.|;| and | from | of | in attendance\b|$)`,
  'gu',
)
const list =
  /\b(?:with (?:me|us)(?: today| here| this (?:morning|afternoon|evening))?,? (?:are|is|we have)|(?:also )?(?:present|attending|in attendance|here)(?: today)?(?:,? (?:besides|as well as|in addition to|apart from) the [a-z ]{3,30}?)?,? (?:are|is|we have)|(?:i'm|i am|we're|we are) joined (?:today )?by|(?:like to|may i|i|let me|please) (?:welcome|introduce)|(?:on|to) my (?:left|right),?(?: (?:is|are|we have))?|(?:and |also )?this is(?= [^,.;]+, (?:our|the|my)\b)|(?:beside|next to|alongside) me(?: today)? (?:are|is)|(?:around|round) the table(?: today)?(?:,? (?:are|is|we have)\b|[,:]))(?:\b|(?<=[,:])):? ?(?<people>.+)$/i
const own = new RegExp(
  String.raw`\b(?:I['’]m|I am|[Mm]y name is|[Tt]his is) (?<name>${name})(?:, (?:and )?(?:I['’]m )?(?:our|the|your|an?) (?<role>${role}))?(?=[,.;]| and | chair| speaking| here|$)`,
  'u',
)
/** "Fenwick Data Limited" is nobody. */
const company = /\b(?:Limited|Ltd|PLC|Plc|LLP|LLC|Inc|CIC|CIO|GmbH)\b/
/** "I've got Ann Lee and Bob Day on the call." */
const onCall =
  /\b(?:I|[Ww]e)(?:['’]ve| have)(?: also)?(?: got)? (?<people>\p{Lu}.+?) (?:on the (?:call|line|screen)|with (?:me|us)|here|in the room)\b/u
/** "Here are Ann Lee, that's me, and Bob Day." */
const thatIsMe = new RegExp(String.raw`(?<name>${name})(?:,| –| -) (?:that['’]s|that is|which is) me\b`, 'u')
/** "Our adviser Mr Hart is on the line." */
const isHere = [
  new RegExp(
    String.raw`\b(?:[Oo]ur|[Tt]he|[Mm]y) (?<role>${role}),? (?<name>${name}),? is (?:also )?(?:here|with us|present|on the (?:line|call|screen)|in the room|joining us|in attendance)\b`,
    'gu',
  ),
  new RegExp(
    String.raw`\b[Tt]he (?<role>${role}) (?:is|are) represented (?:today |here )?by (?<name>${name})`,
    'gu',
  ),
]
const takesNote = new RegExp(
  String.raw`(?<name>${calledBy})(?: (?:is|will be)|['’]s|['’]ll be) (?:(?:here to (?:take|do|write)|taking|doing|writing|keeping) (?:the |our )?(?:notes?|minutes?)|minuting|clerking)\b`,
  'gu',
)
export const minuteTaker = 'minute taker'
/** "Anneliese said she'd be ten minutes late": once she is greeted she is there. */
const late = new RegExp(
  String.raw`(?<name>${calledBy}) (?:(?:said|says|tells me|hopes) (?:that )?(?:she|he|they)(?:['’]d| would|['’]ll| will) be|will be|is going to be|is running|is) (?:about |a bit |a little |\p{L}+ (?:to \p{L}+ )?minutes )*late\b`,
  'gu',
)
const chairs = /\b(?:i(?:'ll| will|'m| am) (?:be )?(?:chair(?:ing)?\b|in the chair)|chairing\b)/
/** "And this is David Okafor, our finance director." */
const showsAnother = /\bthis is [^,.;]+, (?:our|the|my)\b(?!.* (?:speaking|here)\b)/
const crowd =
  /^(?<who>[\w-]+(?: [\w-]+){0,2} (?:members|shareholders|trustees|owners|residents|people)) (?:are|were) (?:present|here)(?<how>(?: in person)?(?:,? and [\w-]+(?: [\w-]+)?(?: more)? by proxy)?)[.!]?$/i

/** Who is there and no director: an observer, an adviser for an item. */
const guest = new RegExp(
  String.raw`(?<name>${name}) (?:is|will be) (?:here|present|attending|with us|joining us|in attendance)(?: today)? as (?:an? |our |the )?(?<role>[a-z]+)\b`,
  'u',
)
/** The office of whoever is there and holds none. */
export const attends = 'in attendance'

/** "Priya Nair from Beaumonts joins us for item four only." */
const joinsFor = [
  new RegExp(
    String.raw`(?<name>${name})(?:,? (?:from|of) [^,.;]{2,40},?|, [^,.;]{2,40},)? (?:(?:is|will be) )?(?:joins?|joining|join|attends?|attending|attend|(?:here|with us|in attendance|present))(?: us)?(?: today)?,? (?:just |only )?(?:for|on|under) (?:agenda )?items? \w+`,
    'gu',
  ),
  new RegExp(
    String.raw`(?:[Jj]oining|[Jj]oined by|[Ww]ith us|[Hh]ere|[Aa]ttending|[Ii]n attendance) (?:us )?(?:for|on|under) (?:agenda )?items? \w+(?: only)?,? (?:is |will be |are |we have )?(?<name>${name})`,
    'gu',
  ),
  new RegExp(
    String.raw`(?<name>${name})(?:,? (?:from|of) [^,.;]{2,40},?|, [^,.;]{2,40},)? (?:is|are|will be) (?:also )?in attendance\b`,
    'gu',
  ),
]
const guestsIn = (text: string): string[] =>
  joinsFor.flatMap((form) => [...text.matchAll(form)].map(({ groups }) => groups!.name!))

const isGreeted = (said: string, talk: readonly Sentence[]): boolean => {
  const form = new RegExp(
    String.raw`\b(?:welcome|hello|hi|morning|afternoon|evening|joined by),? ${said.toLowerCase()}(?!\p{L})|(?<!\p{L})${said.toLowerCase()} (?:has|have)(?: just| now)? (?:joined|arrived)\b`,
    'u',
  )
  return talk.some(({ plain, isQuestion }) => !isQuestion && form.test(plain))
}

/** "Ann Lee, the finance director, Bob Day": the office is hers; "our partner from Kerr Lomas": a firm. */
const isNobody = ({ 0: said, index, input }: RegExpExecArray): boolean => {
  const before = input.slice(Math.max(0, index - 40), index)
  return (
    (/^(?:our|the|my) [^,]+, /i.test(said) && /\p{Lu}[\p{L}’'-]+, $/u.test(before)) ||
    /\b(?:from|of|at) $/.test(before)
  )
}

export function introductionsIn(talk: readonly Sentence[]): Introductions {
  const people = new Map<string, string | null>()
  const found: Introductions & { named: Map<string, string> } = {
    people: [],
    crowds: [],
    guests: new Set(),
    named: new Map(),
    sentences: [],
  }
  for (const sentence of talk.slice(0, opening)) {
    if (sentence.isQuestion) continue
    const listed =
      (sentence.speaker === null ? undefined : listedInAttendance(sentence.text)) ??
      list.exec(sentence.text)?.groups?.people ??
      onCall.exec(sentence.text)?.groups?.people ??
      ''
    const others = [
      ...[...listed.matchAll(person), ...listed.matchAll(officeFirst)].filter((one) => !isNobody(one)),
      ...isHere.flatMap((form) => [...sentence.text.matchAll(form)]),
    ].filter(({ groups }) => !company.test(groups!.name!))
    const self =
      thatIsMe.exec(sentence.text)?.groups ??
      (showsAnother.test(sentence.plain) ? undefined : own.exec(sentence.text)?.groups)
    const many = crowd.exec(sentence.text)?.groups
    if (self) {
      people.set(self.name!, self.role ?? (chairs.test(sentence.plain) ? 'Chair' : null))
      if (sentence.speaker !== null) found.named.set(sentence.speaker, self.name!)
    }
    const asGuest = guest.exec(sentence.text)?.groups
    if (asGuest) people.set(asGuest.name!, asGuest.role!)
    const guestWords = guestsNamedIn(sentence.text)
    for (const { groups } of others) {
      const isGuest = guestWords.includes(groups!.name!)
      if (isGuest) found.guests.add(groups!.name!)
      people.set(groups!.name!, groups!.role ?? people.get(groups!.name!) ?? (isGuest ? attends : null))
    }
    const clerks = [...sentence.text.matchAll(takesNote)].flatMap(({ groups }) => asName(groups!.name!) ?? [])
    for (const said of clerks)
      if ([...people.keys()].every((one) => !isCalled(one, said))) people.set(said, minuteTaker)
    const coming = [...sentence.text.matchAll(late)].flatMap(({ groups }) => asName(groups!.name!) ?? [])
    for (const said of coming) if (isGreeted(said, talk.slice(sentence.index))) people.set(said, null)
    for (const said of guestsIn(sentence.text)) if (!people.get(said)) people.set(said, attends)
    if (many) found.crowds.push(`${many.who!.charAt(0).toLowerCase()}${many.who!.slice(1)}${many.how}`)
    if (
      self ||
      asGuest ||
      others.length > 0 ||
      clerks.length > 0 ||
      many ||
      guestsIn(sentence.text).length > 0
    )
      found.sentences.push(sentence)
  }
  for (const { name: said, sentence } of toldPresent(talk.slice(0, opening))) {
    if ([...people.keys()].every((full) => !isCalled(full, said))) people.set(said, null)
    if (!found.sentences.includes(sentence)) found.sentences.push(sentence)
  }
  found.people = [...people].map(([full, office]) => ({ name: full, role: office }))
  return found
}
