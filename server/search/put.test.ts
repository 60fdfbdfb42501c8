import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { openDb, transact } from '../db/open.ts'
import { createLog } from '../log.ts'
import { temporaryFolder } from '../test/files.ts'
import { createSearch } from './service.ts'

test('another title of a long meeting is written at once, and where somebody speaks only what has changed', async () => {
  const folder = await temporaryFolder()
  const db = await openDb(join(folder, 'db.sqlite'))
  onTestFinished(() => db.close())
  await migrate(db, { copies: folder, alone: (work) => work() })
  const log = createLog({ ...loadConfig({}), logLevel: 'error' }, 'test')
  const search = createSearch({ db, log, language: { embed: async () => null } })
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
