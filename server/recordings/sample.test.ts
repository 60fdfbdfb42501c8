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
  for (const said of [
    /^Good morning,? everyone,? and welcome to the board meeting/,
    /apologies from Helen Parker/,
    /£18,400/,
    /three votes in favour and none against/,
    /sign the contract with (the|a) builder by Friday,? (the )?17(th)?( of)? April/,
    /ask (the|a) broker for a better price by Friday,? (the )?24(th)?( of)? April/,
    /Tuesday,? (the )?12(th)?( of)? May at 10 o'clock/,
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
  const { present, apologies, items, nextMeeting, toCheck } = minutes!.content!
  expect(present.map(({ name, role }) => [name, role])).toEqual([
    ['Andrew Wood', 'Chair'],
    ['Robert Hughes', null],
    ['Susan Clark', null],
  ])
  expect(apologies.map((one) => one.text)).toEqual(['Helen Parker'])
  expect(items.map(({ heading }) => heading)).toEqual([
    'Opening',
    'Minutes of the last meeting',
    'Extension of the warehouse',
    'Annual insurance',
    'Any other business',
  ])
  expect(items[1]!.decisions.map((one) => one.text)).toEqual([
    'The minutes of the last meeting are approved.',
  ])
  expect(items[2]!.decisions).toMatchObject([
    {
      text: expect.stringMatching(/^To accept (the|a) quotation of £18,400 for the extension\.$/),
      ...{ kind: 'resolution', outcome: 'carried', vote: { for: 3, against: 0 } },
    },
  ])
  const agreed = [
    [
      'Robert Hughes',
      '2026-04-17',
      /^Robert Hughes to sign the contract with (the|a) builder by Friday.* April\.$/,
    ],
    [
      'Susan Clark',
      '2026-04-24',
      /^Susan Clark to ask (the|a) broker for a better price by Friday.* April\.$/,
    ],
  ] as const
  const asAgreed = agreed.map(([owner, dueDate, text]) => ({
    ...{ owner, dueDate, text: expect.stringMatching(text) },
  }))
  expect(items.flatMap((item) => item.actions)).toMatchObject(asAgreed)
  expect(nextMeeting?.date).toBe('2026-05-12')
  expect(toCheck).toEqual([])
  const { actions } = await extracted(url, 1)
  expect(actions).toMatchObject(asAgreed.map(({ text: title, ...rest }) => ({ title, doubt: null, ...rest })))
  for (const { title } of actions) expect(minutes!.markdown).toContain(title)
})
