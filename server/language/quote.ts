/** Letters and figures alone, in small letters, and where each stood. */
function bare(text: string): { text: string; at: number[] } {
  let plain = ''
  const at: number[] = []
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!.toLowerCase().replace('’', "'")
    if (/[\p{L}\p{N}]/u.test(character)) {
      plain += character.slice(0, 1)
      at.push(i)
    } else if (plain !== '' && !plain.endsWith(' ')) {
      plain += ' '
      at.push(i)
    }
  }
  return { text: plain, at }
}

/**
 * Where a quote stands in a text, whatever its capitals, marks and spaces; null: it does not stand there, whatever the model
 * that quotes it says.
 */
export function whereSaid(text: string, quote: string): { from: number; to: number } | null {
  const [said, wanted] = [bare(text), bare(quote).text.trim()]
  if (wanted === '') return null
  // Whole words.
  const at = ` ${said.text.trimEnd()} `.indexOf(` ${wanted} `)
  if (at === -1) return null
  const to = said.at[at + wanted.length - 1]! + 1
  return { from: said.at[at]!, to: /[.?!]/.test(text[to] ?? '') ? to + 1 : to }
}
