import { isCalled, numberedLabel } from '../language/names.ts'
import type { FoundAction } from '../language/rules/actions.ts'
import { type FoundDecision, topicOf } from '../language/rules/decisions.ts'
import { oneOf } from '../language/rules/phrases.ts'
import { type Attendee, type Sentence, offices, withRoles } from '../language/rules/talk.ts'

/**
 * What was said, in the manner of minutes: where a form can be turned without a word's meaning changing it is; else the
 * words themselves, in quotation marks and with their speaker.
 */

const fillers = oneOf(
  'so; um+; uh+; erm?; ah; oh; well; right; okay; ok; alright; all right; now; and; but; then; yeah; yes; great; good; ' +
    'lovely; fine; look; i mean; you know; thank you; thanks',
)
const filler = new RegExp(
  String.raw`^(?!good (?:morning|afternoon|evening|day)\b)${fillers}[,.…–—-]*\s+`,
  'i',
)
const hesitation = /,? ?\b(?:um+|uh+|erm?)\b,?(?= )/gi
const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const mostFillers = 5

/** Without what stands at its head and says nothing. */
export function withoutFillers(text: string): string {
  let rest = text.replaceAll('’', "'").replace(hesitation, '').trim()
  for (let count = 0; count < mostFillers && filler.test(rest); count++) rest = rest.replace(filler, '')
  return rest
}

/** As a sentence of minutes. */
export function asSentence(text: string): string {
  let end = text.length
  while (end > 0 && /[\s.,;:–—-]/.test(text[end - 1]!)) end--
  const bare = upper(text.slice(0, end).trim())
  return /[!?…]$/.test(bare) ? bare : `${bare}.`
}

const nameOf = (speaker: string | null): string | null =>
  speaker === null || numberedLabel.test(speaker) ? null : speaker

/** The words themselves, with nothing left out but um and er. */
export function quoted({ speaker, text }: Pick<Sentence, 'speaker' | 'text'>): string {
  const said = text.replaceAll('’', "'").replace(hesitation, '').trim()
  const words = `“${upper(said).replace(/["“”]/g, "'")}”`
  return speaker === null ? words : `${speaker}: ${words}`
}

/** What one person said after the other. */
export function dialogue(said: readonly Sentence[]): string {
  const turns: { speaker: string | null; text: string }[] = []
  for (const { speaker, text } of said) {
    const last = turns.at(-1)
    if (last && last.speaker === speaker) last.text += ` ${text}`
    else turns.push({ speaker, text })
  }
  return turns.map(quoted).join(' ')
}

/** Words that mean somebody else, or another time, once they stand in minutes. */
const people = "i; me; my; mine; you; your; yours; i'm; i'd; i've; i'll; he; she; him; his; her; hers"
const pronouns = oneOf(`${people}; that one; it's; this one; they; them; it; those; these`)
const personal = new RegExp(String.raw`\b${pronouns}\b`, 'i')
const ours = /\b(?:we|we're|we'll|we've|us|our|let's)\b/i

/** How a motion is led up to: what follows is what was moved. */
const proposes = new RegExp(
  String.raw`\b(?:i|we)(?:'d| would like to|'ll| will)?(?: formally| therefore)? ` +
    '(?:propose|move|recommend)(?: to)? ((?:we )?[a-z].{8,})$',
  'i',
)
const moves = oneOf(
  'propose; move; recommend; resolves?; resolved; proposed; moved; agreed; (?:motion|resolution|proposal|recommendation) is',
)
/** "The board resolves to purchase …" */
const bodies = oneOf('board; committee; meeting; trustees; directors; members; governors; society; trust; we')
const resolvesTo = new RegExp(String.raw`\b${bodies}(?: hereby)? (?:resolve|agree|decide)s? to ([a-z].{8,})$`)
const motionHeads = [
  new RegExp(String.raw`\b${moves}(?:,? (?:therefore|formally|then))? that (.{8,})$`, 'i'),
  proposes,
  /\b(?:that) ((?:the|a|an|we|mr|mrs|ms|dr|[A-Z])[^?]{8,} be [^?]+)$/,
]
/** What answers and adds nothing: "Agreed then: …", "Carried. …". */
const leads = oneOf("that's; that is; it's; we're; we are; is; then; so")
const settled = oneOf('agreed; carried; approved; decided; settled; unanimous')
const answerHead = new RegExp(`^(?:${leads}? ?(?:all )?${settled}(?:,? then| so)?[,:;–-]+ )`, 'i')

/** What a meeting decided, in one sentence. */
export function decisionText(found: FoundDecision, heading: string): string {
  const { settled, matter } = found
  const own = settledText(settled)
  if (own !== null) return own
  const put = matter && matter.put !== settled ? matter.put : null
  if (put && topicOf(put).size >= 2) {
    const moved = movedIn(put.text)
    if (moved !== null) return moved
    return dialogue(put.isQuestion || topicOf(settled).size < 2 ? [put, settled] : [put])
  }
  if (topicOf(settled).size >= 2) return quoted(settled)
  return isNamed(heading) ? `${heading}: ${quoted(settled)}` : dialogue(found.sentences.slice(-3))
}

const isNamed = (heading: string): boolean => !/^(?:Opening|Discussion|Item \d)/.test(heading)

/** "The report and accounts are approved", "Agreed, then: four months' costs from now on" */
function settledText(settled: Sentence): string | null {
  if (settled.isQuestion) return null
  const bare = withoutFillers(settled.text)
  const moved = movedIn(bare)
  if (moved !== null) return moved
  const rest = bare.replace(answerHead, '')
  if (topicOf({ words: rest.toLowerCase().match(/[\p{L}\d'-]+/gu) ?? [] }).size < 2 || personal.test(rest))
    return null
  const said = asOurs(rest)
  return said === null ? null : asSentence(said)
}

/** "I propose that we accept the tender" → That the tender … stays as it is said: "To accept the tender." */
function movedIn(text: string): string | null {
  const bare = withoutFillers(text).replace(/[.?!]$/, '')
  const resolves = resolvesTo.exec(bare)?.[1]
  if (resolves !== undefined && !personal.test(resolves) && !ours.test(resolves))
    return asSentence(`to ${resolves}`)
  for (const form of motionHeads) {
    const moved = form.exec(bare)?.[1]
    if (moved === undefined || personal.test(moved)) continue
    const own = /^we (?:should |will |now )?(.+)$/i.exec(moved)?.[1]
    if (own !== undefined && !ours.test(own)) return asSentence(`to ${own}`)
    if (ours.test(moved)) continue
    return asSentence(form === proposes ? moved : `that ${moved}`)
  }
  return null
}

/** "We'll go with Kent" → To go with Kent; what cannot be turned stays with its speaker: null. */
function asOurs(text: string): string | null {
  if (!ours.test(text)) return text
  const own =
    /^(?:(?:so|then|and) )?(?:we'll|we will|we're going to|we are going to|let's) (?!not\b)(.+)$/i.exec(
      text,
    )?.[1]
  return own !== undefined && !ours.test(own) ? `to ${own}` : null
}

/** Of a task: "it" and "them" may be what the sentence itself has named. */
const meansAnother = /\b(?:i|me|my|mine|you|your|yours|i'm|i'd|i've|i'll|that|this|one)\b/i
const takesOn =
  /\b(?:i'll|i will|i shall|i'm going to|i can) (?:also |then |just |gladly |certainly |happily )?(.+)$/i
const asksOf =
  /\b(?:[Cc]an|[Cc]ould|[Ww]ould|[Ww]ill) (?:you|\p{Lu}[\p{L}'-]+)(?: please| perhaps| just)? (.+?)(?:,? please)?\??$/u
/** "Robert will sign the contract": a task that is given, not asked for. */
const gives =
  /^(?:\p{Lu}[\p{L}'.-]+ ){1,3}(?:will|is to|has agreed to|agreed to|undertook to|offered to) (?!not\b|never\b|be\b)(.+)$/u
const third = /\b(?:will|to|agreed to|is to|undertook to|offered to) (.+)$/

/** "Send it": of what? */
const startsWithPronoun = (task: string): boolean => /^\w+ (?:it|them|him|her|those|these)\b/i.test(task)

/** "Helen Birtwistle to file the accounts by Friday." */
export function actionText({ said, owner }: FoundAction): string {
  const bare = withoutFillers(said.text).replace(/[.?!]+$/, '')
  const who = owner === null ? null : withinSentence(owner)
  const form = said.speaker === owner && !said.isQuestion ? takesOn : said.speaker === null ? third : asksOf
  const task = (form.exec(bare) ?? (form === asksOf && !said.isQuestion ? gives.exec(bare) : null))?.[1]
  if (
    who !== null &&
    task !== undefined &&
    task.split(' ').length >= 3 &&
    !meansAnother.test(task) &&
    !ours.test(task) &&
    !startsWithPronoun(task)
  )
    return asSentence(`${upper(who)} to ${task}`)
  const name = nameOf(owner)
  return name !== null && name !== said.speaker ? `${name}: ${quoted(said)}` : quoted(said)
}

/** "Proposed by the chair" */
export const withinSentence = (name: string): string => name.replace(/^The (?=\p{L})/u, 'the ')

const asOffice = (called: string): string | null => {
  const bare = called.toLowerCase().replace(/^(?:the|madam|mr) /, '')
  return offices.includes(bare) ? bare.replace(/^chair(?:man|woman|person)$/, 'chair') : null
}

/**
 * How somebody is named whom a transcript or a list gives this name or label: in full where one person alone can be meant,
 * by their office where no name of its holder is known.
 */
export function fullNames({
  speakers,
  attendees,
}: {
  speakers: readonly (string | null)[]
  attendees: readonly Attendee[]
}): (called: string) => string {
  const labels = [...new Set(speakers)].filter((one) => one !== null)
  const people = withRoles(attendees)
  const names = [...new Set([...people.map(({ name }) => name), ...labels])].filter(
    (name) => name !== '' && !numberedLabel.test(name) && asOffice(name) === null,
  )
  const meant = (called: string): string => {
    const office = asOffice(called)
    if (office !== null) {
      const holders = people.filter(
        ({ role, name }) => role?.toLowerCase().includes(office) && !labels.includes(name),
      )
      const name = holders.length === 1 ? holders[0]!.name : null
      return name ?? `The ${/^c[ef]o$/.test(office) ? office.toUpperCase() : office}`
    }
    if (numberedLabel.test(called)) return called
    const longer = names.filter(
      (name) =>
        name !== called && isCalled(name, called) && name.toLowerCase().startsWith(called.toLowerCase()),
    )
    return longer.length === 1 ? longer[0]! : called
  }
  const known = new Map(labels.map((label) => [label, meant(label)]))
  return (called) => {
    const name = known.get(called) ?? meant(called)
    // Two who speak are two people: each keeps the name that they go by.
    const isOthers =
      labels.includes(called) && labels.some((one) => one !== called && known.get(one) === name)
    return isOthers ? called : name
  }
}
