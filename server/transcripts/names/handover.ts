import { placeOf, speakerAfter, type Claim, type NameRule } from './meeting.ts'
import { asName, isReported, name, phrase } from '../../language/names.ts'
import { alternatives } from '../../language/alternatives.ts'
import { oneOf } from '../../language/rules/phrases.ts'

const asked = alternatives([
  'over to you|would you|could you|can you|will you|do you|are you|can I ask you|may I ask you',
  'please go ahead|go ahead|please|the floor is yours|you have the floor',
  "what do you|what['’]s your|what is your|what are your|you['’]re next",
])
const called = phrase(
  oneOf(
    "over to; hand over to; hand you over to; hand it over to; handing over to; hand back to; let's hear from; " +
      'let us hear from; can we hear from; hear from; call on; call upon; invite; bring in; turn to; turning to; ' +
      'pass to; pass over to; can I ask; could I ask; may I ask; ask',
  ),
).replace("'", "['’]")
const forms: RegExp[] = [
  new RegExp(String.raw`(?:^|[,;] |\band )(${name})[,–—-]? ${asked}\b`, 'gu'),
  new RegExp(String.raw`\b${called} (?:you,? )?(${name})`, 'gu'),
  new RegExp(
    String.raw`\b(?:${phrase('over to you')}|${phrase('go ahead')}|${phrase('please')}|you['’]re next),? (${name})(?=[.,?!]|$)`,
    'gu',
  ),
  // "What do you think, Priya?", "Priya?"
  new RegExp(String.raw`(?:^|, )(${name})\?$`, 'gu'),
]
/** What is to happen, but not now. */
const notNow = new RegExp(
  String.raw`\b${alternatives([
    'after the meeting|afterwards|tomorrow|yesterday|later|offline|by e-?mail|when (?:he|she|they)',
    'next (?:week|month|time|meeting|quarter|year)|last (?:week|month|time|meeting)',
    'to (?:send|prepare|write|circulate|draft|arrange|contact)',
  ])}\b`,
  'i',
)
/** Most sentences need no second look. */
const hint = /over|ask|hear|call|invite|bring|turn|pass|please|ahead|floor|next|\?/i
/** A call comes at the end of what somebody says. */
const sentencesIn = 2

/** Somebody, mostly the chair, calls on whoever speaks next. */
export const handover: NameRule = (turns) =>
  turns.flatMap(({ label: by, sentences }, at) => {
    const next = speakerAfter(turns, at)
    if (!next) return []
    const found = sentences.slice(-sentencesIn).flatMap((sentence) => {
      const { own } = sentence
      return !hint.test(own) || notNow.test(own)
        ? []
        : forms.flatMap((form) =>
            [...own.matchAll(form)].flatMap((match): Claim[] => {
              const said = asName(match[1]!)
              if (!said || isReported(own.slice(0, match.index))) return []
              return [{ rule: 'handover', label: next.label, by, said, ...placeOf(sentence), strength: 0.7 }]
            }),
          )
    })
    return new Set(found.map(({ said }) => said)).size === 1 ? found.slice(0, 1) : []
  })
