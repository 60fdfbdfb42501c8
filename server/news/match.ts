/** What articles, companies and competitors have in common: names and addresses. */

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

const fold = (text: string): string => ` ${wordsOf(text).join(' ')} `

const legalForms = new Set(
  'ltd limited plc llp lp inc incorporated corp corporation co company cic gmbh ag sa bv nv group holdings'.split(
    ' ',
  ),
)

/** What people call a company: its name without its legal form; with it where nothing else is left. */
export function nameWords(name: string): string[] {
  const words = wordsOf(name)
  let end = words.length
  while (end > 1 && legalForms.has(words[end - 1]!)) end -= 1
  return words.slice(words[0] === 'the' && end > 1 ? 1 : 0, end)
}

/** The name as a phrase to search for. */
export const namePhrase = (name: string): string => nameWords(name).join(' ')

/** A host without "www". */
export function hostOf(address: string | null): string | null {
  if (address === null) return null
  const full = /^https?:\/\//i.test(address) ? address : `https://${address}`
  return URL.canParse(full) ? new URL(full).hostname.replace(/^www\./, '') || null : null
}

export type Story = { title: string; description: string | null; url: string }

/** Whether a story names somebody, or comes from or mentions their website. */
export function isAbout(story: Story, { name, website }: { name: string; website: string | null }): boolean {
  const text = fold(`${story.title} ${story.description ?? ''}`)
  const phrase = namePhrase(name)
  if (phrase !== '' && text.includes(` ${phrase} `)) return true
  const host = hostOf(website)
  if (host === null) return false
  const from = hostOf(story.url)
  return from === host || from?.endsWith(`.${host}`) === true || text.includes(` ${wordsOf(host).join(' ')} `)
}

const tracking = /^(utm_\w+|fbclid|gclid|mc_[ce]id|wt_mc|ref|cmpid|ns_\w+|at_\w+)$/i

/** Two addresses with the same key lead to the same page. */
export function urlKey(address: string): string {
  const url = new URL(address)
  for (const name of [...url.searchParams.keys()]) if (tracking.test(name)) url.searchParams.delete(name)
  url.searchParams.sort()
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.host.replace(/^www\./, '')}${path}${url.search}`
}

/** Two articles with the same key tell the same story; '' for titles that many stories have. */
export function titleKey(title: string): string {
  const words = wordsOf(title)
  return words.length >= 5 ? words.join(' ') : ''
}

/** What a person typed, as the words of a search. */
export const searchWords = (text: string): string[] => wordsOf(text).slice(0, 20)
