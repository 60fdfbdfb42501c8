import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { loadConfig } from '../config.ts'
import { extracted } from '../test/actions.ts'
import { ended, getTranscript, send, until } from '../test/client.ts'
import { minutesOf } from '../test/minutes.ts'
import { startAppliance } from '../test/server.ts'

const bundledDir = join(loadConfig({}).appRoot, 'models')
const truthShape = z.object({
  turns: z.array(z.object({ speaker: z.string(), start: z.number(), end: z.number() })),
})

test('one click on the sample meeting shows what was said, by whom, what was decided and who does what', async () => {
  const { url } = await startAppliance({
    env: { APPLIANCE_BUNDLED_MODELS: bundledDir, APPLIANCE_DIARISATION: '1' },
  })
  const imported = await send(url, 'POST', '/api/recordings/sample', {})
  expect(imported.status).toBe(200)
  await ended(url, 1)
  const transcript = await until(
    () => getTranscript(url, 1),
    ({ diarisation }) => diarisation.state === 'done',
  )
  const { text, segments } = transcript
  expect(text).toMatch(/^Good morning,? everyone,? and welcome to the board meeting/)
  for (const said of [
    /apologies from Helen Parker/,
    /18,400/,
    /three votes in favou?r and none against/,
    /sign the contract with (the|a) builder by 13 March 2026/,
    /14th? (of )?April 2026/,
  ])
    expect(text).toMatch(said)

  // Each person keeps one label, and nobody shares it; a word said in passing may be anybody's.
  const truth = truthShape.parse(
    JSON.parse(await readFile(join(bundledDir, 'sample', 'sample-meeting.json'), 'utf8')),
  )
  const labels = new Map<string, Set<string>>()
  for (const { speaker, start, end } of truth.turns.filter((turn) => turn.end - turn.start > 2)) {
    const at = (start + end) / 2
    const label = segments.find((segment) => segment.start <= at && segment.end >= at)?.speaker
    if (label) labels.set(speaker, (labels.get(speaker) ?? new Set()).add(label))
  }
  expect([...labels.values()].map(({ size }) => size)).toEqual([1, 1, 1])
  expect(new Set([...labels.values()].flatMap((own) => [...own])).size).toBe(3)

  const { minutes } = await until(
    () => minutesOf(url, 1),
    (now) => now.minutes !== null,
  )
  for (const written of [/Helen Parker/, /accept the quotation/, /14th? (of )?April 2026/])
    expect(minutes?.markdown).toMatch(written)
  const { actions } = await extracted(url, 1)
  expect(actions.map(({ title }) => title).join()).toMatch(/broker for two new quotations/)
})
