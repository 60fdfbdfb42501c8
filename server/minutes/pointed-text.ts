import { pointingIn, takesUp } from '../language/extract/pointing.ts'
import { pointsBack } from '../language/extract/pointed.ts'
import type { FoundDecision } from '../language/extract/decisions.ts'
import { namesMinutes } from '../language/extract/minutes-corrected.ts'
import { twoOutcomes } from '../language/extract/two-outcomes.ts'
import type { Sentence } from '../language/extract/talk.ts'
import { motionIn, type Place } from './decision-text.ts'
import { asSentence, dialogue, withoutFillers } from './style.ts'

/** What was decided where the words that closed it only point back: what was put, and what was added to it. */

const months = 'January|February|March|April|May|June|July|August|September|October|November|December'
const ofWhen = new RegExp(
  String.raw`\bminutes(?: (?:of|from|for) (?:the |our )?(?:(?:\w+ )?(?:meeting|board|agm|annual general meeting)(?: (?:of|on|held on))?(?: the)? )?(?:(?:\d+(?:st|nd|rd|th)?|[\w-]+(?:st|nd|rd|th))(?: of)? )?(?:${months})(?: \d{4})?|(?: (?:of|from) (?:the )?(?:\d+(?:st|nd|rd|th)|(?!last\b)[\w-]+(?:st|nd|rd|th)))\b)`,
  'i',
)

/** "The minutes from July." Those that nobody dates are of the last meeting. */
function minutesNamed({ text, plain }: Sentence, closing: Sentence): string {
  const how = /\bas an? (?:[a-z]+ )*?record\b/i.exec(closing.text)?.[0]
  const approved = `were approved${how === undefined ? '' : ` ${how}`}.`
  const named = ofWhen.exec(text)?.[0]
  if (named !== undefined) return `The ${named.replace(/^minutes/i, 'minutes')} ${approved}`
  return /\b(?:annual general meeting|agm)\b/.test(plain)
    ? `The minutes of the last annual general meeting ${approved}`
    : `The minutes of the last meeting ${approved}`
}

const lead =
  /^(?:(?:i quite like that|i like that|okay|ok)[.,;]? )?(?:so |and |then |but )*(?:how about|what about|what if|suppose|why don't|could|shall|could we just)(?: this| we say| instead)?[,:]? (?=\S)/i
/** In the words in which others may read them: "How about we lease it?" → "We lease it." */
const said = (one: Sentence): Sentence => {
  const bare = withoutFillers(one.text)
  const rest = bare.replace(lead, '')
  return rest === bare ? one : { ...one, text: rest.replace(/\?\s*$/, '.') }
}

const invites =
  /^(?:so |and |then |right,? )*(?:are|is) (?:we|you|members|trustees|directors|governors|everyone|everybody|people|the (?:board|committee|meeting))(?: all| both| therefore)? (?:happy|content|agreed|minded|comfortable|willing|prepared) (?<rest>to .+?)\??$/i
const me = /^i(?:'m| am) (?:minded|inclined|proposing|suggesting) (?<rest>(?:to|that) .+)$/i

function motionOf(one: Sentence, place: Place): string | null {
  const bare = withoutFillers(one.text)
  const rest = (invites.exec(bare) ?? me.exec(bare))?.groups?.rest
  const idea = said(one)
  const put =
    rest !== undefined || idea !== one
      ? { ...one, text: `I propose that ${rest ?? idea.text}`.replace('that to ', 'to ') }
      : one
  const motion = motionIn(put, place)
  // "To accept the loan, but we don't sign yet" is no sentence.
  return motion !== null && !/[,;] (?:but|and|then|or) (?:we|then)\b|\bor\b.*\bor\b/.test(motion)
    ? motion
    : null
}

/** A clause stands as a sentence. */
const asWhole = (one: Sentence): Sentence => ({ ...one, text: one.text.replace(/(?<=[^.!?])$/, '.') })

/** @returns null: it was closed otherwise */
export function pointedText({ about, sentences, rule }: FoundDecision, place: Place): string | null {
  if (rule === twoOutcomes) return dialogue(about.map(asWhole))
  if (rule !== pointsBack) return null
  const [first] = about
  if (first && about.length === 1 && pointingIn(sentences.at(-1)!) && isOfMinutes(first))
    return minutesNamed(first, sentences.at(-1)!)
  const put = about.find((one) => motionOf(one, place) !== null)
  const motion = put && motionOf(put, place)
  const others = about.filter((one) => one !== put)
  const closing = sentences.find((one) => takesUp(one))
  if (motion) {
    const added = closing
      ? /\bwith ((?:[\w’'-]+['’]s|that|the) (?:additions?|amendments?|changes?|conditions?|provisos?))\b/i.exec(
          closing.text,
        )?.[1]
      : undefined
    const whole = added === undefined ? motion : asSentence(`${motion.replace(/\.$/, '')}, with ${added}`)
    return others.length === 0 ? whole : `${whole} ${dialogue(others)}`
  }
  return dialogue(about.map(said))
}

const isOfMinutes = (one: Sentence): boolean =>
  namesMinutes(one) ||
  /^(?:[\w']+[,.]? ){0,3}(?:(?:last|previous|draft) )?(?:\w+'s )?minutes\b/.test(one.plain)
