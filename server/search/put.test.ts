import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { openDb, transact } from '../db/open.ts'
import { createLog } from '../log.ts'
import { temporaryFolder } from '../test/files.ts'
import { createSearch } from './service.ts'

async function searching() {
  const folder = await temporaryFolder()
  const db = await openDb(join(folder, 'db.sqlite'))
  onTestFinished(() => db.close())
  await migrate(db, { copies: folder, alone: (work) => work() })
  const log = createLog({ ...loadConfig({}), logLevel: 'error' }, 'test')
  const search = createSearch({ db, log, language: { embed: async () => null } })
  return { db, search }
}

test('another title of a long meeting is written at once, and where somebody speaks only what has changed', async () => {
  const { db, search } = await searching()
  const passages = Array.from({ length: 400 }, (_, i) => ({
    ...{ text: `Passage ${i} about rents`, at: i * 27, page: null, speaker: i % 2 ? 'Tom' : 'Helen' },
  }))
  const entry = { title: 'Board', date: null, href: null, passages }
  let updates = 0
  db.write.on('query', ({ sql }: { sql: string }) => {
    if (sql.startsWith('update `search_passage`')) updates++
  })
  const put = (title: string, some = passages): Promise<void> =>
    transact(db, (trx) => search.put(trx, 'transcript', '1', { ...entry, title, passages: some }))
  await put('Board')
  await put('Extraordinary session')
  expect(updates).toBe(2)
  expect(await search.find('extraordinary', { limit: 50 })).toHaveLength(50)
  expect(await search.find('board', { limit: 50 })).toEqual([])

  updates = 0
  await put('Extraordinary session', passages.with(7, { ...passages[7]!, speaker: 'Zoë Marsh' }))
  expect(updates).toBe(2)
  expect((await search.find('zoe', { limit: 5 })).map(({ text }) => text)).toEqual(['Passage 7 about rents'])
})

test('words put right in the middle leave the passages around them as they are, wherever they stand now', async () => {
  const { db, search } = await searching()
  const said = (texts: string[]) =>
    transact(db, (trx) =>
      search.put(trx, 'transcript', '1', {
        ...{ title: 'Board', date: null, href: null },
        passages: texts.map((text, i) => ({ text, at: i, page: null, speaker: null })),
      }),
    )
  const rows = (): Promise<{ id: number; text: string; position: number }[]> =>
    db.read('search_passage').select('id', 'text', 'position').orderBy('position')
  const texts = ['rents', 'leases', 'pensions', 'wages', 'repairs']
  await said(texts)
  const before = await rows()

  await said(['rents', 'leases', 'annuities', 'bonds', 'wages', 'repairs'])
  const more = await rows()
  expect(more.map(({ text }) => text)).toEqual(['rents', 'leases', 'annuities', 'bonds', 'wages', 'repairs'])
  expect(more.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5])
  expect([0, 1, 4, 5].map((at) => more[at]!.id)).toEqual([0, 1, 3, 4].map((at) => before[at]!.id))
  expect(await search.find('pensions', { limit: 5 })).toEqual([])
  expect(await search.find('annuities', { limit: 5 })).toHaveLength(1)

  await said(['rents', 'repairs', 'repairs'])
  expect((await rows()).map(({ text, position }) => `${position} ${text}`)).toEqual([
    '0 rents',
    '1 repairs',
    '2 repairs',
  ])
  await said([])
  expect(await rows()).toEqual([])
})
