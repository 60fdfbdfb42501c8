/** Words as they are compared: without accents, in small letters, letters and digits alone. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/['’]/g, '').toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

export const fold = (text: string): string => wordsOf(text).join(' ')
