import { hearActions, inTheRoom, type FoundAction } from './actions.ts'
import { dueIn } from './dates.ts'
import { isJest, moods, takesBack } from './mood.ts'
import { takesBackOwn } from './reason.ts'
import type { People } from './people.ts'
import * as say from './phrases.ts'
import { contentOf, headless, type Sentence } from './talk.ts'

/** What speaks for or against somebody's having undertaken something; `weights.ts` says how much each counts. */
export type ActionCandidate = { found: FoundAction; signs: string[] }

/** Verbs of work whose outcome others see after the meeting. */
const delivers =
  '(?:send|see to|circulate|draft|redraft|prepare|write|rewrite|e-?mail|ring|phone|call|speak|talk|contact|chase|check|look|investigate|review|update|arrange|organi[sz]e|book|file|submit|share|get|find|come back|report|bring|follow|set up|order|obtain|instruct|publish|post|produce|revise|amend|finish|complete|finali[sz]e|sort|liaise|meet|ask|tell|notify|inform|register|pay|invoice|renew|cancel|issue|upload|compile|forward|lodge|apply|type|dig|model|cost|price|advertise|approach|negotiate|fix|test|compare|visit|inspect|measure|consult|invite|remind|reply|respond|reconcile|transfer|buy|source|verify|trace|collect|deliver|provide|pull together|do|have|add|drop|pop|let|take|make|put together)'
/** Verbs of what is done where one sits. */
const sits =
  '(?:put it|put that|put the|read|say|sign|vote|move|hold|start|begin|go|leave|stay|sit|stand|try|answer|hand|listen|support|accept|agree|second|propose|abstain|withdraw|declare|wait|adjourn|invite|mute|cross|cope|live|bet|grieve|shout|resist|pull|mend|spare|sound|spoil|count|step|take it|take that|take the|let you|let us|change mine)'
const verb = (verbs: string): RegExp =>
  new RegExp(
    String.raw`\b(?:i'll|i will|i shall|i'm going to|i am going to|i can|i could|let me|to|you|will|'ll) (?:also |then |just |now |certainly |gladly |happily |please |have another |go and |and )*${verbs}\b`,
  )

const own: Record<string, RegExp> = {
  'verb of work': verb(delivers),
  'verb of the room': verb(sits),
  "I'll": /\bi(?:'ll| will|'m going to)\b/,
  'I shall': /\bi shall\b/,
  'I am going to': /\bi(?:'m| am) going to\b/,
  'I can': /\bi (?:can|could|'d be happy)\b/,
  'let me': /\blet me\b/,
  'only a pronoun':
    /\bi(?:'ll| will) \w+ (?:it|that|this|them|those|you|him|her)(?: (?:then|too|now|all|up|off|on|out|in))?[.!]?$/,
  'to somebody':
    /\bto (?:you|everyone|everybody|all|the (?:board|committee|trustees|members|bank|council|auditors?|solicitors?|landlord|insurers?))\b|\b(?:you|everyone) (?:a|the|an)\b/,
  'if you like':
    /\bif (?:you like|you want|people want|that helps|it helps|anyone|somebody|someone|i may|i can|i'm)\b/,
  if: /\b(?:if|unless|whether)\b/,
  now: /\b(?:now|here|at once|straight away|first|last|quickly|in a moment|briefly)\b/,
  try: /\btry\b/,
  procedure:
    /\b(?:vote|poll|amendment|motion|resolution|item|agenda|chair|order|question|seconder|hands|quorum)\b/,
  'past tense':
    /\b(?:was|were|had|did|went|said|told|came|voted|wanted|asked|thought|gave|took|made|found|spent)\b/,
  conditional: /\b(?:would|could|might|should)\b|'d\b/,
  negation: moods.negation,
  recalled: moods.past,
  reported: moods.reported,
  'begins with yes': /^(?:yes|yeah|yep|sure|okay|of course|will do|right|fine|certainly|happy to)\b/,
  conclusive: /^(?:so|then|and|in that case)\b/,
  'says action': /\baction\b/,
  please: /\bplease\b|\b(?:could|can|would|will) you\b/,
  minutes: /\bminutes?\b/,
  'the resolution words': /\bthat the\b/,
  but: /\b(?:but|though|although|because|while)\b/,
  we: /\bwe\b/,
  you: /\byou\b/,
  'about oneself':
    /\b(?:myself|my (?:view|vote|hand|piece|point|camera|chair|legs|breath|tongue|hat|wife|husband|car|cards?))\b/,
}

const thanked =
  /^(?:(?:oh|yes|good|great|lovely|right|okay|perfect|brilliant|excellent|that's),? )*(?:thank you|thanks|please|good|great|perfect|do|lovely|brilliant|ta|cheers|excellent|much appreciated|that'd be|that would be)\b/
const notNeeded =
  /\b(?:no need|don't (?:bother|worry|you dare)|needn't|never mind|not (?:necessary|yet|you)|leave it|i'd rather (?:you didn't|not)|please don't|no,? (?:don't|thank|thanks|i'd)|let's not|hold off|we're fine|it's fine|i'll do it|i've done)\b/

/** Actions that may have been given or taken on, each with its signs. */
export function actionCandidates(
  talk: readonly Sentence[],
  people: People,
  chair: string | null,
): ActionCandidate[] {
  const names = new RegExp(String.raw`${people.pattern}`)
  return hearActions(talk, people).map((found) => {
    const at = found.sentences.at(-1)!
    const first = found.sentences[0]!
    const signs: string[] = [found.rule, found.doubt ? 'doubted' : 'not doubted']
    const add = (is: boolean, name: string): void => {
      if (is) signs.push(name)
    }
    const words = found.sentences.map(({ plain }) => plain)
    for (const [name, form] of Object.entries(own))
      add(
        words.some((one) => form.test(one)),
        name,
      )
    add(
      words.some((one) =>
        inTheRoom.test(one.slice(Math.max(0, one.search(/\bi(?:'ll| will|'m)\b|let me/))).slice(0, 60)),
      ),
      'of the room',
    )
    add(found.due !== null, 'has a date')
    add(
      found.due !== null && /^(?:by|before|within|in|end|next|this|tomorrow|on)\b/.test(found.due.said),
      'has a deadline',
    )
    add(found.asked, 'asked')
    add(found.answered, 'answered')
    add(found.sentences.length > 1, 'several sentences')
    add(names.test(at.plain), 'names a person')
    add(chair !== null && at.speaker === chair, 'by the chair')
    add(at.words <= 5, 'very short')
    add(at.words > 5 && at.words <= 10, 'short')
    add(at.words > 20, 'long')
    add(contentOf(words.join(' ')).length <= 1, 'little content')
    add(first.index < 8, 'at the beginning')
    add(talk.length - at.index <= 4, 'at the end')
    const before = talk.slice(Math.max(0, first.index - 3), first.index)
    const after = talk.slice(at.index + 1, at.index + 4)
    const reply = after.find(({ speaker }) => speaker !== at.speaker)
    const last = before.at(-1)
    add(last !== undefined && last.isQuestion && last.speaker !== at.speaker, 'after a question')
    add(last !== undefined && names.test(last.plain) && last.speaker !== at.speaker, 'after a name')
    add(last !== undefined && last.speaker !== first.speaker, 'begins a turn')
    add(
      before.some((one) =>
        /\b(?:who|somebody|someone|can you|could you|will you|would you|we need)\b/.test(one.plain),
      ),
      'after a call',
    )
    add(reply !== undefined && thanked.test(reply.plain), 'thanked')
    add(reply !== undefined && say.assents.test(headless(reply.plain)), 'agreed to')
    add(reply !== undefined && reply.isQuestion, 'asked about')
    add(reply !== undefined && dueIn(reply.plain) !== null && reply.words < 10, 'a date follows')
    add(after.some((one) => isJest(one)) || before.some((one) => isJest(one)), 'laughter near')
    add(
      after.some((one) => takesBack.test(one.plain) && !takesBackOwn(one, found.sentences, talk)),
      'taken back',
    )
    add(reply !== undefined && notNeeded.test(reply.plain), 'not needed')
    add(
      before.some((one) => /\b(?:declare|interest|conflict|poll|in favour)\b/.test(one.plain)),
      'procedure before',
    )
    const later = after[0]
    add(later !== undefined && later.speaker === at.speaker && !later.isQuestion, 'goes on')
    add(signs.includes('verb of work') && signs.includes('has a date'), 'work by a date')
    add(signs.includes("I'll") && !signs.includes('verb of work'), 'promise of something else')
    return { found, signs }
  })
}
