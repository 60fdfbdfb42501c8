import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A publisher: a real web server on this machine. */
export async function publisher(
  answer: RequestListener,
): Promise<{ url: string; asked: IncomingMessage[]; port: number }> {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked, port }
}

export type Story = { title: string; link?: string; text?: string; date?: string; more?: string }

export const rss = (title: string, stories: Story[]): string =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>${title}</title><link>https://news.example/</link>${stories
    .map(
      ({ title: name, link, text = '', date, more = '' }) =>
        `<item><title>${name}</title>${link ? `<link>${link}</link>` : ''}<description>${text}</description>${date ? `<pubDate>${new Date(date).toUTCString()}</pubDate>` : ''}${more}</item>`,
    )
    .join('')}</channel></rss>`

export const atom = (title: string, stories: Story[]): string =>
  `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>${title}</title>${stories
    .map(
      ({ title: name, link, text = '', date }) =>
        `<entry><title>${name}</title><link href="${link ?? ''}"/><summary type="html">${text}</summary><published>${date ?? ''}</published></entry>`,
    )
    .join('')}</feed>`

export const jsonFeed = (title: string, stories: Story[]): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    items: stories.map(({ title: name, link, text, date }, id) => ({
      ...{ id: String(id), title: name, url: link, content_html: text, date_published: date },
    })),
  })
