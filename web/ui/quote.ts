/** Where words stand in a text, whatever spaces and marks are between them: a link names them, an edit may have moved them. */
export function placeOf(quote: string, text: string): { from: number; to: number } | null {
  const words = quote.match(/[\p{L}\p{N}]+/gu)
  if (!words) return null
  const pattern = String.raw`(?<![\p{L}\p{N}])${words.join(String.raw`[^\p{L}\p{N}]+`)}(?![\p{L}\p{N}])`
  const match = new RegExp(pattern, 'iu').exec(text)
  return match && { from: match.index, to: match.index + match[0].length }
}

/** The number of the line, from 0; null: the words are not there. */
export function lineOf(quote: string, text: string): number | null {
  const place = placeOf(quote, text)
  return place && text.slice(0, place.from).split('\n').length - 1
}
