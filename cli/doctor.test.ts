import { expect, test } from 'vitest'
import { temporaryFolder } from '../server/test/files.ts'
import { send } from '../server/test/client.ts'
import { textMeeting } from '../server/test/minutes.ts'
import { startOllama } from '../server/test/ollama.ts'
import { appliance } from '../server/test/cli.ts'
import { startServerProcess } from '../server/test/process.ts'

test('doctor warns when the language model that has answered was removed or its server has gone', async () => {
  const ollama = await startOllama()
  await ollama.models()
  const dataDir = await temporaryFolder()
  const ofLanguage = async (): Promise<string> => {
    const { stdout } = await appliance(['doctor'], dataDir, ollama.env)
    return stdout.slice(stdout.search(/^.+Language model/m))
  }
  expect(await ofLanguage()).toMatch(/^ok +Language model +not used: there is no language model at http/)

  await ollama.reset()
  const { url } = await startServerProcess(dataDir, ollama.env)
  const id = await textMeeting(url)
  // What the stand-in says is no minutes; it has answered all the same.
  expect((await send(url, 'POST', `/api/recordings/${id}/summary`)).status).toBe(200)
  expect(await ofLanguage()).toMatch(/^ok +Language model +stand-in:1b at http/)

  await ollama.models()
  expect(await ofLanguage()).toMatch(
    /^! +Language model +the one that has answered before is not there\n.*→ There is no language model yet/,
  )
  await ollama.stop()
  expect(await ofLanguage()).toMatch(
    /^! +Language model +the one that has answered before is not there\n.*→ .*nothing answers at/,
  )
})
