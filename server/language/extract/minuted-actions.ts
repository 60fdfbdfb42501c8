import type { FoundAction } from './actions.ts'
import { dueIn } from './dates.ts'
import { nobody, type People } from './people.ts'
import type { Sentence } from './talk.ts'

/** What minutes that somebody wrote say is to be done: "The Secretary to file form SH01", "ACTION: TM, by 24 April". */

const word = String.raw`\p{Lu}[\p{L}\p{M}.’'-]*`
const office =
  '(?:[Tt]he )?(?:Company )?(?:Secretary|Clerk|Chair(?:man|woman|person)?|Treasurer|President|Managing Director|Finance Director|Chief Executive|Managing Agents?|Property Manager)'
const who = String.raw`(?<who>${office}|(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Sir|Dame|Cllr)\.? )?${word}(?: ${word}){0,2})`
const aside = '(?:,? (?:also|then|therefore|further|kindly|duly|now|subsequently))*'
const undertakes = String.raw`(?:would|will|shall|undertook to|undertakes to|agreed to|agrees to|volunteered to|is to|are to|was to|were to|(?:was|were|is|are|be)${aside} (?:instructed|directed|asked|requested|authorised and instructed|tasked|required) to)`
const task = new RegExp(
  String.raw`(?<=^|[.;:] |\b(?:and|that|ACTION|Action)[:.]? ?)${who}(?: (?<plain>to)|${aside} (?<verb>${undertakes}))${aside} (?<rest>\p{Ll}[^.;]*?)(?=[.;]|$|,? and (?:also )?(?:confirmed|reported|noted|said|stated|explained|advised|added)(?: to the \w+)? that\b| and (?:${office}|${word}) (?:to|${undertakes}) )`,
  'gu',
)
/** "ACTION: TM, by 24 April": what is said before it. */
const bare = new RegExp(String.raw`^(?:ACTION|Action)[:.]? ${who}(?:[,.]| by |$)(?!.* to )`, 'u')
/** How things are, what is done in the room, or what somebody would rather not. */
const noTask =
  /^(?:not|never|be|been|have|like|prefer|need|cost|mean|want|rather|no|take no|withdraw|abstain|vote|leave|retire|rejoin|join|stand|resign|remain|continue|serve(?! (?:the|a|an|notices?)\b)|act|become|begin|end|finish|meet next|welcome|support|oppose|agree|expect|hope|the|a|an|his|her|their|its|this|that|which|date|members|shareholders)\b/
const conditional = /\b(?:if|unless|should (?:the|it|he|she|they))\b/

/** @param people whose names, offices and initials stand in the head or the list */
export function minutedActions(talk: readonly Sentence[], people: People): FoundAction[] {
  return talk.flatMap((sentence) =>
    sentence.speaker !== null || sentence.isQuestion ? [] : tasksIn(sentence, talk, people),
  )
}

function tasksIn(sentence: Sentence, talk: readonly Sentence[], people: People): FoundAction[] {
  const { text, index } = sentence
  const alone = bare.exec(text)?.groups?.who
  const before = talk[index - 1]
  if (alone !== undefined && before)
    return [found([before, sentence], ownerOf(alone, people), null, dueIn(sentence.plain))]
  return [...text.matchAll(task)].flatMap(({ groups, index: at }) => {
    const { who: said = '', rest = '', verb } = groups!
    if (noTask.test(rest) || (verb === 'agreed to' && /^(?:the|a)\b/.test(rest))) return []
    const owner = ownerOf(said, people)
    // "Income to date", "Matters to note": nobody.
    if (verb === undefined && owner === null) return []
    // "Levy to come back to the May meeting": in a list of those present there is no Levy.
    if (verb === undefined && !said.includes(' ') && isUnlisted(said, people)) return []
    const own = found([sentence], owner ?? said, rest, dueIn(rest.toLowerCase()))
    return [conditional.test(text.slice(0, at)) ? { ...own, doubt: ifOnly } : own]
  })
}

const isUnlisted = (said: string, { pattern, initialled }: People): boolean =>
  pattern !== nobody && initialled(said) === null && !new RegExp(`^(?:${pattern})$`, 'i').test(said)

const ifOnly = 'It hangs on something that was not certain.'

const ownerOf = (said: string, people: People): string | null => {
  const name = said.replace(/^[Tt]he /, '')
  const meant = people.initialled(name) ?? people.meant(name)
  if (meant === null) return null
  return new RegExp(`^${office}$`).test(said) && meant === name ? `The ${name.toLowerCase()}` : meant
}

const found = (
  sentences: Sentence[],
  owner: string | null,
  words: string | null,
  due: FoundAction['due'],
): FoundAction => ({
  ...{ sentences, owner, due, doubt: null, ground: null, asked: false, answered: false },
  rule: 'in minute style',
  ...(words === null ? {} : { task: words.trim() }),
})
