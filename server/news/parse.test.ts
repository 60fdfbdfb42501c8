import { expect, test } from 'vitest'
import { parse } from './parse.ts'

const read = (bytes: Uint8Array | string) =>
  parse({ bytes: Buffer.from(bytes), contentType: null, base: 'https://news.example/feed' })

test('feeds as they come: no encoding named, loose ampersands, nothing in them yet', () => {
  // "Новости порта" in KOI8-R and in Windows-1251, with nothing that says so.
  const line = (hex: string) => Buffer.from(hex.repeat(3), 'hex')
  const feed = (words: Buffer) =>
    Buffer.concat([
      Buffer.from('<rss><channel><item><title>'),
      words,
      Buffer.from('</title></item></channel></rss>'),
    ])
  const words = { kind: 'feed', feed: { items: [{ title: 'Новости порта '.repeat(3).trim() }] } }
  expect(read(feed(line('eecfd7cfd3d4c920d0cfd2d4c120')))).toMatchObject(words)
  expect(read(feed(line('cdeee2eef1f2e820efeef0f2e020')))).toMatchObject(words)

  const loose =
    '<rss><channel><title>a=1&copy=2 &amp; more</title><item><title>T</title><link><![CDATA[https://x.example/?a=1&b=2]]></link></item></channel></rss>'
  expect(read(loose)).toMatchObject({
    feed: { title: 'a=1&copy=2 & more', items: [{ url: 'https://x.example/?a=1&b=2' }] },
  })
  expect(read('<?xml version="1.0"?><rss>\n</rss>')).toMatchObject({ kind: 'feed', feed: { items: [] } })
  expect(read('<html><body>No</body></html>')).toMatchObject({ kind: 'refused' })
})
