#!/usr/bin/env node
// How long the search over everything takes over HTTP with many meetings of an hour each, beside the bare look into the
// same index: rare, common and two-word queries, with and without filters.
//   APPLIANCE_ENGINE_DIR=… node scripts/bench/search.mjs [--meetings 10000] [--rounds 7] [--folder kept]
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { startAppliance } from './lib/appliance.mjs'

const { values } = parseArgs({
  options: {
    meetings: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '7' },
    /** Passages of a meeting: an hour has about 9,000 words, a passage about 150. */
    passages: { type: 'string', default: '60' },
    /** Is filled once and kept. */
    folder: { type: 'string' },
  },
})
const [meetings, rounds, passages] = [Number(values.meetings), Number(values.rounds), Number(values.passages)]

/** @type {typeof import('sqlite3')} */
const sqlite3 = createRequire(import.meta.url)('sqlite3')

/** @param {string} file */
function open(file) {
  const handle = new sqlite3.Database(file)
  return {
    run: promisify(handle.exec.bind(handle)),
    /** @type {(sql: string, values?: unknown[]) => Promise<any[]>} */
    all: promisify(handle.all.bind(handle)),
    close: promisify(handle.close.bind(handle)),
  }
}

/** The same numbers each time. @param {number} seed */
function numbersFrom(seed) {
  let state = seed
  /** @param {number} below */
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}

const common =
  'the and we of to it that is in for on this have be will our not are with as at you from'.split(' ')
const usual =
  'budget report board meeting lease office quarter turnover account arrears customer project risk policy review audit director share company plan'.split(
    ' ',
  )
// Written as words, told apart by their numbers.
const rarely = Array.from(
  { length: 20_000 },
  (_, i) => `word${i.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'.charAt(Number(digit)))}`,
)

/** About 150 words of talk. @param {(below: number) => number} pick */
function talk(pick) {
  const words = []
  for (let i = 0; i < 150; i++) {
    const which = pick(100)
    if (which < 55) words.push(common[pick(common.length)])
    else if (which < 75) words.push(usual[pick(usual.length)])
    else words.push(rarely[Math.min(pick(rarely.length), pick(rarely.length), pick(rarely.length))])
  }
  return words.join(' ')
}

/** @param {string | number} value @param {string} of */
const facet = (of, value) => `qz${of}${value}`

/** Meetings over ten years, of four companies, as they are indexed. @param {ReturnType<typeof open>} db */
async function fill(db) {
  const pick = numbersFrom(7)
  const [{ form }] = await db.all('SELECT max(form) AS form FROM search_source')
  if (form === null) throw new Error('nothing has been indexed yet')
  await db.run('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000')
  let passage = 1_000_000
  for (let from = 0; from < meetings; from += 100) {
    const lines = ['BEGIN']
    for (let i = from; i < Math.min(meetings, from + 100); i++) {
      const id = 1000 + i
      const date = new Date(
        Date.UTC(2016, 0, 1) + Math.floor((i / meetings) * 3650) * 86_400_000,
      ).toISOString()
      const company = 1 + (i % 4)
      lines.push(
        `INSERT INTO meeting (id, title, company_id, created_at, held_at) VALUES (${id}, 'Board ${i}', ${company}, '${date}', '${date}')`,
        `INSERT INTO recording (id, meeting_id, person_id, source_type, folder, duration_ms, created_at) VALUES (${id}, ${id}, 1, 'upload', 'f${i}', 3600000, '${date}')`,
        `INSERT INTO search_source (id, kind, source_id, title, date, href, hash, form, company_id) VALUES (${100_000 + id}, 'transcript', '${id}', 'Board ${i}', '${date}', '/recordings/${id}', 'x', ${form}, ${company})`,
        `INSERT INTO search_source (id, kind, source_id, title, date, href, hash, form, company_id) VALUES (${500_000 + id}, 'meeting', '${id}', 'Board ${i}', '${date}', '/recordings/${id}', 'x', ${form}, ${company})`,
        `INSERT INTO transcript (id, recording_id, version, origin, state, created_at) VALUES (${id}, ${id}, 1, 'run', 'complete', '${date}')`,
        `UPDATE recording SET transcript_id = ${id} WHERE id = ${id}`,
      )
      const month = date.slice(0, 7).replace('-', '')
      const facets = [
        facet('k', 'transcript'),
        facet('c', company),
        facet('m', month),
        facet('y', month.slice(0, 4)),
      ].join(' ')
      for (let at = 0; at < passages; at++)
        lines.push(
          `INSERT INTO search_passage (id, source, position, text, context, at_ms, speaker, facets) VALUES (${passage++}, ${100_000 + id}, ${at}, '${talk(pick)}', 'Board ${i}', ${at * 60_000}, 'Speaker ${1 + pick(6)}', '${facets}')`,
        )
    }
    lines.push('COMMIT')
    await db.run(`${lines.join(';\n')};`)
    if (from % 1000 === 0) process.stderr.write(`${from} of ${meetings} meetings\r`)
  }
  await db.run(
    "INSERT INTO company (id, name, type, created_at, updated_at) VALUES (1, 'One', 'private', '2020', '2020'), (2, 'Two', 'private', '2020', '2020')",
  )
}

/** The middle one of all rounds, in milliseconds. @param {() => Promise<unknown>} work */
async function timed(work) {
  const times = []
  await work()
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  times.sort((a, b) => a - b)
  return { middle: times[Math.floor(times.length / 2)] ?? 0, worst: times.at(-1) ?? 0 }
}

/** By bm25; of words that stand in very many passages those that came last, as bm25 would read all of them. */
const bare = (/** @type {string} */ match) =>
  `SELECT search_passage.id, search_passage.text FROM search_text JOIN search_passage ON search_passage.id = search_text.rowid
  WHERE search_text MATCH ? ORDER BY ${/budget|meeting|qz/.test(match) ? 'search_text.rowid DESC' : 'rank'} LIMIT 20`
const rare = String(rarely[15_000])
/** Name, parameters, and what the index is asked by itself. @type {[string, Record<string, string>, string][]} */
const queries = [
  ['rare', { q: rare }, rare],
  ['common', { q: 'budget' }, 'budget'],
  ['in every meeting', { q: 'meeting' }, 'meeting'],
  ['two words', { q: 'lease arrears' }, 'lease AND arrears'],
  ['rare and common', { q: `${rare} budget` }, `${rare} AND budget`],
  ['common, one company', { q: 'budget', companyId: '2' }, 'budget AND qzc2'],
  [
    'common, three months',
    { q: 'budget', from: '2021-03-01', to: '2021-05-31' },
    'budget AND (qzm202103 OR qzm202104 OR qzm202105)',
  ],
  [
    'two words, company and kind',
    { q: 'lease arrears', companyId: '2', kinds: 'transcript' },
    'lease AND arrears AND qzc2',
  ],
]

const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'search-'))
mkdirSync(folder, { recursive: true })
const filled = join(folder, 'filled')
const appliance = await startAppliance(folder)
try {
  const db = open(join(folder, 'db.sqlite'))
  if (!existsSync(filled)) {
    // What the form of the index is stands beside what it has indexed first.
    for (let found = []; found.length === 0;)
      found = (await appliance.json('/api/search?q=quorum&kind=knowledge')).passages
    await appliance.kill('SIGTERM')
    await fill(db)
    writeFileSync(filled, `${meetings} meetings\n`)
    await appliance.start()
  }
  for (const [name, parameters, match] of queries) {
    const path = `/api/search/all?${new URLSearchParams(parameters)}`
    const { found } = await appliance.json(path)
    const own = await timed(async () => (await appliance.call('GET', path)).arrayBuffer())
    const raw = await timed(() => db.all(bare(match), [match]))
    process.stdout.write(
      `${name}: ${found.length} found, ${own.middle.toFixed(1)} ms (worst ${own.worst.toFixed(1)}); the bare query ${raw.middle.toFixed(1)} ms; ratio ${(own.middle / raw.middle).toFixed(2)}\n`,
    )
  }
  // What the list of meetings asks beside its own search, and Clara: any of the words, the best of all by bm25.
  for (const q of [rare, 'budget', 'lease arrears']) {
    const path = `/api/search?${new URLSearchParams({ q, kind: 'transcript' })}`
    const { passages: all } = await appliance.json(path)
    const own = await timed(async () => (await appliance.call('GET', path)).arrayBuffer())
    process.stdout.write(
      `said in meetings, ${q === rare ? 'rare' : q}: ${all.length} found, ${own.middle.toFixed(1)} ms (worst ${own.worst.toFixed(1)})\n`,
    )
  }
  await db.close()
} finally {
  await appliance.kill('SIGTERM')
  if (!values.folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
