/** Nothing that is so long stands in the midst of other words by chance: its ends may have been cut there. */
const longEnough = 40

/** Where words stand in a text, whatever spaces and marks are between them: a link names them, an edit may have moved them. */
export function placeOf(quote: string, text: string): { from: number; to: number } | null {
  const words = quote.normalize('NFC').match(/[\p{L}\p{N}]+/gu)
  if (!words) return null
  const said = words.map(eitherForm).join(String.raw`[^\p{L}\p{N}]+`)
  const whole = String.raw`(?<![\p{L}\p{N}])${said}(?![\p{L}\p{N}])`
  const match = new RegExp(quote.length < longEnough ? whole : said, 'iu').exec(text)
  return match && { from: match.index, to: match.index + match[0].length }
}

/** "é" is one character or two. */
function eitherForm(word: string): string {
  const apart = word.normalize('NFD')
  return apart === word ? word : `(?:${word}|${apart})`
}

/** The number of the line, from 0; null: the words are not there. */
export function lineOf(quote: string, text: string): number | null {
  const place = placeOf(quote, text)
  return place && text.slice(0, place.from).split('\n').length - 1
}
