import { placeOf, speakerBefore, type Claim, type NameRule } from './meeting.ts'
import { asName, isReported, name, phrase } from '../../language/names.ts'

// "Thanks to Sarah" and "we thank Sarah" speak of somebody who may not be there.
const thanked = new RegExp(
  String.raw`\b(?:${phrase('thank you')}|${phrase('thanks')})` +
    String.raw`(?: very much| so much| ever so much| a lot| again| indeed| kindly| for (?:that|this))*,? (${name})(.{0,6})`,
  'gu',
)
/** Whoever has spoken is thanked as soon as the next one speaks. */
const sentencesIn = 3

/** The next speaker thanks by name whoever has spoken. */
export const thanks: NameRule = (turns) =>
  turns.flatMap(({ label: by, sentences }, at) => {
    const label = speakerBefore(turns, at)
    if (label === null) return []
    const found = sentences.slice(0, sentencesIn).flatMap((sentence) => {
      const { own } = sentence
      return [...(/thank/i.test(own) ? own.matchAll(thanked) : [])].flatMap((match): Claim[] => {
        const said = asName(match[1]!)
        if (!said || isReported(own.slice(0, match.index))) return []
        const after = match[2]!
        return [
          {
            ...{ rule: 'thanks' as const, label, by, said, ...placeOf(sentence) },
            // What they have done may have been done long before.
            strength: /^,? for\b/.test(after) ? 0.4 : /^,? and\b/.test(after) ? 0 : 0.65,
          },
        ]
      })
    })
    // Two who are thanked in one breath: nobody knows which of them has just spoken.
    return new Set(found.map(({ said }) => said)).size === 1 ? found.filter((one) => one.strength > 0) : []
  })
