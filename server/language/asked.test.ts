import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { openDb } from '../db/open.ts'
import { createLog } from '../log.ts'
import { temporaryFolder } from '../test/files.ts'
import { createAsked } from './asked.ts'

test('batch work waits while somebody asks; a question is asked all the same when that cannot be written', async () => {
  const folder = await temporaryFolder()
  const db = await openDb(join(folder, 'appliance.db'))
  onTestFinished(() => db.close())
  await migrate(db, { copies: folder, alone: (work) => work() })
  const asked = createAsked({ db, log: createLog({ ...loadConfig({}), logLevel: 'error' }, 'test') })
  await db.write.raw(
    "CREATE TRIGGER refused BEFORE INSERT ON setting WHEN new.key = 'language_asked' BEGIN SELECT RAISE(ABORT, 'busy'); END",
  )
  expect(await asked.first(async () => 'answer')).toBe('answer')
  await db.write.raw('DROP TRIGGER refused')
  expect(await asked.first(asked.isWaiting)).toBe(true)
  expect(await asked.isWaiting()).toBe(false)
})
