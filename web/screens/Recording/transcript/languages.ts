const names = new Intl.DisplayNames('en-GB', { type: 'language', fallback: 'code' })

/** "en" → "English"; what is no code comes back as it is. */
export function languageName(code: string): string {
  return /^[a-z]{2,3}$/.test(code) ? (names.of(code) ?? code) : code
}

/** What whisper.cpp knows. */
const codes = [
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht',
  'hu hy id is it ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl',
  'ps pt ro ru sa sd si sk sl sn so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh',
]

export const languages: readonly { value: string; label: string }[] = codes
  .flatMap((line) => line.split(' '))
  .map((value) => ({ value, label: languageName(value) }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en-GB'))
