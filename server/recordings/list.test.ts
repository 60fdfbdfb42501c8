import { expect, test } from 'vitest'
import { z } from 'zod'
import { recording as recordingShape, recordingStatuses, type Recording } from '#contract/recordings.ts'
import { fill } from '../test/many-recordings.ts'
import { startAppliance } from '../test/server.ts'

async function page(
  url: string,
  query = '',
): Promise<{ list: Recording[]; next: string | null; status: number }> {
  const answer = await fetch(`${url}/api/users/1/recordings?t=1${query}`)
  const body: unknown = await answer.json()
  return {
    status: answer.status,
    list: answer.ok ? z.array(recordingShape).parse(body) : [],
    next: answer.headers.get('x-next-cursor'),
  }
}

/** Follows the cursors to the end. */
async function walk(url: string, query: string): Promise<Recording[]> {
  const all: Recording[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { list, next } = await page(url, `${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    all.push(...list)
    cursor = next
  }
  return all
}

test('pages hold every recording once, in every order, also while the list changes', async () => {
  const { url, services } = await startAppliance()
  await fill(services, 200)
  const { list: everything, next } = await page(url)
  expect(everything).toHaveLength(200)
  expect(next).toBeNull()
  const by: Record<string, (r: Recording) => string | number> = {
    newest: (r) => -Date.parse(r.createdAt),
    oldest: (r) => Date.parse(r.createdAt),
    longest: (r) => -r.duration,
    title: (r) => r.title.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  }
  for (const [sort, key] of Object.entries(by)) {
    const walked = await walk(url, `&limit=17&sort=${sort}`)
    expect(new Set(walked.map((r) => r.id)).size).toBe(200)
    const keys = walked.map(key)
    expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
    expect((await page(url, `&sort=${sort}`)).list.map((r) => r.id)).toEqual(walked.map((r) => r.id))
  }
  // The recording that a page ended with is deleted (one that nobody works on: it would be waited for).
  const size = 1 + everything.findIndex((r, i) => i > 5 && r.status === 'none')
  const first = await page(url, `&limit=${size}`)
  await fetch(`${url}/api/recordings/${first.list.at(-1)!.id}`, { method: 'DELETE' })
  const second = await page(url, `&limit=10&cursor=${first.next}`)
  expect(second.list.map((r) => r.id)).toEqual(everything.slice(size, size + 10).map((r) => r.id))
})

test('the filter by status says what each recording says of itself', async () => {
  const { url, services } = await startAppliance()
  await fill(services, 120)
  await services.db.write('recording').where({ id: 5 }).update({ capture: 'open' })
  const { list } = await page(url)
  expect(new Set(list.map((r) => r.status))).toContain('recording')
  for (const status of recordingStatuses) {
    const expected = list.filter((r) => r.status === status).map((r) => r.id)
    expect((await walk(url, `&limit=7&status=${status}`)).map((r) => r.id)).toEqual(expected)
  }
})

test('words of the title or the description are found, signs and all', async () => {
  const { url } = await startAppliance()
  const make = async (title: string, description = ''): Promise<void> => {
    const made = await fetch(`${url}/api/recordings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title }),
    })
    const { id } = (await made.json()) as { id: number }
    await fetch(`${url}/api/recordings/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ description }),
    })
  }
  await make('Board meeting', 'growth of 100%')
  await make('Audit_1', 'the board\\committee')
  await make('Audit 21')
  const titles = async (q: string): Promise<string[]> =>
    (await page(url, `&q=${encodeURIComponent(q)}`)).list.map((r) => r.title).toSorted()
  expect(await titles('BOARD')).toEqual(['Audit_1', 'Board meeting'])
  expect(await titles('meeting growth')).toEqual(['Board meeting'])
  expect(await titles('100%')).toEqual(['Board meeting'])
  expect(await titles('%')).toEqual(['Board meeting'])
  expect(await titles('t_1')).toEqual(['Audit_1'])
  expect(await titles('d\\c')).toEqual(['Audit_1'])
  expect(await titles("'; DROP TABLE meeting; --")).toEqual([])
  expect(await titles('   ')).toHaveLength(3)
})

test.each(['&limit=0', '&limit=501', '&sort=best', '&status=lost', '&cursor=nonsense', '&cursor=W10'])(
  '%s is refused',
  async (query) => {
    const { url } = await startAppliance()
    expect((await page(url, query)).status).toBe(400)
  },
)

test('a cursor belongs to its order; a summary stays out of the list', async () => {
  const { url, services } = await startAppliance()
  await fill(services, 5)
  const { next, list } = await page(url, '&limit=2')
  expect((await page(url, `&limit=2&sort=title&cursor=${next}`)).status).toBe(400)
  await services.recordings.change(list[0]!.id, { summary: 'Long' })
  expect((await page(url)).list.map((r) => r.summary)).toEqual([null, null, null, null, null])
})
