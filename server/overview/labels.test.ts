import { expect, test } from 'vitest'
import { z } from 'zod'
import { mattersArising } from '#contract/actions.ts'
import { scheduledMeeting } from '#contract/calendar.ts'
import { listLabels } from '#contract/labels.ts'
import { searchEverything } from '#contract/search.ts'
import { extracted } from '../test/actions.ts'
import { send } from '../test/client.ts'
import { textMeeting } from '../test/minutes.ts'
import { startAppliance } from '../test/server.ts'

test('series, tags and company: filed, listed, many at once; open actions come up again until they are closed', async () => {
  const { url } = await startAppliance()
  const get = async (path: string): Promise<unknown> => (await fetch(url + path)).json()
  const ids = async (query: string): Promise<number[]> =>
    z
      .array(z.object({ id: z.number() }))
      .parse(await get(`/api/users/1/recordings?${query}`))
      .map(({ id }) => id)
      .sort((a, b) => a - b)
  const company = z
    .number()
    .parse((await send(url, 'POST', '/api/governance/companies', { name: 'Quay Ltd' })).body.id)
  const first = await textMeeting(url)
  const second = await textMeeting(url, 'Ada: Good morning.', { title: 'Audit' })
  await extracted(url, first)

  const filed = { series: 'Board', tags: ['lease', 'Q3'], companyId: company }
  const put = await send(url, 'PUT', `/api/recordings/${first}/labels`, filed)
  expect(put.body).toEqual(filed)
  expect(
    (await send(url, 'PUT', `/api/recordings/${first}/labels`, { ...filed, tags: ['a,b'] })).status,
  ).toBe(400)
  const all = listLabels.response.parse(await get('/api/labels'))
  expect(all.tags).toEqual([
    { tag: 'lease', meetings: 1 },
    { tag: 'Q3', meetings: 1 },
  ])
  const board = all.series[0]!.id
  expect(await ids(`series=${board}`)).toEqual([first])
  expect(await ids('tag=LEASE')).toEqual([first])
  expect(await ids(`company=${company}`)).toEqual([first])
  expect(await ids('tag=none')).toEqual([])
  expect(await get(`/api/overviews?ids=${first}`)).toMatchObject([{ series: 'Board', tags: ['lease', 'Q3'] }])

  // A meeting that is to come, of the same series: what was agreed and is not done comes up again.
  const scheduled = scheduledMeeting.parse(
    (
      await send(url, 'POST', '/api/meetings', {
        ...{
          title: 'Board, December',
          startsAt: '2031-12-10T14:00:00Z',
          series: 'board',
          companyId: company,
        },
      })
    ).body,
  )
  expect(scheduled.series).toBe('Board')
  const matters = async (path: string) => mattersArising.response.parse(await get(`${path}/matters-arising`))
  const next = await matters(`/api/meetings/${scheduled.id}`)
  expect(next).toMatchObject({ series: 'Board', actions: [{ owner: 'Priya Shah', recordingId: first }] })
  // The meeting that it was agreed in has none of its own; one of another series neither.
  expect((await matters(`/api/recordings/${first}`)).actions).toEqual([])
  expect(await matters(`/api/recordings/${second}`)).toEqual({ series: null, actions: [] })

  // Actions and news stand in the search over everything, narrowed by company.
  const found = async (query: string) =>
    searchEverything.response.parse(await get(`/api/search/all?${query}`)).found
  expect(await found(`q=comparable&kinds=action&companyId=${company}`)).toMatchObject([
    { kind: 'action', sourceId: String(first), href: `/recordings/${first}?t=94` },
  ])
  expect(await found(`q=comparable&kinds=action&companyId=${company + 1}`)).toEqual([])
  expect(await found(`q=accounts&kinds=transcript&companyId=${company}`)).toHaveLength(1)

  const [action] = next.actions
  await send(url, 'PATCH', `/api/actions/${action!.id}`, { status: 'completed' })
  expect((await matters(`/api/meetings/${scheduled.id}`)).actions).toEqual([])
  await send(url, 'PATCH', `/api/actions/${action!.id}`, { status: 'in_progress' })
  // It outlives its recording, and so does its series.
  await send(url, 'DELETE', `/api/recordings/${first}`)
  expect((await send(url, 'DELETE', `/api/bin/${first}`)).status).toBe(200)
  expect(await matters(`/api/meetings/${scheduled.id}`)).toMatchObject({ actions: [{ recordingId: null }] })
  expect(await found('q=comparable&kinds=action')).toMatchObject([{ kind: 'action', href: '/actions' }])

  const many = await send(url, 'POST', '/api/labels/recordings', {
    ...{ ids: [second, 9999], addTags: ['audit'], series: 'Audit committee' },
  })
  expect(many.body).toEqual({ changed: 1, refused: [9999] })
  expect(await get(`/api/recordings/${second}/labels`)).toEqual({
    ...{ series: 'Audit committee', tags: ['audit'], companyId: null },
  })
  await send(url, 'POST', '/api/labels/recordings', { ids: [second], removeTags: ['audit'], series: null })
  expect(listLabels.response.parse(await get('/api/labels'))).toMatchObject({
    series: [{ name: 'Board' }],
    tags: [],
  })
})

test('series are renamed, merged and deleted; their meetings stay', async () => {
  const { url } = await startAppliance()
  const series = async () => listLabels.response.parse(await (await fetch(`${url}/api/labels`)).json()).series
  const first = await textMeeting(url)
  const second = await textMeeting(url, 'Ada: Good morning.', { title: 'Audit' })
  const file = (id: number, name: string) =>
    send(url, 'PUT', `/api/recordings/${id}/labels`, { series: name, tags: [], companyId: null })
  await file(first, 'Board')
  await file(second, 'Bord')
  const [board, typo] = (await series()).map(({ id }) => id)
  const taken = await send(url, 'PATCH', `/api/series/${typo}`, { name: 'board' })
  expect([taken.status, taken.body['code']]).toEqual([400, 'invalid_input'])
  const path = `/api/series/${typo}/merge`
  expect((await send(url, 'POST', path, { into: typo })).status).toBe(400)
  expect((await send(url, 'POST', path, { into: 9999 })).status).toBe(404)
  expect((await send(url, 'POST', path, { into: board })).body).toEqual({ success: true })
  expect(await series()).toEqual([{ id: board, name: 'Board', meetings: 2 }])

  await send(url, 'PATCH', `/api/series/${board}`, { name: 'Main board' })
  expect(await series()).toMatchObject([{ name: 'Main board' }])
  expect((await send(url, 'DELETE', `/api/series/${board}`)).body).toEqual({ success: true })
  expect(await series()).toEqual([])
  expect((await send(url, 'DELETE', `/api/series/${board}`)).status).toBe(404)
  expect((await send(url, 'GET', `/api/recordings/${second}/labels`)).body).toMatchObject({ series: null })
})
