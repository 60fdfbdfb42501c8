#!/usr/bin/env node
// For the image: models to have in it besides those of the repository, so that it needs no network.
// usage: models.mjs FOLDER [SPEECH MODEL] [LANGUAGE MODEL]
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { main } from '../lib/lifecycle.mjs'
import { root } from '../lib/paths.mjs'
import { run } from '../lib/run.mjs'
import { createSay, Stop } from '../lib/say.mjs'

const ollamaStartsWithinMs = 30_000

/** @param {string} folder @param {string} model */
async function pullSpeech(folder, model) {
  const dataDir = mkdtempSync(join(tmpdir(), 'appliance-image-'))
  const env = { ...process.env, APPLIANCE_DATA_DIR: dataDir, APPLIANCE_MODELS_DIR: join(folder, 'speech') }
  const cli = join(root, 'dist', 'cli', 'main.js')
  const { code } = await run(process.execPath, [cli, 'models', 'pull', model], { env, show: true })
  rmSync(dataDir, { recursive: true, force: true })
  if (code !== 0) throw new Stop(`The speech model ${model} could not be fetched.`)
}

/** @param {string} folder @param {string} model */
async function pullLanguage(folder, model) {
  const env = { ...process.env, OLLAMA_MODELS: join(folder, 'ollama'), HOME: tmpdir() }
  const server = spawn('ollama', ['serve'], { env, stdio: 'ignore' })
  try {
    const deadline = Date.now() + ollamaStartsWithinMs
    while ((await run('ollama', ['list'], { env })).code !== 0) {
      if (Date.now() > deadline) throw new Stop('Ollama did not start.')
      await pause(500)
    }
    const { code } = await run('ollama', ['pull', model], { env, show: true })
    if (code !== 0) throw new Stop(`The language model ${model} could not be fetched.`)
  } finally {
    server.kill()
  }
}

await main(async () => {
  const [folder, speech, language] = process.argv.slice(2)
  if (!folder) throw new Stop('usage: models.mjs FOLDER [SPEECH MODEL] [LANGUAGE MODEL]')
  for (const part of ['speech', 'ollama']) mkdirSync(join(folder, part), { recursive: true })
  const say = createSay()
  if (speech) await say.step(`Fetching the speech model ${speech}`, () => pullSpeech(folder, speech))
  if (language)
    await say.step(`Fetching the language model ${language}`, () => pullLanguage(folder, language))
  return 0
})
