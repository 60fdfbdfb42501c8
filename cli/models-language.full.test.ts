import { expect, test } from 'vitest'
import { temporaryFolder } from '../server/test/files.ts'
import { startOllama } from '../server/test/ollama.ts'
import { appliance } from '../server/test/cli.ts'

test('models pull llm fetches what suits the machine; models list shows what answers', async () => {
  const ollama = await startOllama()
  await ollama.models()
  await ollama.rules({ path: '/api/pull', pull: { steps: 20, stepMs: 150 } })
  const dataDir = await temporaryFolder()
  const env = { ...ollama.env, APPLIANCE_OFFLINE: '0', APPLIANCE_SPEECH_MODEL: 'demo' }
  const before = await appliance(['models', 'list'], dataDir, env)
  expect(before.stderr).toMatch(/Language model: none\. .*models pull llm/)
  const pulled = await appliance(['models', 'pull', 'llm'], dataDir, env)
  expect(pulled.stdout).toMatch(/^(qwen2\.5|llama3\.2):\S+ is there and in use from now on\.$/m)
  expect([pulled.code, pulled.stderr]).toEqual([
    0,
    expect.stringMatching(/\d+%, Downloading: .* of 10\.0 MB/),
  ])
  const [id] = pulled.stdout.split(' ')
  const listed = await appliance(['models', 'list', '--all'], dataDir, env)
  expect(listed.stderr).toContain(`Language model: ${id}, at ${ollama.url}.`)
  expect(listed.stderr).toMatch(/ \+ (qwen2\.5|llama3\.2):/)
  const wrong = await appliance(['models', 'pull', 'llm', 'unknown:1b', '--json'], dataDir, env)
  expect([wrong.code, JSON.parse(wrong.stdout).code]).toEqual([1, 'model_unknown'])
})

test('models pull llm asks for a name where Ollama runs on another machine', async () => {
  const dataDir = await temporaryFolder()
  // RFC 6761: a name that nothing has. Nobody may be asked before there is a name.
  const env = {
    ...{ OLLAMA_HOST: 'http://elsewhere.invalid:11434', APPLIANCE_OFFLINE: '0' },
    APPLIANCE_SPEECH_MODEL: 'demo',
  }
  const unnamed = await appliance(['models', 'pull', 'llm'], dataDir, env)
  expect([unnamed.code, unnamed.stdout]).toEqual([1, ''])
  expect(unnamed.stderr).toMatch(
    /Ollama at http:\/\/elsewhere\.invalid:11434 runs on another machine, whose memory .*: name the model.* qwen2\.5:7b \(\d+\.\d GB\)/,
  )
  const named = await appliance(['models', 'pull', 'llm', 'qwen2.5:7b', '--json'], dataDir, env)
  expect([named.code, JSON.parse(named.stdout).code]).toEqual([1, 'language_unreachable'])
  const wrong = await appliance(['models', 'pull', 'llm', '../../etc', '--json'], dataDir, env)
  expect([wrong.code, JSON.parse(wrong.stdout).code]).toEqual([1, 'invalid_input'])
})
