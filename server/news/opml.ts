import type { FeedKind } from '#contract/news.ts'
import type { CompaniesService } from '../companies/service.ts'
import type { Handle } from '../db/open.ts'
import * as store from './feed-store.ts'
import type { FeedPlace } from './add-feed.ts'
import type { ParsedOutline } from './parse.ts'

const groups = { company: 'Company', competitor: 'Competitors', industry: 'Industry' } as const

export function placeOf(
  { groups: above }: ParsedOutline,
  companyId: number,
  fallback: FeedKind,
  competitors: store.CompetitorRow[],
): FeedPlace {
  const competitor = competitors.find(({ name }) => above.includes(name))
  if (above.includes(groups.competitor) && competitor)
    return { companyId, kind: 'competitor', competitorId: competitor.id }
  const kind = (['company', 'industry'] as const).find((one) => above.includes(groups[one]))
  return { companyId, kind: kind ?? (fallback === 'competitor' ? 'industry' : fallback) }
}

const escape = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)

type Outline = { title: string | null; url: string; group: string; name: string | undefined }

/** The feeds of a company that have an address, as other readers take them. */
export async function exportOpml(
  companies: Pick<CompaniesService, 'get'>,
  handle: Handle,
  companyId: number,
): Promise<string> {
  const { name } = await companies.get(handle, companyId)
  const names = new Map((await store.competitorsOf(handle, companyId)).map((one) => [one.id, one.name]))
  const feeds = await store.feedsOf(handle, companyId)
  return writeOpml(
    name,
    feeds.flatMap((feed) =>
      feed.url === null
        ? []
        : [
            {
              ...feed,
              url: feed.url,
              group: groups[feed.kind],
              name: names.get(feed.competitor_id ?? 0),
            },
          ],
    ),
  )
}

function writeOpml(company: string, feeds: Outline[]): string {
  const lines = (some: Outline[], indent: string): string[] =>
    some.map(
      ({ title, url }) =>
        `${indent}<outline type="rss" text="${escape(title ?? url)}" xmlUrl="${escape(url)}"/>`,
    )
  const group = (text: string, inner: string[], indent: string): string[] =>
    inner.length === 0 ? [] : [`${indent}<outline text="${escape(text)}">`, ...inner, `${indent}</outline>`]
  const body = Object.values(groups).flatMap((name) => {
    const own = feeds.filter((feed) => feed.group === name)
    const competitors = [...new Set(own.flatMap((feed) => feed.name ?? []))]
    const inner = competitors.flatMap((one) =>
      group(
        one,
        lines(
          own.filter((feed) => feed.name === one),
          '        ',
        ),
        '      ',
      ),
    )
    return group(
      name,
      [
        ...inner,
        ...lines(
          own.filter((feed) => feed.name === undefined),
          '      ',
        ),
      ],
      '    ',
    )
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<opml version="2.0">',
    `  <head><title>${escape(`News feeds of ${company}`)}</title></head>`,
    '  <body>',
    ...body,
    '  </body>',
    '</opml>',
    '',
  ].join('\n')
}
