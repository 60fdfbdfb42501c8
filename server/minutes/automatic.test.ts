import { expect, test } from 'vitest'
import { ended, getRecording, send, until, uploaded } from '../test/client.ts'
import { extracted } from '../test/actions.ts'
import { boardMeeting, minutesOf } from '../test/minutes.ts'
import { startAppliance } from '../test/server.ts'
import { join } from 'node:path'

const sample = join(import.meta.dirname, '..', '..', 'server', 'test', 'models', 'sample-meeting.mp3')

test('minutes follow a transcription by themselves, never over what a person wrote', async () => {
  const { url } = await startAppliance()
  const { id } = await uploaded(url, sample, 'Board meeting')
  await send(url, 'PATCH', `/api/recordings/${id}`, { summary: 'By hand.' })
  await ended(url, id)
  const { minutes, versions } = await until(
    () => minutesOf(url, id),
    (now) => now.versions.length === 2,
  )
  expect(minutes).toMatchObject({
    version: 1,
    origin: 'edit',
    markdown: 'By hand.',
    content: null,
  })
  expect(versions[0]).toMatchObject({
    version: 2,
    origin: 'rules',
    offered: true,
    current: false,
    person: null,
  })
  expect((await getRecording(url, id)).summary).toBe('By hand.')
  // So do actions.
  const { actions } = await extracted(url, id)
  expect(actions.length).toBeGreaterThan(0)
  expect(actions.every(({ recordingId }) => recordingId === id)).toBe(true)
  // An edit of what is there chooses nothing.
  await send(url, 'PATCH', `/api/recordings/${id}`, { summary: 'By hand, twice.' })
  expect((await minutesOf(url, id)).versions.find(({ offered }) => offered)?.version).toBe(2)
  await send(url, 'POST', `/api/recordings/${id}/minutes/restore`, { version: 2 })
  const after = await minutesOf(url, id)
  expect(after.minutes).toMatchObject({ version: 4, origin: 'rules' })
  expect(after.versions.some(({ offered }) => offered)).toBe(false)

  // A text that was brought has its words at once, and its minutes by itself, unless they are not wanted.
  const attached = async (): Promise<number> => {
    const made = await send(url, 'POST', '/api/recordings', { title: 'Board meeting' })
    const textId = Number(made.body.id)
    await send(url, 'POST', `/api/recordings/${textId}/transcript`, { content: boardMeeting })
    return textId
  }
  const text = await attached()
  const written = await until(
    () => minutesOf(url, text),
    ({ versions: all }) => all.length > 0,
  )
  expect(written.minutes).toMatchObject({ version: 1, origin: 'rules', person: null })
  // Nobody has said when it was, so the minutes do not; once somebody has, they are asked for anew and carry the date.
  expect(written.minutes!.markdown).not.toContain('**Date:**')
  expect(written.minutes!.content!.items.flatMap(({ actions: all }) => all)).toMatchObject([
    { due: expect.any(String) },
  ])
  await send(url, 'PATCH', `/api/recordings/${text}`, { meetingDate: '2026-11-19T12:00:00Z' })
  expect((await minutesOf(url, text)).minutes).toMatchObject({ version: 1, dateChanged: true })
  await send(url, 'POST', `/api/recordings/${text}/summary`)
  const dated = (await minutesOf(url, text)).minutes!
  expect(dated).toMatchObject({ version: 2, dateChanged: false })
  expect(dated.markdown).toContain('**Date:** November 19, 2026')
  expect(dated.content!.items.flatMap(({ actions: all }) => all)).toMatchObject([{ dueDate: '2026-12-04' }])

  await send(url, 'PUT', '/api/me/settings', { autoGenerateSummary: false })
  expect(await minutesOf(url, await attached())).toMatchObject({ versions: [], job: null })
})
