import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Files with a wrong import or word, and a part of the reason that the linter must give. */
const wrong: Record<string, [source: string, reason: RegExp]> = {
  'server/contract/recordings.ts': [`import '../errors.ts'`, /contract is shared .* zod/],
  'server/contract/jobs.ts': [`import 'koa'`, /contract is shared .* zod/],
  'web/api.ts': [`import type { A } from '../server/recordings/service.ts'`, /page imports #contract alone/],
  'web/files.ts': [`import { readFile } from 'node:fs'`, /runs in a browser/],
  'server/db/migrate.ts': [`import knex from 'knex'`, /knex is named in server\/db\/open\.ts alone/],
  'server/meetings/store.ts': [`import type { Knex } from 'knex'`, /use its Db and Handle/],
  'server/jobs/queue.ts': [`import sqlite3 from 'sqlite3'`, /sqlite3 is named in/],
  'server/speech/vad.ts': [
    `import type { A } from '../recordings/service.ts'`,
    /port knows nothing of the domain/,
  ],
  'server/files/paths.ts': [`import { a } from '../services.ts'`, /port stands by itself/],
  'server/http/upload.ts': [`import { a } from '../recordings/service.ts'`, /any domain's calls/],
  'server/recordings/routes.ts': [
    `import { a } from './store.ts'`,
    /a route calls its service, not the store/,
  ],
  'server/meetings/routes.ts': [`import { a } from '../db/settings.ts'`, /only a store knows SQL/],
  'server/recordings/service.ts': [
    `import { a } from '../transcripts/service.ts'`,
    /stands above transcripts .* registers in services/,
  ],
  'server/recordings/kinds.ts': [
    `import type { A } from '../documents/service.ts'`,
    /stands beside documents/,
  ],
  'server/transcripts/service.ts': [
    `import { a } from '../recordings/store.ts'`,
    /only its service\.ts may be imported, never its store\.ts/,
  ],
  'server/transcripts/store.ts': [
    `import { a } from '../recordings/service.ts'`,
    /store reads its own tables/,
  ],
  'server/transcripts/jobs.ts': [`import Koa from 'koa'`, /Only routes know HTTP/],
  'server/transcripts/format.ts': [`import { a } from '../http/range.ts'`, /Only routes know HTTP/],
  'server/minutes/service.ts': [`import { a } from '../services.ts'`, /never reaches for it/],
  'server/invoices/service.ts': [`import { z } from 'zod'`, /has no place in the import order/],
  'server/main.ts': [`import { a } from './test/server.ts'`, /tests does not run in the appliance/],
  'cli/main.ts': [`import { a } from '../server/recordings/store.ts'`, /goes through services\.ts/],
  'cli/open.ts': [`import { openDb } from '../server/db/open.ts'`, /goes through services\.ts/],
  'scripts/start.mjs': [`import { z } from 'zod'`, /run before anything is installed/],
  'server/people/service.ts': [`export const a = process.env.HOME`, /only reader of the environment/],
  'server/live/service.ts': [`export const f = (db) => db.read('meeting').first()`, /Only a store knows SQL/],
  'server/chat/service.ts': [`export const f = (trx) => trx.raw('SELECT 1')`, /Only a store knows SQL/],
  'server/news/service.ts': [`export { a } from './routes.ts'`, /nothing below imports the routes/],
  'server/inbox/service.ts': [
    `export const f = () => import('../system/service.ts')`,
    /stands beside system/,
  ],
  'server/places/words.ts': [`export const word = /${'a'.repeat(121)}/`, /pattern of 121 characters/],
  'server/places/parts.ts': [
    `export const word = new RegExp(String.raw\`${'a'.repeat(121)}\`)`,
    /pattern of 121 characters/,
  ],
}

/** The same kinds of file as they should be. */
const right: Record<string, string> = {
  'server/contract/system.ts': `import { z } from 'zod'\nimport { a } from './route.ts'\nexport const b = z.object(a)`,
  'server/db/open.ts': `import knex from 'knex'\nimport type sqlite3 from 'sqlite3'\nexport const open = knex\nexport type Raw = sqlite3.Database`,
  'server/config.ts': `export const home = process.env.HOME`,
  'server/actions/routes.ts': `import { a } from './service.ts'\nimport { b } from '../http/routes.ts'\nexport const c = a(b)`,
  'server/actions/service.ts': `import { a } from './store.ts'\nimport { b } from '../transcripts/service.ts'\nimport { c } from '../jobs/queue.ts'\nexport const d = a(b, c)`,
  'server/places/store.ts': `export const word = /${'a'.repeat(120)}/\nexport const sql = String.raw\`${'a'.repeat(121)}\``,
  'server/actions/store.ts': `import type { Handle } from '../db/open.ts'\nexport const f = (handle: Handle) => handle('action').first()`,
  'server/actions/actions.test.ts': `import { a } from '../test/server.ts'\nimport { b } from './store.ts'\nexport const c = a(b)`,
  'server/services.ts': `import { a } from './actions/service.ts'\nimport { b } from './system/routes.ts'\nexport const c = a(b)`,
  'cli/commands/status.ts': `import { a } from '../../server/services.ts'\nimport { b } from '#contract/system.ts'\nexport const c = a(b)`,
  'web/live.ts': `import { a } from '#contract/events.ts'\nexport const b = a`,
}

let folder: string
let messages: Map<string, string[]>

type Report = { diagnostics: { message: string; filename: string; code: string }[] }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'appliance-lint-'))
  const config = {
    jsPlugins: [{ name: 'house', specifier: join(root, 'scripts/lint/plugin.mjs') }],
    categories: { correctness: 'off' },
    rules: {
      'house/import-order': 'error',
      'house/one-environment': 'error',
      'house/sql-in-stores': 'error',
      'house/pattern-length': 'error',
    },
  }
  const files: Record<string, string> = { '.oxlintrc.json': JSON.stringify(config), ...right }
  for (const [file, [source]] of Object.entries(wrong)) files[file] = source
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  const output = await new Promise<string>((resolve, reject) => {
    // It exits with 1 when it finds something, which it must.
    execFile(
      join(root, 'node_modules/.bin/oxlint'),
      ['--format=json'],
      { cwd: folder },
      (error, stdout, stderr) => (stdout ? resolve(stdout) : reject(new Error(stderr, { cause: error }))),
    )
  })
  messages = new Map()
  for (const { filename, message } of (JSON.parse(output) as Report).diagnostics)
    messages.set(filename, [...(messages.get(filename) ?? []), message])
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(Object.entries(wrong))('%s is refused with its reason', (file, [, reason]) => {
  expect(messages.get(file)).toEqual([expect.stringMatching(reason)])
})

test.each(Object.keys(right))('%s is let through', (file) => {
  expect(messages.get(file)).toBeUndefined()
})
