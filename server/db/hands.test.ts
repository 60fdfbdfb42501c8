import { expect, test } from 'vitest'
import { direct, olderData } from '../test/older-data.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import type { Db } from './open.ts'

/** As the version before 0021 left it: two people, Ann (2) and Bob (3), and a recording. */
async function before0021(): Promise<{ db: Db; upgrade: (to?: number) => Promise<unknown> }> {
  const { paths, db } = await olderData(20)
  for (const name of ['Ann', 'Bob']) await db.write('person').insert({ name, created_at: '2026-01-01' })
  const recording = { person_id: 1, meeting_id: 1, source_type: 'upload', folder: 'a' }
  await db.write('recording').insert({ ...recording, created_at: '2026-01-01' })
  const upgrade = (to?: number) =>
    migrate(db, { copies: paths.copies, alone: direct, migrations: migrations.slice(0, to) })
  return { db, upgrade }
}

const content = JSON.stringify({ purpose: null, items: [], toCheck: [] })
const resting = JSON.stringify([{ line: 2, refs: ['items.0.decisions.0'] }])
const of = { content, lines: resting, model: null, person_id: null }
const [ann, bob] = [2, 3]

/** A version of minutes as it was stored, and whose it is said to be afterwards: by what, edited by whom. */
const kinds: [string, Record<string, unknown>, 'rules' | 'model' | null, number | null][] = [
  ['by rules', { ...of, origin: 'rules', markdown: 'R' }, 'rules', null],
  [
    'by the model, asked for',
    { ...of, origin: 'model', model: 'm', markdown: 'M', person_id: ann },
    'model',
    null,
  ],
  ['the rules’, edited', { ...of, origin: 'edit', markdown: 'R2', person_id: ann }, 'rules', ann],
  [
    'the model’s, edited',
    { ...of, origin: 'edit', model: 'm', markdown: 'M2', person_id: bob },
    'model',
    bob,
  ],
  [
    'an edit of Ann’s that Bob brought back',
    { ...of, origin: 'edit', markdown: 'R2', person_id: bob },
    'rules',
    ann,
  ],
  ['edited by nobody knows whom', { ...of, origin: 'edit', markdown: 'R3' }, 'rules', null],
  [
    'the rules’, written anew by hand, of which only what is to be checked was kept',
    { ...of, origin: 'edit', markdown: 'H1', lines: '[]', person_id: ann },
    null,
    ann,
  ],
  [
    'the model’s, written anew by hand',
    { ...of, origin: 'edit', model: 'm', markdown: 'H2', lines: '[]', person_id: ann },
    null,
    ann,
  ],
  [
    'by hand from the beginning',
    { ...of, origin: 'edit', markdown: 'H3', content: null, lines: '[]', person_id: bob },
    null,
    bob,
  ],
  [
    'from before there were versions',
    { ...of, origin: 'edit', markdown: 'H4', content: null, lines: '[]' },
    null,
    null,
  ],
  [
    'from before there were versions, brought back',
    { ...of, origin: 'edit', markdown: 'H4', content: null, lines: '[]', person_id: ann },
    null,
    null,
  ],
]

test('minutes from before anybody kept whose they are: what is not known is not said', async () => {
  const { db, upgrade } = await before0021()
  for (const [at, [template, row]] of kinds.entries())
    await db
      .write('minutes')
      .insert({ ...row, template, recording_id: 1, version: at + 1, created_at: '2026-01-01' })
  await upgrade()
  const rows: Record<string, unknown>[] = await db.read('minutes').orderBy('version')
  expect(rows.map(({ template, written_by, edited_by }) => [template, written_by, edited_by])).toEqual(
    kinds.map(([what, , writtenBy, editedBy]) => [what, writtenBy, editedBy]),
  )
  // Who has checked them, and the date that they were written with, nobody knows; all else is as it was.
  for (const [at, row] of rows.entries())
    expect(row).toMatchObject({ ...kinds[at]![1], checked_by: null, held: null })
})

test('minutes whose date and hands were kept stay as they are, but for those in which nothing was left', async () => {
  const { db, upgrade } = await before0021()
  await upgrade(22)
  const row = {
    ...of,
    recording_id: 1,
    template: 't',
    origin: 'edit',
    markdown: 'E',
    created_at: '2026-01-01',
  }
  const hands = { written_by: 'rules', edited_by: ann, checked_by: bob, held: '2026-01-01' }
  const again = { ...hands, edited_by: bob, checked_by: null }
  await db.write('minutes').insert({ ...row, ...hands, version: 1, person_id: ann })
  await db.write('minutes').insert({ ...row, ...again, version: 2, person_id: bob })
  await db.write('minutes').insert({ ...row, ...hands, version: 3, lines: '[]' })
  await upgrade()
  expect(await db.read('minutes').orderBy('version')).toMatchObject([
    hands,
    again,
    { ...hands, written_by: null },
  ])
})

test('the day of an action that a person has changed before is theirs, that of others is not', async () => {
  const { db, upgrade } = await before0021()
  const action = {
    ...{ recording_id: 1, meeting_title: 'AGM', owner: null, origin: 'rules', evidence: '[]' },
    ...{ transcript_version: 1, start_ms: 0, end_ms: 1, created_at: '2026-01-01', updated_at: '2026-01-01' },
  }
  const each: [object, 0 | 1][] = [
    [{ title: 'untouched' }, 0],
    [{ title: 'untouched, with a day', due: 'by Friday', due_date: '2026-01-09' }, 0],
    [{ title: 'changed', changed_by: ann, due_date: '2026-01-09', status: 'completed' }, 1],
    [{ title: 'changed, without a day', changed_by: bob }, 1],
    [{ title: 'dismissed', changed_by: bob, dismissed: 1 }, 1],
    [{ title: 'its recording is gone', recording_id: null }, 0],
  ]
  for (const [row] of each) await db.write('action').insert({ ...action, ...row, demo: 0 })
  await upgrade()
  expect(await db.read('action').orderBy('id')).toMatchObject(
    each.map(([row, due_by_person]) => ({ ...action, ...row, due_by_person })),
  )
})
