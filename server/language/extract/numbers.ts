/** Numbers as they are said. */

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const ordinals =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  )

/** A pattern for a number below a thousand: "six", "forty-two", "12". */
export const numberPattern = String.raw`(?:\d{1,3}|(?:${tens.join('|')})(?:[- ](?:${small.slice(1, 10).join('|')}))?|${[...small].reverse().join('|')}|none|nobody|no one|nil)`

/** @returns null when it is none */
export function numberOf(said: string): number | null {
  const text = said.trim().toLowerCase()
  if (/^\d+$/.test(text)) return Number(text)
  if (/^(?:none|nobody|no one|nil|no)$/.test(text)) return 0
  const one = small.indexOf(text)
  if (one !== -1) return one
  const [first = '', second] = text.split(/[- ]/)
  const ten = tens.indexOf(first)
  if (ten === -1) return null
  return (ten + 2) * 10 + (second ? Math.max(0, small.indexOf(second)) : 0)
}

/** "the twenty-first", "3rd", "third"; from 1 to 31. */
export const ordinalPattern = String.raw`(?:\d{1,2}(?:st|nd|rd|th)?|(?:twenty|thirty)(?:[- ](?:${ordinals.slice(1, 10).join('|')}))|twentieth|thirtieth|${[...ordinals].slice(1).reverse().join('|')})`

/** @returns null when it is no day of a month */
export function ordinalOf(said: string): number | null {
  const text = said.trim().toLowerCase()
  const figure = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(text)
  if (figure) return Number(figure[1])
  if (text === 'twentieth') return 20
  if (text === 'thirtieth') return 30
  const one = ordinals.indexOf(text)
  if (one > 0) return one
  const [first = '', second = ''] = text.split(/[- ]/)
  const ten = first === 'twenty' ? 20 : first === 'thirty' ? 30 : 0
  const unit = ordinals.indexOf(second)
  return ten > 0 && unit > 0 ? ten + unit : null
}
