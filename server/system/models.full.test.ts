import { expect, test } from 'vitest'
import { systemStatus, type SystemStatus } from '#contract/system.ts'
import { ended, getRecording, getTranscript, send, until, uploaded } from '../test/client.ts'
import { almostToy, ModelServer } from '../test/model-server.ts'
import { startAppliance } from '../test/server.ts'
import { meeting } from '../test/speech.ts'

const status = async (url: string): Promise<SystemStatus> =>
  systemStatus.parse(await (await fetch(`${url}/api/system/status`)).json())

test('whoever chooses the model that came along while another is fetched has everything transcribed again once that one is here', async () => {
  const source = await ModelServer.start(await almostToy(), ['slow'])
  source.paceBytes = 60_000
  const { url } = await startAppliance({ env: await source.environment() })
  await until(
    () => status(url),
    ({ modelFetch }) => modelFetch?.state === 'running',
  )
  const chosen = await send(url, 'POST', '/api/system/models/use', { id: 'demo' })
  expect(chosen.body).toMatchObject({ model: { id: 'demo', active: true } })
  const { id } = await uploaded(url, (await meeting({ seed: 8, minutes: 0.5, speakers: 2 })).wav)
  expect((await ended(url, id)).bundled).toBe(true)
  await until(
    () => getRecording(url, id),
    ({ bundled, status: state }) => !bundled && state === 'done',
  )
  expect(await getTranscript(url, id)).toMatchObject({ version: 2, bundled: false })
})
