import { expect, test } from 'vitest'
import { z } from 'zod'
import { listOverviews } from '#contract/overview.ts'
import { send, until } from '../test/client.ts'
import { boardMeeting } from '../test/minutes.ts'
import { sharedAppliance } from '../test/server.ts'

const shared = sharedAppliance()

const overviews = async (url: string, ids: number[], headers: Record<string, string> = {}) =>
  listOverviews.response.parse(
    await (await fetch(`${url}${listOverviews.path}?ids=${ids.join(',')}`, { headers })).json(),
  )

test('the list says who was there, what is open and what is to be checked', async () => {
  const { url } = shared()
  const made = await send(url, 'POST', '/api/recordings', {
    title: 'Board',
    sourceType: 'uploaded_transcript',
  })
  const id = z.number().parse(made.body['id'])
  expect(await overviews(url, [id, id + 99])).toMatchObject([
    { id, attendees: [], openActions: 0, toCheck: 0 },
  ])

  await send(url, 'PUT', '/api/me/settings', { autoGenerateSummary: false })
  await send(url, 'POST', `/api/recordings/${id}/transcript`, { content: boardMeeting })
  await send(url, 'PUT', `/api/recordings/${id}/meeting-info`, {
    attendees: [
      { speakerId: 'attendee-1', name: 'Sarah Chen' },
      { speakerId: 'attendee-2', name: 'Tom Okoro' },
    ],
    location: null,
  })
  expect((await send(url, 'POST', `/api/recordings/${id}/summary`)).status).toBe(200)
  const answer = async () =>
    z
      .object({
        actions: z.array(z.object({ id: z.number(), doubt: z.string().nullable() })),
        job: z.unknown(),
      })
      .parse(await (await fetch(`${url}/api/recordings/${id}/actions`)).json())
  const { actions } = await until(answer, ({ actions: all, job }) => all.length > 0 && job === null)
  const sure = actions.filter(({ doubt }) => doubt === null)
  const minutes = z
    .object({ minutes: z.object({ content: z.object({ toCheck: z.array(z.unknown()) }) }) })
    .parse(await (await fetch(`${url}/api/recordings/${id}/minutes`)).json())
  expect(sure.length).toBeGreaterThan(0)
  const expected = {
    id,
    attendees: ['Sarah Chen', 'Tom Okoro'],
    openActions: sure.length,
    toCheck: minutes.minutes.content.toCheck.length,
  }
  expect(await overviews(url, [id])).toMatchObject([expected])
  await send(url, 'PATCH', `/api/actions/${sure[0]!.id}`, { status: 'completed' })
  expect(await overviews(url, [id])).toMatchObject([{ ...expected, openActions: sure.length - 1 }])
})
