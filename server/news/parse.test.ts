import { expect, test } from 'vitest'
import { readDate } from './feed-dates.ts'
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

test('dates in the languages of their publishers, day first, and in zones that have names', () => {
  const right = {
    'Seg, 24 Set 2018 19:22:00 -0300': '2018-09-24T22:22:00Z',
    'Di, 03 Mär 2026 08:00:00 +0100': '2026-03-03T07:00:00Z',
    'mar., 24 févr. 2026 8:05:00 GMT': '2026-02-24T08:05:00Z',
    'jeu., 09 juil. 2026 10:00:00 +0200': '2026-07-09T08:00:00Z',
    'Пн, 23 ноя 2026 10:00:00 +0300': '2026-11-23T07:00:00Z',
    '24 de septiembre de 2018': '2018-09-24T00:00:00Z',
    'Κυρ, 11 Ιούλ 2004 12:00:00 EST': '2004-07-11T17:00:00Z',
    '2004-július-13T9:15-05:00': '2004-07-13T14:15:00Z',
    '2004-05-25 오후 11:23:17': '2004-05-25T14:23:17Z',
    '11.12.2026 08:00 UTC': '2026-12-11T08:00:00Z',
    'Mon, 01 Jun 2026 08:00:00 BST': '2026-06-01T07:00:00Z',
    'Mon, 23 Nov 2026 08:00:00 GMT': '2026-11-23T08:00:00Z',
    '2026-11-23T08:00:00+01:00': '2026-11-23T07:00:00Z',
  }
  for (const [given, moment] of Object.entries(right))
    expect([given, readDate(given)]).toEqual([given, Date.parse(moment)])
  for (const none of ['', 'soon', '24 Quatsch 2018', '31.02.2026', '2013-01-27-01'])
    expect([none, readDate(none)]).toEqual([none, Number.NaN])
})
