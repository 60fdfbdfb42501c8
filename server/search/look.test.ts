import { expect, test } from 'vitest'
import { searchEverything } from '#contract/search.ts'
import { send } from '../test/client.ts'
import { textMeeting } from '../test/minutes.ts'
import { sharedAppliance } from '../test/server.ts'

const shared = sharedAppliance()

const look = async (query: Record<string, string>) => {
  const answer = await fetch(`${shared().url}/api/search/all?${new URLSearchParams(query).toString()}`)
  expect(answer.status).toBe(200)
  return searchEverything.response.parse(await answer.json())
}

test('words are found in transcripts and minutes, with the words around them and the second that they open', async () => {
  const id = await textMeeting(shared().url)
  await send(shared().url, 'PATCH', `/api/recordings/${id}`, { summary: '## Roof\n\nThe quotes were noted.' })
  const { found, speakers } = await look({ q: 'comparable quote' })
  expect(found[0]).toMatchObject({ kind: 'transcript', sourceId: String(id), title: 'Board meeting' })
  expect(found[0]!.href).toMatch(/^\/recordings\/\d+\?t=\d+$/)
  expect(found[0]!.snippet.filter(({ hit }) => hit).map(({ text }) => text)).toContain('comparable')
  expect(found.some(({ kind }) => kind === 'minutes')).toBe(true)
  expect(speakers.length).toBeGreaterThan(0)
  // A word that is still being typed.
  expect((await look({ q: 'compara' })).found.length).toBeGreaterThan(0)
  expect((await look({ q: '"unheard-of* OR (' })).found).toEqual([])
})

test('a search is narrowed by kind, speaker and day', async () => {
  const id = await textMeeting(shared().url)
  const of = async (query: Record<string, string>) =>
    (await look({ q: 'quotes', ...query })).found.filter(({ sourceId }) => sourceId === String(id))
  expect((await of({ kinds: 'minutes' })).map(({ kind }) => kind)).toEqual([])
  expect(await of({ kinds: 'transcript,minutes' })).not.toEqual([])
  expect(await of({ speaker: 'priya shah' })).not.toEqual([])
  expect(await of({ speaker: 'Nobody' })).toEqual([])
  expect(await of({ from: '2026-11-19', to: '2026-11-19' })).not.toEqual([])
  expect(await of({ from: '2026-11-20' })).toEqual([])
  expect(await of({ from: '2020-01-01', to: '2026-11-18' })).toEqual([])
  expect(await of({ companyId: '7' })).toEqual([])
})
