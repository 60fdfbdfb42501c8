import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Article, Feed } from '#contract/news.ts'
import { errorBody } from '#contract/errors.ts'
import type { RunningServer } from '../run.ts'
import { send, until } from '../test/client.ts'
import { atom, jsonFeed, publisher, rss } from '../test/feeds.ts'
import { startAppliance } from '../test/server.ts'

const allowed = { APPLIANCE_FEED_HOSTS: '127.0.0.1' }

async function start(): Promise<RunningServer & { company: number }> {
  const server = await startAppliance({ env: allowed })
  const { body } = await send(server.url, 'POST', '/api/governance/companies', {
    name: 'Harwich Ferries Ltd',
    industryTerms: ['ferry', 'shipping'],
  })
  return { ...server, company: Number(body.id) }
}

const list = async (url: string, path: string): Promise<Article[]> => {
  const answer = await fetch(url + path)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Article[]
}
const titles = async (url: string, path: string): Promise<string[]> =>
  (await list(url, path)).map(({ title }) => title)

async function follow(url: string, company: number, feed: object): Promise<Feed> {
  const { status, body } = await send(url, 'POST', `/api/companies/${company}/feeds`, feed)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return fetched(url, company, Number(body.id))
}

type Feeds = { feeds: Feed[]; job: unknown }
const feedsOf = async (url: string, company: number): Promise<Feeds> =>
  (await (await fetch(`${url}/api/companies/${company}/feeds`)).json()) as Feeds

/** Waits until a feed has been asked and nothing more is under way. */
async function fetched(url: string, company: number, id: number): Promise<Feed> {
  const { feeds } = await until(
    () => feedsOf(url, company),
    ({ feeds: some, job }) => job === null && some.some((one) => one.id === id && one.checkedAt !== null),
  )
  return feeds.find((one) => one.id === id)!
}

const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

test('RSS, Atom and JSON feeds: read, joined, matched to competitors, sorted, searched, saved and read', async () => {
  const { url, company, services } = await start()
  const stories = {
    rss: rss('Port Gazette', [
      {
        title: 'Brittany Line orders two new ships',
        link: 'https://gazette.example/a?utm_source=rss',
        date: ago(1),
        text: '&lt;p&gt;The &lt;b&gt;order&lt;/b&gt; is large.&lt;script&gt;alert(1)&lt;/script&gt;&lt;/p&gt;',
        more: '<media:thumbnail url="PUBLISHER/picture"/>',
      },
      {
        title: 'A harbour festival draws thousands to the quay',
        link: 'https://gazette.example/b',
        date: ago(2),
      },
      { title: '&lt;img src=x onerror=alert(1)&gt; Click here', link: 'javascript:alert(1)', date: ago(1) },
    ]),
    atom: atom('Shipping Today', [
      { title: 'Brittany Line orders two new ships', link: 'https://www.gazette.example/a/', date: ago(1) },
      { title: 'Harwich Ferries wins a ferry award', link: 'https://shipping.example/1', date: ago(3) },
      { title: 'Brittany Line  orders two new ships!', link: 'https://shipping.example/2', date: ago(2) },
    ]),
    json: jsonFeed('Harwich Ferries', [
      {
        title: 'Our summer timetable',
        link: 'https://harwich.example/t',
        text: '<p>More sailings</p>',
        date: ago(9),
      },
    ]),
  }
  const { url: from, asked } = await publisher((request, response) => {
    if (request.url === '/picture') return void response.end(png)
    if (request.headers['if-none-match'] === '"1"') return void response.writeHead(304).end()
    const kind = (request.url ?? '').slice(1) as keyof typeof stories
    response.setHeader('etag', '"1"')
    response.end(stories[kind].replace('PUBLISHER', from))
  })
  expect((await follow(url, company, { url: `${from}/rss`, kind: 'industry' })).title).toBe('Port Gazette')
  expect(await follow(url, company, { url: `${from}/atom`, kind: 'industry' })).toMatchObject({ error: null })
  await follow(url, company, { url: `${from}/json`, kind: 'company' })

  const base = `/api/companies/${company}`
  const industry = await list(url, `${base}/industry-news`)
  expect(industry.map(({ title }) => title)).toEqual([
    'Brittany Line orders two new ships',
    'A harbour festival draws thousands to the quay',
    'Harwich Ferries wins a ferry award',
  ])
  expect(industry[0]).toMatchObject({
    source: 'Port Gazette',
    description: 'The order is large.',
    read: false,
  })
  // The terms of the industry come first, fresh or not.
  expect((await titles(url, `${base}/industry-news?sort=relevance`))[0]).toBe(
    'Harwich Ferries wins a ferry award',
  )
  expect((await list(url, `${base}/industry-news?sort=source`)).map(({ source }) => source)).toEqual([
    'Port Gazette',
    'Port Gazette',
    'Shipping Today',
  ])
  expect(await titles(url, `${base}/industry-news?search=festiv`)).toEqual([industry[1]!.title])
  expect(await titles(url, `${base}/industry-news?search=${encodeURIComponent('" * (')}`)).toEqual([])
  // What names the company stands under the company too.
  expect(await titles(url, `${base}/news`)).toEqual([
    'Harwich Ferries wins a ferry award',
    'Our summer timetable',
  ])

  const picture = await fetch(url + industry[0]!.imageUrl!)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])

  expect(await titles(url, `${base}/competitors/news`)).toEqual([])
  const added = await send(url, 'POST', `${base}/competitors`, {
    companyId: company,
    name: 'Brittany Line Ltd',
    website: '',
    trackNews: true,
  })
  expect(added.status).toBe(200)
  expect(await titles(url, `${base}/competitors/news`)).toEqual(['Brittany Line orders two new ships'])

  const { id } = industry[0]!
  await send(url, 'POST', `/api/news/articles/${id}/save`, { isSaved: true })
  expect((await send(url, 'POST', `/api/news/articles/${id}/read`)).status).toBe(200)
  expect(await list(url, '/api/news/saved')).toMatchObject([{ id, saved: true, read: true }])

  // Asked again at once it is not; and what has not changed is not sent again.
  const before = asked.length
  await send(url, 'POST', `${base}/news/refresh`)
  await until(
    () => feedsOf(url, company),
    ({ job }) => job === null,
  )
  expect(asked.length).toBe(before)

  // A while later they are asked with what they said last time, and answer 304: nothing is lost by it.
  await services.db.write('feed').update({ checked_at: ago(1) })
  await send(url, 'POST', `${base}/news/refresh`)
  const later = await until(
    () => feedsOf(url, company),
    ({ feeds, job }) => job === null && feeds.every(({ checkedAt }) => checkedAt! > ago(0.5)),
  )
  expect(later.feeds.map(({ error }) => error)).toEqual([null, null, null])
  expect(asked.slice(before).map(({ headers }) => headers['if-none-match'])).toEqual(['"1"', '"1"', '"1"'])
  expect(await titles(url, `${base}/industry-news`)).toEqual(industry.map(({ title }) => title))

  expect((await send(url, 'DELETE', `/api/competitors/${String(added.body.id)}`)).status).toBe(200)
  expect(await list(url, `${base}/competitors`)).toEqual([])
})

test('hostile publishers: what each comes to', async () => {
  const { url, company } = await start()
  const elsewhere = await publisher((_request, response) => response.end(rss('Secret', [{ title: 'No' }])))
  const bomb = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${rss('Bomb', [{ title: '&b;' }])}`
  const { url: from } = await publisher((request, response) => {
    const path = request.url
    if (path === '/endless') {
      response.on('error', () => undefined)
      const more = (): void =>
        void (response.write('x'.repeat(65_536)) ? setImmediate(more) : response.once('drain', more))
      return more()
    }
    const to = {
      '/inside': `http://127.0.0.2:${elsewhere.port}/`,
      '/name': `http://localhost:${elsewhere.port}/`,
    }
    const away = { ...to, '/file': 'file:///etc/passwd', '/circle': '/circle' }[path ?? '']
    if (away) return void response.writeHead(302, { location: away }).end()
    if (path === '/bomb') return void response.end(bomb)
    if (path === '/packed') return void response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')
    if (path === '/page') return void response.end('<!doctype html><html><body>Hello</body></html>')
    response.writeHead(500).end()
  })
  const why = async (path: string): Promise<string | null> =>
    (await follow(url, company, { url: from + path, kind: 'industry' })).error
  expect(await why('/endless')).toContain('larger than 5 MB')
  expect(await why('/inside')).toContain('stays off the network')
  expect(await why('/name')).toContain('stays off the network')
  expect(await why('/file')).toContain('Only addresses that begin with http')
  expect(await why('/circle')).toContain('without end')
  expect(await why('/bomb')).toContain('entities of its own')
  expect(await why('/packed')).toContain('compressed')
  expect(await why('/page')).toContain('web page and not a feed')
  expect(await why('/broken')).toContain('answered with 500')
  expect(elsewhere.asked).toEqual([])
  const refused = async (address: string): Promise<string> => {
    const body = { url: address, kind: 'industry' }
    return errorBody.parse((await send(url, 'POST', `/api/companies/${company}/feeds`, body)).body).code
  }
  expect(await refused('http://169.254.169.254/latest/meta-data')).toBe('feed_refused')
  expect(await refused('ftp://127.0.0.1/feed')).toBe('invalid_input')
  expect(await refused('not an address')).toBe('invalid_input')
})

test('lists of feeds: imported, exported with their places, and a feed that comes as a file', async () => {
  const { url, company, services } = await start()
  const base = `/api/companies/${company}`
  const { body } = await send(url, 'POST', `${base}/competitors`, {
    name: 'A & B "Lines"',
    website: 'ab.example',
  })
  const { url: from } = await publisher((_request, response) => response.end(rss('Any', [])))
  const opml = `<opml version="2.0"><head><title>x</title></head><body><outline text="Competitors"><outline text="A &amp; B &quot;Lines&quot;"><outline text="News &lt;of&gt; A" type="rss" xmlUrl="${from}/1"/></outline></outline><outline text="Mine" xmlUrl="${from}/2"/><outline text="Inside" xmlUrl="http://10.0.0.1/feed"/></body></opml>`
  expect((await send(url, 'POST', `${base}/feeds/opml`, { opml })).body).toEqual({
    added: 2,
    known: 0,
    refused: 1,
  })
  expect((await send(url, 'POST', `${base}/feeds/opml`, { opml })).body).toEqual({
    added: 0,
    known: 2,
    refused: 1,
  })
  const exported = await fetch(`${url}${base}/feeds/opml`)
  expect(exported.headers.get('content-disposition')).toContain('attachment')
  const { feeds } = await feedsOf(url, company)
  expect(feeds.map(({ kind, competitorId }) => [kind, competitorId])).toEqual([
    ['competitor', body.id],
    ['industry', null],
  ])
  for (const { id } of feeds) await send(url, 'DELETE', `/api/feeds/${id}`)
  const again = { opml: await exported.text() }
  expect((await send(url, 'POST', `${base}/feeds/opml`, again)).body).toMatchObject({ added: 2 })
  expect((await feedsOf(url, company)).feeds.map(({ kind }) => kind)).toEqual(['competitor', 'industry'])

  const take = (bytes: Buffer) =>
    services.news.feeds.takeFile({ companyId: company, kind: 'industry' }, { name: 'drop.xml', bytes })
  const story = { title: 'From the shared folder', link: 'https://file.example/1' }
  expect(await take(Buffer.from(rss('By file', [story])))).toMatchObject({ articles: 1 })
  expect(await take(Buffer.from(rss('By file', [story])))).toMatchObject({ articles: 0 })
  expect(await titles(url, `${base}/industry-news`)).toEqual(['From the shared folder'])
  await expect(take(await readFile(`${services.config.appRoot}/package.json`))).rejects.toThrow(/not a feed/)
})
