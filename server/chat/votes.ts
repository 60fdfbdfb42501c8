import { namePartsOf } from '../language/said-of.ts'

/** Who voted how is told in few words: "Those against? Ffion." An answer that turns it round has all of them. */

type Side = 'for' | 'against'

const other: Record<Side, Side> = { for: 'against', against: 'for' }
const claims = /^(?<who>.*?)\b(?:voted|was|were|had voted) (?:(?<for>in favour|for)|(?<against>against))\b/i
const sides: Record<Side, string> = {
  for: String.raw`(?:\b(?:in favour|voting for)\b|(?<=^|[.?!] ?)for\b)`,
  against: String.raw`\b(?:against|opposed|opposing)\b`,
}
const ofOneself: Record<Side, RegExp> = {
  for: /\bi(?:'m| am| was)?(?: have|'ve)? (?:voted |voting )?(?:in favour|for it)\b/i,
  against: /\bi(?:'m| am| was)?(?: have|'ve)? (?:voted |voting )?against\b/i,
}

type Said = { speaker: string | null; text: string }

/** A sentence that says as much has room for more than a vote. */
const mostWords = 8

/** Of a sentence that says how somebody voted, whether its sources say so or the other way; null: that cannot be seen. */
export function voteToldIn(sentence: string, sources: readonly Said[]): 'so' | 'otherwise' | null {
  const claim = claims.exec(sentence)?.groups
  if (!claim) return null
  const side: Side = claim.against === undefined ? 'for' : 'against'
  const names = namePartsOf((claim.who ?? '').match(/\p{Lu}[\p{L}’'-]+/gu)?.join(' ') ?? '')
  if (names.length === 0) return null
  const isTold = (as: Side): boolean => sources.some((one) => tells(one, names, as))
  if (isTold(side)) return sentence.split(/\s+/).length <= mostWords ? 'so' : null
  return isTold(other[side]) ? 'otherwise' : null
}

/** "Those against? Ffion.", "Ffion voted against", and Ffion's own "I voted against". */
function tells({ speaker, text }: Said, names: readonly string[], side: Side): boolean {
  const plain = text.normalize('NFC').toLowerCase().replaceAll('’', "'")
  const name = `(?<!\\p{L})(?:${names.join('|')})(?!\\p{L})`
  const isSpeaker = speaker !== null && namePartsOf(speaker).some((part) => names.includes(part))
  return (
    (isSpeaker && ofOneself[side].test(plain)) ||
    new RegExp(`${sides[side]}(?:[:?,]| were| was)\\s*[^.?!:]*${name}`, 'u').test(plain) ||
    new RegExp(`${name}[^.?!:]{0,30} (?:voted|was|is|were) (?:${sides[side]})`, 'u').test(plain)
  )
}
