import * as calendar from '../language/calendar-words.ts'
import { spelledNumbers } from '../language/worded-figures.ts'
import { contentWords } from '../search/service.ts'
import { alternatives, alternativeWords } from '../language/alternatives.ts'

/** What an answer to a question has in it, as far as the question's own words tell. */
export type Want = 'date' | 'share' | 'number' | 'outcome'

const asks: [Want, RegExp][] = [
  ['date', /\b(when|what (date|day|time)|which (date|day)|deadline|how soon|by when|due date)\b/i],
  ['share', /\b(percentage|percent|per cent|what (majority|share|proportion)|which majority)\b|%/i],
  [
    'number',
    /\bhow (much|many|long|often|large|big|high|far)\b|\bwhat (price|sum|amount|figure|cost|number)\b/i,
  ],
  [
    'outcome',
    new RegExp(
      alternatives([
        String.raw`\bwhat (has |have |had )?(happened|became|come)\b`,
        String.raw`\b${alternativeWords('outcome result decision carried passed')}\b`,
        String.raw`\b${alternativeWords('decided? resolved? agreed? approved? awarded? rejected?')}\b`,
        String.raw`\bwho (won|got|gets)\b`,
      ]),
      'i',
    ),
  ],
]

const months = calendar.months.join('|')
const days = calendar.days.join('|')
const written = spelledNumbers.join('|')

const has: Record<Want, RegExp> = {
  date: new RegExp(
    alternatives([
      String.raw`\b\d{1,2}(st|nd|rd|th)?( of)? (${months})\b`,
      String.raw`\b(${months}) \d{1,4}\b`,
      String.raw`\b(on|first) (${days})\b`,
      String.raw`\bwithin (\d+|\w+) (day|week|month|year)s?\b`,
      String.raw`\b(\d+|${written}) (days|weeks|months|years)\b`,
      String.raw`\b(tomorrow|next week|next month)\b`,
    ]),
    'i',
  ),
  share: /%|\bper ?cent\b|\bquarters?\b|\bthirds?\b|\bmajority\b|\bhalf\b/i,
  number: new RegExp(String.raw`\d|\b(${written})\b`, 'i'),
  outcome: new RegExp(
    String.raw`\b${alternatives([
      alternativeWords(
        'carried resolved agreed approved awarded? decided rejected withdrawn deferred postponed',
      ),
      'adopted|passed|lost|unanimous(ly)?|(those )?in favour|seconded',
    ])}\b`,
    'i',
  ),
}

export function wantsOf(question: string): Want[] {
  return asks.filter(([, asked]) => asked.test(question)).map(([want]) => want)
}

/** Whether a sentence has what is wanted; false where the question does not say what that is. */
export const answers = (wants: readonly Want[], sentence: string): boolean =>
  wants.some((want) => has[want].test(sentence))

/** Words that say what is wanted, and nothing about the matter: a passage need not have them. */
const ofWanting = new RegExp(
  String.raw`\b${alternatives([
    'percentage|per ?cent|majority|needed|required|necessary|dates?|deadline|due|amount|number',
    'outcome|results?|decisions?|decided?|resolved?|agreed?|happened|became|become',
  ])}\b`,
  'gi',
)

/** @returns what the question is about, and beside it what an answer may be found by */
export function partsOf(question: string): { about: string; also: string } {
  if (wantsOf(question).length === 0) return { about: question, also: '' }
  const about = question.replace(ofWanting, ' ')
  return contentWords(about).length === 0 ? { about: question, also: '' } : { about, also: question }
}

/** "At our last board meeting". */
export const asksOfLast = (question: string): boolean =>
  /\b(last|latest|most recent|newest)\b(?! (year|month|week|quarter))( \w+){0,2} meeting\b/i.test(question)

/** A matter that comes after another one: what was asked about ended before it. */
export const opensAnother = new RegExp(
  alternatives([
    String.raw`\bitem (number )?(\d+|one|two|three|four|five|six|seven|eight|nine|ten)\b`,
    String.raw`\b(next item|moving on|turn(ing)? (now )?to|any other business)\b`,
  ]),
  'i',
)
