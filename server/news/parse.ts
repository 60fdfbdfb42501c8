import { parseFeed, parseOpml } from 'feedsmith'
import { readDate } from './feed-dates.ts'
import { decode, oneLine, readHtml } from './text.ts'

/** Reads feeds. It runs in a thread with limits of time and memory: what it is given was written by strangers. */

export type ParsedItem = {
  title: string
  /** null: nothing can be opened. */
  url: string | null
  description: string | null
  image: string | null
  /** ISO 8601; null: it does not say, or not so that it can be read. */
  publishedAt: string | null
  /** It says when, and nobody can read it. */
  dateUnread: boolean
}
export type ParsedFeed = { title: string | null; link: string | null; items: ParsedItem[] }
export type ParsedOutline = { title: string; url: string; groups: string[] }

export type ParseQuestion = { bytes: Uint8Array; contentType: string | null; base: string | null }
export type ParseAnswer =
  | { kind: 'feed'; feed: ParsedFeed }
  | { kind: 'opml'; title: string | null; outlines: ParsedOutline[] }
  | { kind: 'refused'; reason: string }

const mostItems = 500
const mostOutlines = 1000
const longestTitle = 300
const longestDescription = 600

type Loose = { [key: string]: unknown }

const asObject = (value: unknown): Loose =>
  typeof value === 'object' && value !== null ? (value as Loose) : {}
const asList = (value: unknown): Loose[] => (Array.isArray(value) ? value.map(asObject) : [])
/** Plain text, or Atom's `{ value }`. */
function asText(value: unknown): string | null {
  const text = typeof value === 'string' ? value : asObject(value).value
  return typeof text === 'string' && text.trim() !== '' ? text : null
}

class Refused extends Error {}

/**
 * XML without its DOCTYPE. One that declares entities of its own is refused: what they would become is how a few bytes
 * fill a machine's memory, or read its files.
 */
function withoutDoctype(xml: string): string {
  const start = xml.slice(0, 20_000).search(/<!DOCTYPE/i)
  if (start === -1) return xml
  let at = start
  let bracket = false
  for (; at < xml.length; at += 1) {
    const char = xml[at]
    if (char === '[') bracket = true
    else if (char === ']') bracket = false
    else if (char === '>' && !bracket) break
  }
  const doctype = xml.slice(start, at + 1)
  if (/<!ENTITY\s{1,20}[^%\s]/i.test(doctype))
    throw new Refused('It declares entities of its own, which are not read.')
  return xml.slice(0, start) + xml.slice(at + 1)
}

/** An ampersand that begins no reference is meant as one: `?page=1&copy=2` has no copyright sign in it. */
const withLooseAmpersands = (xml: string): string =>
  xml.replace(/<!\[CDATA\[[\s\S]*?\]\]>|&(?!#?\w{1,31};)/g, (found) => (found === '&' ? '&amp;' : found))

/** A feed with nothing in it yet is one all the same. */
const isEmpty = (xml: string): boolean =>
  /<(?:rss|rdf:RDF|feed)(?:\s[^>]{0,2000})?(?:\/>|>\s*<\/(?:rss|rdf:RDF|feed)>)\s*$/.test(xml.slice(-4000))

/** Some write the version alone where the address of the format belongs. */
function readJson(text: string): unknown {
  const json = asObject(JSON.parse(text))
  if (Array.isArray(json.items) && !String(json.version).includes('jsonfeed'))
    json.version = 'https://jsonfeed.org/version/1.1'
  return json
}

export function parse({ bytes, contentType, base }: ParseQuestion): ParseAnswer {
  try {
    const text = decode(bytes, contentType).trimStart()
    if (text.startsWith('{')) return { kind: 'feed', feed: presentFeed(parseFeed(readJson(text)), base) }
    const xml = withLooseAmpersands(withoutDoctype(text))
    if (/<opml[\s>]/i.test(xml.slice(0, 2000))) return presentOpml(parseOpml(xml))
    if (/<html[\s>]/i.test(xml.slice(0, 2000)) && !/<(rss|feed|rdf:RDF)[\s>]/i.test(xml.slice(0, 5000)))
      return { kind: 'refused', reason: 'This is a web page and not a feed.' }
    if (isEmpty(xml)) return { kind: 'feed', feed: { title: null, link: null, items: [] } }
    return { kind: 'feed', feed: presentFeed(parseFeed(xml), base) }
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', reason: error.message }
    return { kind: 'refused', reason: 'It is not a feed that can be read (RSS, Atom, RDF or JSON Feed).' }
  }
}

function presentFeed(parsed: { format: string; feed: unknown }, base: string | null): ParsedFeed {
  const feed = asObject(parsed.feed)
  const link = asText(feed.link) ?? asText(feed.home_page_url) ?? linkOf(feed.links)
  const from = absolute(link, base) ?? base
  const items = asList(feed.items ?? feed.entries).slice(0, mostItems)
  return {
    title: words(feed.title, longestTitle),
    link,
    items: items.map((item) => presentItem(item, from)),
  }
}

function presentItem(item: Loose, base: string | null): ParsedItem {
  const body = [item.description, item.summary, item.content_html, item.content_text, item.content]
    .map((one) => asText(one) ?? asText(asObject(one).encoded))
    .find((one) => one !== null)
  const full = asText(item.content_html) ?? asText(asObject(item.content).encoded) ?? asText(item.content)
  const read = readHtml(body ?? '')
  const picture = attached(item) ?? read.image ?? (full ? readHtml(full).image : null)
  return {
    title: words(item.title, longestTitle) ?? oneLine(read.text, 100),
    url: absolute(addressOf(item), base),
    description: oneLine(read.text, longestDescription) || null,
    image: absolute(picture, base),
    ...dateOf(item),
  }
}

function words(value: unknown, longest: number): string | null {
  const text = asText(value)
  if (text === null) return null
  const plain = asObject(value).type === 'text' || !/<|&#?\w{1,31};/.test(text)
  return oneLine(plain ? text : readHtml(text).text, longest) || null
}

function addressOf(item: Loose): string | null {
  const permalink = asObject(item.guid).isPermaLink === false ? null : asText(item.guid)
  const isAddress = permalink !== null && /^https?:\/\//i.test(permalink)
  return (
    asText(item.link) ??
    asText(item.url) ??
    asText(item.external_url) ??
    linkOf(item.links) ??
    (isAddress ? permalink : null)
  )
}

function linkOf(links: unknown): string | null {
  const all = asList(links)
  const best =
    all.find(({ rel }) => rel === undefined || rel === 'alternate') ?? all.find(({ rel }) => rel !== 'self')
  return asText(best?.href)
}

/** A picture that the item names as such. */
function attached(item: Loose): string | null {
  const media = asObject(item.media)
  const groups = [media, asObject(media.group), ...asList(media.groups)]
  const isPicture = ({ type, medium, mime_type }: Loose): boolean =>
    medium === 'image' || (asText(type) ?? asText(mime_type) ?? '').startsWith('image/')
  return (
    asText(item.image) ??
    asText(item.banner_image) ??
    asText(groups.flatMap(({ thumbnails }) => asList(thumbnails))[0]?.url) ??
    asText(groups.flatMap(({ contents }) => asList(contents)).find(isPicture)?.url) ??
    asText([...asList(item.enclosures), ...asList(item.attachments)].find(isPicture)?.url)
  )
}

function dateOf(item: Loose): Pick<ParsedItem, 'publishedAt' | 'dateUnread'> {
  const dc = asObject(item.dc)
  const dates = Array.isArray(dc.dates) ? (dc.dates as unknown[]) : []
  let dateUnread = false
  const given = [item.pubDate, item.published, item.date_published, dc.date, dates[0]]
  for (const one of [...given, item.updated, item.date_modified]) {
    const text = one instanceof Date ? one.toISOString() : asText(one)
    const time = text === null ? Number.NaN : readDate(text)
    if (time > Date.UTC(1990, 0) && time < Date.now() + 86_400_000)
      return { publishedAt: new Date(Math.min(time, Date.now())).toISOString(), dateUnread: false }
    dateUnread ||= text !== null
  }
  return { publishedAt: null, dateUnread }
}

/** Only what a browser may open: never javascript:, data: or a name and password. */
export function absolute(address: string | null, base: string | null): string | null {
  const text = address?.trim() ?? ''
  if (text === '' || text.length > 2000) return null
  const url = URL.canParse(text)
    ? new URL(text)
    : base && URL.canParse(text, base)
      ? new URL(text, base)
      : null
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : null
}

function presentOpml(opml: unknown): ParseAnswer {
  const { head, body } = asObject(opml)
  const outlines: ParsedOutline[] = []
  const walk = (list: unknown, groups: string[], depth: number): void => {
    if (depth > 10) return
    for (const one of asList(list)) {
      if (outlines.length >= mostOutlines) return
      const title = oneLine(asText(one.text) ?? asText(one.title) ?? '', longestTitle)
      const url = absolute(asText(one.xmlUrl), null)
      if (url) outlines.push({ title: title || url, url, groups })
      walk(one.outlines, title ? [...groups, title] : groups, depth + 1)
    }
  }
  walk(asObject(body).outlines, [], 0)
  return { kind: 'opml', title: asText(asObject(head).title), outlines }
}
