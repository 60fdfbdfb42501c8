import { readdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ended, getRecording, getTranscript, send, toldApart, uploaded } from '../../test/client.ts'
import { addModels } from '../../test/diarisation-models.ts'
import { startAppliance } from '../../test/server.ts'
import { meeting } from '../../test/speech.ts'

const on = { APPLIANCE_DIARISATION: '1' }

test('damaged models keep the transcript and say why; with whole ones it can be tried again', async () => {
  const server = await startAppliance({ env: on })
  const { url, services } = server
  const { appRoot, modelsDir } = services.config
  const bundled = (part: string): string => join(appRoot, 'server', 'test', 'models', `${part}-demo.onnx`)
  const added = await services.diarisationModels.add({
    segmentation: bundled('segmentation'),
    embedding: bundled('embedding'),
  })
  expect(added).toMatchObject({ bundled: true, settings: { threshold: 0.8 } })
  await expect(
    services.diarisationModels.add({
      segmentation: bundled('embedding'),
      embedding: bundled('segmentation'),
    }),
  ).rejects.toMatchObject({ code: 'model_damaged' })
  expect(await readdir(modelsDir)).toHaveLength(3)
  await truncate(added.embedding.file, 100_000)

  const spoken = await meeting({ seed: 8, minutes: 0.5, speakers: 2 })
  const { id } = await uploaded(url, spoken.wav)
  await ended(url, id)
  const failed = await toldApart(url, id)
  expect(failed.diarisation).toMatchObject({ state: 'failed', code: 'model_damaged', speakers: null })
  expect(failed.diarisation.reason).toContain('npx appliance models pull diarisation')
  expect(failed).toMatchObject({ version: 1, origin: 'run', complete: true })
  expect(await getRecording(url, id)).toMatchObject({ status: 'done', transcriptionSuccess: true })

  expect(await services.diarisationModels.remove()).toBe(true)
  expect(await readdir(modelsDir)).toEqual([])
  // Somebody corrected a line meanwhile, and was there: the words stay, the speakers come.
  const line = failed.segments[0]!
  const path = `/api/recordings/${id}/transcript/segments/${line.id}`
  const edited = await send(url, 'PATCH', path, { text: `${line.text} Corrected.`, basedOn: 1 })
  expect(edited.status).toBe(200)
  await send(url, 'PUT', `/api/recordings/${id}/meeting-info`, {
    attendees: [
      { speakerId: '', name: 'Priya Patel' },
      { speakerId: '', name: 'Tom Okoro' },
    ],
    location: null,
  })
  expect((await send(url, 'POST', `/api/recordings/${id}/diarise`, {})).status).toBe(200)
  const done = await toldApart(url, id)
  expect(done.diarisation).toMatchObject({ state: 'done', speakers: 2, asked: null, listed: 2 })
  expect(done).toMatchObject({ version: 3, origin: 'speakers' })
  expect(done.text).toContain('Corrected.')
  expect((await getRecording(url, id)).edited).toBe(true)
  expect(new Set(done.segments.map((s) => s.speaker))).toEqual(new Set(['Speaker 1', 'Speaker 2']))

  // Whose speakers are in an edited version are a person's business from now on.
  expect((await send(url, 'POST', `/api/recordings/${id}/diarise`, { speakers: 1 })).status).toBe(200)
  expect((await toldApart(url, id)).diarisation).toMatchObject({ speakers: 1, asked: 1 })
  expect((await getTranscript(url, id)).version).toBe(3)
  await send(url, 'POST', `/api/recordings/${id}/diarise`, { speakers: 1, replaceEdited: true })
  expect(new Set((await toldApart(url, id)).segments.map((s) => s.speaker))).toEqual(new Set(['Speaker 1']))

  // Nor do real models take them away, whatever the bundled models had to do with them.
  await addModels(server)
  expect(await services.transcripts.replaceBundledSpeakers()).toBe(0)
})
