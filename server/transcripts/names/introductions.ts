import { placeOf, type Claim, type NameRule } from './meeting.ts'
import { asName, isReported, name, phrase } from '../../language/names.ts'

type Form = {
  rule: RegExp
  strength: (words: number) => number
  firstOnly?: boolean
  knownFirstName?: boolean
}

const full = (words: number): number => (words > 1 ? 0.93 : 0.8)
const forms: Form[] = [
  { rule: new RegExp(String.raw`\b${phrase('my name')}(?: is|['’]s) (${name})`, 'gu'), strength: full },
  {
    rule: new RegExp(String.raw`\bI(?:['’]m| am) (${name})(?! (?:and|or) (?!I\b)\p{Lu})`, 'gu'),
    strength: (words) => (words > 1 ? 0.93 : 0.75),
    knownFirstName: true,
  },
  // "This is Sarah Bell, our auditor" presents somebody else.
  {
    rule: new RegExp(
      String.raw`\b(?:${phrase('this is')}|${phrase('it')}['’]s) (${name}),? (?:speaking|here)\b`,
      'gu',
    ),
    strength: full,
  },
  {
    rule: new RegExp(String.raw`^(?:[\p{L} ]{0,20}[,.] )?(${name}),? (?:speaking|here)(?=[.,!]|$)`, 'gu'),
    strength: () => 0.75,
    firstOnly: true,
  },
  // As all of a sentence at the head of what somebody says; it may still present whoever speaks next.
  {
    rule: new RegExp(String.raw`^(?:[\p{L} ]{0,20}, this|This) is (${name})(?=[.!]?$| and I\b)`, 'gu'),
    strength: () => 0.6,
    firstOnly: true,
    knownFirstName: true,
  },
]
/** "Good morning." and "Thank you, Chair." may go before. */
const firstSentences = 2

/** Most sentences need no second look. */
const hint = /\bname\b|I['’]m |I am |speaking|here|his is /

/** People say who they are. */
export const introductions: NameRule = (turns) =>
  turns.flatMap(({ label, sentences }) =>
    sentences.flatMap((sentence, at) => {
      const { own } = sentence
      if (!hint.test(own)) return []
      return forms.flatMap(({ rule, strength, firstOnly, knownFirstName }) => {
        if (firstOnly && at >= firstSentences) return []
        return [...own.matchAll(rule)].flatMap((match): Claim[] => {
          const said = asName(match[1]!)
          if (!said || isReported(own.slice(0, match.index))) return []
          const words = said.split(' ').length
          return [
            {
              ...{ rule: 'introduction' as const, label, by: label, said, ...placeOf(sentence) },
              strength: strength(words),
              ...(knownFirstName && words === 1 && { knownOnly: true }),
            },
          ]
        })
      })
    }),
  )
