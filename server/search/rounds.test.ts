import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { openDb } from '../db/open.ts'
import { temporaryFolder } from '../test/files.ts'
import { embedJob, embedRound } from './jobs.ts'

test('vectors that failed are tried again later and later, and one failure stays to be seen', async () => {
  const folder = await temporaryFolder()
  const db = await openDb(join(folder, 'appliance.db'))
  onTestFinished(() => db.close())
  await migrate(db, { copies: folder, alone: (work) => work() })
  const source = { id: 1, kind: 'meeting', source_id: '1', title: 'Board', hash: '', form: 1 }
  await db.write('search_source').insert(source)
  await db.write('search_passage').insert({ source: 1, position: 0, text: 'The roof', context: '' })
  let embeddingModel = 'one'
  const status = { state: 'ready', message: '', host: '', version: null, model: null } as const
  const language = { status: async () => ({ ...status, embeddingModel }) }
  const job = embedJob(() => {
    throw new Error('nobody works here')
  })
  const round = embedRound({ db, language }, job, 200)
  const states = (): Promise<string[]> => db.read('job').orderBy('id').pluck('state')
  const fail = (): PromiseLike<unknown> =>
    db.write('job').where({ state: 'queued' }).update({ state: 'failed' })

  for (let i = 0; i < 3; i++) await round()
  expect(await states()).toEqual(['queued'])
  await fail()
  for (let i = 0; i < 3; i++) await round()
  expect(await states()).toEqual(['failed'])
  await pause(500)
  await round()
  expect(await states()).toEqual(['queued'])
  await fail()
  await round()
  embeddingModel = 'another'
  await round()
  expect(await states()).toEqual(['queued'])
})
