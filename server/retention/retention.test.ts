import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { RetentionRule, RetentionView } from '#contract/retention.ts'
import type { Strikes } from '#contract/strikes.ts'
import { ended, getRecording, getTranscript, send, until, uploaded } from '../test/client.ts'
import { filesBelow, tone } from '../test/files.ts'
import { textMeeting } from '../test/minutes.ts'
import { startAppliance } from '../test/server.ts'

const execute = promisify(execFile)

const view = async (url: string): Promise<RetentionView> =>
  (await (await fetch(`${url}/api/retention`)).json()) as RetentionView

const setRules = (url: string, rules: RetentionRule[]) => send(url, 'PUT', '/api/retention/rules', { rules })

async function run(url: string): Promise<RetentionView> {
  expect((await send(url, 'POST', '/api/retention/start')).status).toBe(200)
  return until(
    () => view(url),
    ({ job }) => job !== null && !['queued', 'running'].includes(job.state),
  )
}

test('the sound of approved minutes goes when its time has come, the words stay, and a certificate says so', async () => {
  const { url, services } = await startAppliance()
  const file = await tone('board.wav', 2)
  const { id } = await uploaded(url, file)
  await ended(url, id)
  expect((await view(url)).rules).toEqual([])
  await setRules(url, [{ kind: 'sound', seriesId: null, after: 0 }])
  const preview = async () =>
    (await send(url, 'POST', '/api/retention/preview', { rules: (await view(url)).rules })).body.items
  expect(await preview()).toEqual([]) // no minutes were approved

  await send(url, 'PATCH', `/api/recordings/${id}`, { summary: '# Minutes\n\nThe accounts were approved.' })
  const made = await send(url, 'POST', `/api/recordings/${id}/minutes/document`, { version: 1 })
  expect((await send(url, 'POST', `/api/documents/${String(made.body.id)}/approve`)).status).toBe(200)
  expect(await preview()).toMatchObject([{ kind: 'sound', recordingId: id, held: false }])

  const words = await getTranscript(url, id)
  const { runs } = await run(url)
  expect(runs).toMatchObject([{ items: 1 }])
  expect(await getRecording(url, id)).toMatchObject({ audioFormat: null, soundGoneAt: expect.any(String) })
  expect((await fetch(`${url}/api/recordings/${id}/audio`)).status).toBe(404)
  expect(await filesBelow(services.paths.recordings)).toEqual([])
  expect((await getTranscript(url, id)).segments).toEqual(words.segments)

  const certificate = await (await fetch(`${url}/api/retention/runs/${runs[0]!.id}/certificate`)).text()
  expect(certificate).toContain(
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
  )
  expect(createHash('sha256').update(certificate).digest('hex')).toBe(runs[0]!.sha256)
  const log = await (await fetch(`${url}/api/audit/export`)).text()
  expect(log).toContain(runs[0]!.sha256)
  expect((await run(url)).runs).toHaveLength(1) // nothing more was due
})

test('minutes are kept for ten years at least, and on legal hold for ever', async () => {
  const { url } = await startAppliance()
  const id = await textMeeting(url)
  await send(url, 'PATCH', `/api/recordings/${id}`, { meetingDate: '2010-03-01T10:00:00Z' })
  const recent = await textMeeting(url)
  expect((await setRules(url, [{ kind: 'meeting', seriesId: null, after: 9 }])).status).toBe(400)
  expect((await setRules(url, [{ kind: 'meeting', seriesId: null, after: 10 }])).status).toBe(200)

  const held = await send(url, 'POST', '/api/retention/holds', { recordingId: id, reason: 'Claim of Smith' })
  expect(held.body.holds).toMatchObject([{ reason: 'Claim of Smith', title: 'Board meeting' }])
  expect((await send(url, 'DELETE', `/api/recordings/${id}`)).body).toMatchObject({ code: 'legal_hold' })
  expect((await run(url)).runs).toEqual([])
  expect((await getRecording(url, id)).id).toBe(id)

  const [hold] = (await view(url)).holds
  expect((await send(url, 'POST', `/api/retention/holds/${hold!.id}/lift`)).status).toBe(200)
  expect((await run(url)).runs).toMatchObject([{ items: 1 }])
  expect((await fetch(`${url}/api/recordings/${id}`)).status).toBe(404)
  expect((await getRecording(url, recent)).id).toBe(recent)
})

test('a hold keeps the documents of its meeting too, and a series is held as a whole', async () => {
  const { url } = await startAppliance()
  const [first, second] = [await textMeeting(url), await textMeeting(url)]
  const labels = { series: 'Board', tags: [], companyId: null }
  for (const id of [first, second]) await send(url, 'PUT', `/api/recordings/${id}/labels`, labels)
  await send(url, 'PATCH', `/api/recordings/${first}`, {
    summary: '# Minutes\n\nThe accounts were approved.',
  })
  const made = await send(url, 'POST', `/api/recordings/${first}/minutes/document`, { version: 1 })
  const document = `/api/documents/${String(made.body.id)}`
  const [series] = (await view(url)).series
  const hold = (body: Record<string, unknown>) =>
    send(url, 'POST', '/api/retention/holds', { reason: 'Claim of Smith', ...body })
  expect((await hold({})).status).toBe(400)
  expect((await hold({ seriesId: 999 })).status).toBe(404)
  expect((await hold({ recordingId: second })).body.holds).toHaveLength(1)
  const { holds } = (await hold({ seriesId: series!.id })).body as unknown as RetentionView
  expect(holds).toHaveLength(2) // the one that was held already is not held twice

  expect((await send(url, 'DELETE', document)).body).toMatchObject({ code: 'legal_hold' })
  for (const id of [first, second])
    expect((await send(url, 'DELETE', `/api/recordings/${id}`)).body).toMatchObject({ code: 'legal_hold' })
  for (const { id } of holds) await send(url, 'POST', `/api/retention/holds/${id}/lift`)
  expect((await send(url, 'DELETE', document)).status).toBe(200)
  expect((await send(url, 'DELETE', `/api/recordings/${second}`)).status).toBe(200)
})

test('a privileged passage goes from sound, every version of the words, search, minutes and exports', async () => {
  const { url, services } = await startAppliance()
  const file = await tone('board.mp3', 12)
  const { id } = await uploaded(url, file)
  await ended(url, id)
  const secret = 'counsel advises Zanzibar settlement'
  const content = `[00:00:00] Ann Lee: Good morning.\n[00:00:04] Bob Ray: Our ${secret}.\n[00:00:08] Ann Lee: Next item.\n`
  expect((await send(url, 'PUT', `/api/recordings/${id}/transcript`, { content })).status).toBe(200)
  await send(url, 'PUT', `/api/recordings/${id}/transcript`, {
    content: content.replace('Next item', 'The next item'),
  })
  const found = async () =>
    (await (await fetch(`${url}/api/search?q=Zanzibar`)).text()).toLowerCase().includes('zanzibar settlement')
  await until(found, (yes) => yes)

  const asked = await send(url, 'POST', `/api/recordings/${id}/strikes`, {
    start: 4,
    end: 8,
    reason: 'Privilege',
  })
  expect(asked.status).toBe(200)
  const done = await until(
    async () => (await (await fetch(`${url}/api/recordings/${id}/strikes`)).json()) as Strikes,
    // Until then what was struck is still in the database's journal.
    ({ job }) => job?.state === 'done' || job?.state === 'failed',
  )
  expect(done).toMatchObject({
    strikes: [{ start: 4, end: 8, reason: 'Privilege', doneAt: expect.any(String) }],
  })

  const segments = (await getTranscript(url, id)).segments.map(({ text }) => text)
  expect(segments).toEqual(['Good morning.', '[privileged passage struck]', 'The next item.'])
  expect(await found()).toBe(false)
  expect(await (await fetch(`${url}/api/recordings/${id}/export/txt`)).text()).not.toContain('Zanzibar')
  for (const name of ['db.sqlite', 'db.sqlite-wal'])
    expect((await readFile(join(services.config.dataDir, name))).includes('Zanzibar')).toBe(false)

  // Silence from 4 to 8 seconds, the tone before and after; no other copy of the sound.
  const sound = (await filesBelow(services.paths.recordings)).filter((name) => !name.includes('cache'))
  expect(sound).toHaveLength(1)
  const loudness = async (from: number) => {
    const { stderr } = await execute('ffmpeg', [
      ...['-ss', String(from), '-t', '2', '-i', join(services.paths.recordings, sound[0]!)],
      ...['-af', 'volumedetect', '-f', 'null', '-'],
    ])
    return Number(/max_volume: (-?[\d.]+) dB/.exec(stderr)?.[1])
  }
  expect(await loudness(1)).toBeGreaterThan(-30)
  expect(await loudness(5)).toBeLessThan(-60)
  expect(await loudness(9)).toBeGreaterThan(-30)
  expect((await fetch(`${url}/api/convertToWav/${id}`)).status, 'what is left can be downloaded').toBe(200)
  expect(await (await fetch(`${url}/api/audit/export`)).text()).toContain('recording.passageStruck')
})
