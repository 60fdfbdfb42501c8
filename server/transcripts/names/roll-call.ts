import { placeOf, speakerAfter, type Claim, type NameRule, type Turn } from './meeting.ts'
import { asName, name, phrase } from '../../language/names.ts'
import { oneOf } from '../../language/rules/phrases.ts'

const leads = `(?:${phrase('is')}|${phrase('do we have')})`
const isThere = oneOf('here; present; with us; there; on the line; on the call; in the room')
const asks = [
  new RegExp(String.raw`\b${leads} (${name}),? ${isThere}\b.{0,20}\?$`, 'u'),
  new RegExp(String.raw`^(?:\p{L}+, )?(${name})[?.]$`, 'u'),
]
const answer =
  /^(?:here|present|yes|aye|i['’]m here|i am here|for|in favour|agreed|good (?:morning|afternoon|evening))\b/i
/** "Yes, I am here, good morning." */
const answerWords = 8

/** A name is called, and somebody answers that they are there. */
export const rollCall: NameRule = (turns) =>
  turns.flatMap(({ label: by, sentences }, at): Claim[] => {
    const next = speakerAfter(turns, at)
    const last = sentences.at(-1)
    if (!next || !last || next.words > answerWords || !answer.test(next.sentences[0]?.own ?? '')) return []
    const said = asName(asks.map((ask) => ask.exec(last.own)?.[1]).find((found) => found !== undefined) ?? '')
    if (!said) return []
    return [{ rule: 'roll_call', label: next.label, by, said, ...placeOf(last), strength: 0.8 }]
  })

const present = new RegExp(
  String.raw`\b(?:${phrase('present')}|${phrase('in attendance')}|${phrase('attendees')}): (.+)`,
  'u',
)

const atHead = new RegExp(`^${name}`, 'u')

/** Names that are read out as present, as whole names: people who can be meant. */
export function presentNames(turns: readonly Turn[]): string[] {
  return turns.flatMap(({ sentences }) =>
    sentences.flatMap(({ own }) => {
      const list = own.includes(':') ? present.exec(own)?.[1] : undefined
      return (list?.split(/,|;|\band\b/) ?? [])
        .map((one) => asName(atHead.exec(one.trim())?.[0] ?? ''))
        .filter((one) => one !== null)
        .filter((one) => one.includes(' '))
    }),
  )
}
