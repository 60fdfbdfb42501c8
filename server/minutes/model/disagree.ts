import { months as monthNames } from '../../language/calendar-words.ts'
import { figuresIn } from '../../language/figures.ts'
import { spelledNumbers } from '../../language/worded-figures.ts'

const number = String.raw`(?:\d[\d,.]*(?:\s?(?:k|m|bn|thousand|million)\b)?|(?:\b(?:${spelledNumbers.join('|')}|a|one|and|point)\b[ -]?)+)`
const months = monthNames.join('|')

/** What a figure counts: only figures of one kind can contradict each other. */
const kinds: [string, RegExp][] = [
  ['money', new RegExp(String.raw`[£€$]\s?${number}|${number}\s?(?:pounds?|euros?|quid)\b`, 'gi')],
  ['share', new RegExp(String.raw`${number}\s?(?:%|per ?cent\b|basis points?\b)`, 'gi')],
  ['time', new RegExp(String.raw`${number}[ -]?(?:years?|months?|weeks?|days?|hours?)\b`, 'gi')],
  [
    'date',
    new RegExp(
      String.raw`(?:\d{1,2}(?:st|nd|rd|th)?|\b[a-z-]+(?:st|nd|rd|th)) (?:of )?(?:${months})\b(?: \d{4})?|\b(?:${months}) \d{1,2}\b`,
      'gi',
    ),
  ],
]

/** The figures of a text by what they count; what says nothing of that and is large is money, as boards speak. */
function figuresByKind(text: string): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>()
  let rest = text
  for (const [kind, form] of kinds)
    rest = rest.replace(form, (said) => {
      const all = found.get(kind) ?? new Set()
      // The year of a date is often left out.
      for (const one of figuresIn(said)) if (kind !== 'date' || one <= 31) all.add(one)
      found.set(kind, all)
      return ' ; '
    })
  for (const one of figuresIn(rest))
    if (one > 2100) found.set('money', new Set([...(found.get('money') ?? []), one]))
    else if (one > 3 && one < 1900) found.set('other', new Set([...(found.get('other') ?? []), one]))
  return found
}

/** "Forty" said of thousands is forty thousand. */
const isAmong = (one: number, others: ReadonlySet<number>): boolean =>
  [one, one * 1000, one / 1000, one * 1e6, one / 1e6].some((form) => others.has(form))

/** Two texts about one matter name figures of one kind, and have none of them in common: "£40,000" and "£30,000". */
export function figuresDiffer(one: string, other: string): boolean {
  const [mine, theirs] = [figuresByKind(one), figuresByKind(other)]
  return [...mine].some(([kind, figures]) => {
    const beside = theirs.get(kind)
    return beside !== undefined && beside.size > 0 && ![...figures].some((figure) => isAmong(figure, beside))
  })
}

/** A text names a figure that the other leaves out. */
function leavesOutFigures(text: string, of: string): boolean {
  const there = figuresByKind(text)
  return [...figuresByKind(of)].some(([kind, figures]) =>
    [...figures].some((figure) => !isAmong(figure, there.get(kind) ?? new Set())),
  )
}

/** How many were for it is nothing of what was put to them. */
export const withoutVotes = (text: string): string =>
  text.replace(
    /\b[\d,.]*\d(?: ?%| per cent)?(?: votes?)? (?:(?:were |was |voted )?(?:in favour|for|against)\b(?! (?:the|a|an) )|of (?:the |those )?(?:votes?|voting|poll)\b)|\b(?:for|against|in favour),? \d[\d,.]*\d\b/gi,
    ' ',
  )

/** A text leaves out a figure of the other, or a name. Of what is only quoted it may leave out all but figures. */
export function leavesOut(text: string, of: string): boolean {
  if (leavesOutFigures(text, of)) return true
  if (/^[^“]*“/.test(of)) return false
  const said = text.toLowerCase()
  return [...of.matchAll(/(?<!^|[.:] )\b\p{Lu}[\p{L}’'-]+/gu)].some(
    ([name]) => !said.includes(name.toLowerCase()),
  )
}
