import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allRoutes } from '#contract/index.ts'
import { actOf } from '#contract/route.ts'
import { actInWords, kindsOfActs } from './acts.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const kinds = kindsOfActs.flatMap(([kind]) => (kind === '' ? [] : [kind]))

test('the audit log names every call in words', () => {
  const acts = [...allRoutes].flatMap(([name, route]) =>
    [actOf(name, route) ?? [], route.actWhen?.act ?? []].flat(),
  )
  expect(acts.filter((act) => actInWords(act) === act)).toEqual([])
})

test('… and every act that is recorded where it is done', () => {
  const isAct = new RegExp(`'((?:${kinds.join('|')})s?\\.(?!csv|jsonl)[A-Za-z_]+)'`, 'g')
  const recorded = ['server', 'cli'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).flatMap((file) => {
      if (!file.endsWith('.ts') || /\.test\.|store|^test/.test(file)) return []
      const text = readFileSync(join(root, folder, file), 'utf8')
      return /\baudit\b/.test(text) ? [...text.matchAll(isAct)].map(([, act]) => act!) : []
    }),
  )
  expect(recorded.length).toBeGreaterThan(30)
  expect(recorded.filter((act) => actInWords(act) === act)).toEqual([])
})
