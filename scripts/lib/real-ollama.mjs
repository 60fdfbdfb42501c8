import { spawn } from 'node:child_process'
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sha256Of } from './checksum.mjs'
import { requireOllama } from './ollama-build.mjs'
import { requireLanguageModels } from './ollama-models.mjs'
import { cacheDir } from './paths.mjs'

const startsWithinMs = 60_000

/**
 * A real Ollama with small models, for the tests of what any must do: the one that OLLAMA_TEST_HOST names, else one of our
 * own on a port of its own.
 * @param {import('./say.mjs').Say} say
 * @returns {Promise<{ env: Record<string, string>, stop: () => void, remark: string | null }>} `remark`: why there is none
 */
export async function startRealOllama(say) {
  const none = { env: {}, stop: () => undefined }
  if (process.env.OLLAMA_TEST_HOST) return { ...none, remark: null }
  try {
    const binary = await requireOllama(say)
    const models = await requireLanguageModels(say)
    const store = join(cacheDir, 'ollama-store')
    const { url, stop } = await serve(binary, store)
    try {
      await say.step('Giving Ollama its models', () => importAll(url, models))
    } catch (error) {
      stop()
      throw error
    }
    const env = { OLLAMA_TEST_HOST: url, OLLAMA_TEST_BIN: binary, OLLAMA_TEST_MODELS: store }
    return { env, stop, remark: null }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { ...none, remark: `no test ran against a real Ollama: ${why}` }
  }
}

/** @param {string} binary @param {string} store */
async function serve(binary, store) {
  const url = `http://127.0.0.1:${await freePort()}`
  const child = spawn(binary, ['serve'], {
    env: { ...process.env, OLLAMA_HOST: url, OLLAMA_MODELS: store, OLLAMA_NOPRUNE: '1' },
    stdio: 'ignore',
  })
  let fault = ''
  child.on('error', (error) => (fault = error.message))
  const stop = () => void child.kill('SIGTERM')
  process.once('exit', stop)
  const until = Date.now() + startsWithinMs
  for (;;) {
    const answers = await fetch(`${url}/api/version`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answers) return { url, stop }
    if (fault || child.exitCode !== null || Date.now() > until) {
      stop()
      throw new Error(`Ollama did not start${fault && `: ${fault}`}`)
    }
    await pause(100)
  }
}

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })

/** @param {string} url @param {import('./ollama-models.mjs').ModelFiles[]} models */
async function importAll(url, models) {
  const { models: there } = await (await fetch(`${url}/api/tags`)).json()
  const known = new Set(there.map((/** @type {{ name: string }} */ one) => one.name))
  for (const model of models) if (!known.has(model.name)) await importModel(url, model)
}

/** By the interface alone: `ollama create` stumbles over a folder of safetensors. @param {string} url @param {import('./ollama-models.mjs').ModelFiles} model */
async function importModel(url, { name, folder, template }) {
  /** @type {Record<string, string>} */
  const files = {}
  for (const path of readdirSync(folder, { recursive: true }).map(String)) {
    const file = join(folder, path)
    if (!statSync(file).isFile()) continue
    const digest = `sha256:${await sha256Of(file)}`
    const sent = await fetch(`${url}/api/blobs/${digest}`, {
      method: 'POST',
      // @ts-expect-error a stream is a body, for Node
      body: createReadStream(file),
      duplex: 'half',
    })
    if (!sent.ok) throw new Error(`Ollama does not take ${path} of ${name}: ${await sent.text()}`)
    files[path] = digest
  }
  const made = await fetch(`${url}/api/create`, {
    method: 'POST',
    body: JSON.stringify({ model: name, files, stream: false, ...(template && { template }) }),
  })
  const answer = await made.text()
  if (!made.ok || answer.includes('"error"')) throw new Error(`Ollama does not take ${name}: ${answer}`)
}
