/** The dates of feeds. The formats ask for English months; publishers write them in their own language all the same. */

const languages = 'de fr es it nl pt ru uk sv da nb fi pl cs tr hu ro el'.split(' ')

/** "Févr." → "fevr" */
const bare = (word: string): string =>
  word.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\./g, '').toLowerCase()

/** 1 to 12; null: months of two languages begin so. */
type Names = Map<string, number | null>

function addName(names: Names, name: string, month: number): void {
  if (!/^\p{L}{3,}$/u.test(name)) return
  names.set(name, (names.get(name) ?? month) === month ? month : null)
}

function readNames(): { whole: Names; begun: Names } {
  const [whole, begun]: [Names, Names] = [new Map(), new Map()]
  for (const language of languages)
    for (const length of ['long', 'short'] as const)
      // With a day, since many languages have another form of the name then.
      for (const shape of [{ month: length }, { month: length, day: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(language, { ...shape, timeZone: 'UTC' })
        for (let month = 1; month <= 12; month++) {
          const parts = format.formatToParts(new Date(Date.UTC(2026, month - 1, 15)))
          const name = bare(parts.find(({ type }) => type === 'month')?.value ?? '')
          addName(whole, name, month)
          addName(begun, name.slice(0, 3), month)
        }
      }
  return { whole, begun }
}

let names: ReturnType<typeof readNames> | null = null

function monthOf(word: string): number | null {
  names ??= readNames()
  const name = bare(word)
  return names.whole.get(name) ?? names.begun.get(name.slice(0, 3)) ?? null
}

/** A day, a month and a year, as everybody but English writes them: "24 Set 2018", "24 de septiembre de 2018". */
const named = /(?<!\d)(\d{1,2})(?:\.|º)?\s+(?:de\s)?(\p{L}{3,15})\.?,?\s+(?:de\s)?(\d{4})(?!\d)/u
/** "24.9.2018": read as American otherwise, where 11.12.2018 is in November. */
const dotted = /^\D{0,12}(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/u
/** "2004-július-13", "2004년 05월 28일" */
const yearFirst = /^(\d{4})(?:-|년\s?)(\p{L}{3,15}|\d\d)(?:-|월\s?)(\d\d)(?!\d)/u

const isForeign = (text: string): boolean => /[^\p{ASCII}]/u.test(text)
const isKorean = (text: string): boolean => /\p{Script=Hangul}/u.test(text)

const clock = /(?<!\d)(\d{1,2}):(\d\d(?::\d\d)?)(?!\d)/
const zone = /(?:\b(?:GMT|UTC?|Z|[ECMP][SD]T)|[+-]\d\d:?\d\d)\s*$/

/** What is unknown to Date.parse, which then takes the time of this machine. */
const zones = new Map(
  Object.entries({
    ...{ BST: '+0100', MET: '+0100', CET: '+0100', MEST: '+0200', CEST: '+0200', MSK: '+0300' },
    ...{ AT: '-0400', ET: '-0500', CT: '-0600', MT: '-0700', PT: '-0800' },
  }),
)

/** @returns milliseconds; NaN: it cannot be read */
export function readDate(text: string): number {
  const given = text
    .trim()
    .slice(0, 100)
    .replace(/[A-Z]{2,4}$/, (name) => zones.get(name) ?? name)
  const isDotted = dotted.test(given)
  const plain = isDotted ? Number.NaN : Date.parse(given)
  if (!Number.isNaN(plain)) return plain
  const dayFirst = (isDotted ? dotted : named).exec(given)
  if (dayFirst) {
    const [whole, day = '', month = '', year = ''] = dayFirst
    return momentOf([year, month, day], given.slice(dayFirst.index + whole.length))
  }
  // In English Date.parse has had its turn: it knows better what is no date.
  const [whole = '', year = '', month = '', day = ''] = (isForeign(given) && yearFirst.exec(given)) || []
  return whole === '' ? Number.NaN : momentOf([year, month, day], given.slice(whole.length))
}

function momentOf([year, word, day]: [year: string, month: string, day: string], rest: string): number {
  const month = /^\d/.test(word) ? Number(word) : monthOf(word)
  const date = new Date(Date.UTC(Number(year), (month ?? 0) - 1, Number(day)))
  if (month === null || date.getUTCMonth() !== month - 1) return Number.NaN
  const [, hours = '0', minutes = '00'] = clock.exec(rest) ?? []
  const hour = rest.includes('오후') && Number(hours) < 12 ? Number(hours) + 12 : Number(hours)
  const place = zone.exec(rest)?.[0].trim() ?? (isKorean(rest) ? '+0900' : 'UTC')
  return Date.parse(`${year}/${month}/${day} ${hour}:${minutes} ${place}`)
}
