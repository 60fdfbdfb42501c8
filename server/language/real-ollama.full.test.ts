import { spawn, type ChildProcess } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { openDb } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { createLog } from '../log.ts'
import { freePort } from '../processes/free-port.ts'
import { until } from '../test/client.ts'
import { temporaryFolder } from '../test/files.ts'
import { createLanguageCatalogue } from './catalogue.ts'
import { createOllama, type OllamaEngine } from './ollama.ts'

// A real Ollama (scripts/lib/real-ollama.mjs) that is killed in the middle of an answer, and loses its models.

async function serve(port: number, models: string): Promise<ChildProcess> {
  const child = spawn(process.env.OLLAMA_TEST_BIN!, ['serve'], {
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME },
      ...{ OLLAMA_HOST: `127.0.0.1:${port}`, OLLAMA_MODELS: models, OLLAMA_NOPRUNE: '1' },
    },
    stdio: 'ignore',
    detached: true,
  })
  onTestFinished(() => kill(child))
  await until(
    () =>
      fetch(`http://127.0.0.1:${port}/api/version`).then(
        ({ ok }) => ok,
        () => false,
      ),
    Boolean,
  )
  return child
}

/** With the process that computes for it. */
function kill(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL')
}

async function engineAt(url: string): Promise<OllamaEngine> {
  const folder = await temporaryFolder()
  const db = await openDb(join(folder, 'appliance.db'))
  await migrate(db, { copies: folder, alone: (work) => work() })
  const config = loadConfig({ APPLIANCE_LOG: 'error' })
  const engine = createOllama({
    ...{ url, db, log: createLog(config, 'test'), catalogue: createLanguageCatalogue(config, 8e9) },
    timing: { pauseMs: () => 20 },
  })
  onTestFinished(async () => {
    await engine.close()
    await db.close()
  })
  return engine
}

const ask = (engine: OllamaEngine, content: string, onToken: () => void = () => undefined) =>
  engine.complete({
    ...{ system: 'You are brief.', messages: [{ role: 'user' as const, content }], onToken },
    ...{ signal: new AbortController().signal, deadlineMs: 600_000, maxAnswerTokens: 400 },
  })

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(AppError)
  return error as AppError
}

const sentence = /^\p{Lu}.+[.!?]$/su

test(
  'killed in the midst of an answer, then there again; its model removed',
  { timeout: 1_200_000 },
  async () => {
    const models = join(await temporaryFolder(), 'models')
    await cp(process.env.OLLAMA_TEST_MODELS!, models, { recursive: true })
    const port = await freePort('127.0.0.1')
    const url = `http://127.0.0.1:${port}`
    const first = await serve(port, models)
    const engine = await engineAt(url)
    const broken = await failure(ask(engine, 'Count from one to a thousand, in words.', () => kill(first)))
    expect(broken.code).toMatch(/^language_(?:unreachable|broke_off|failed)$/)
    expect(broken.message).toMatch(sentence)
    const gone = await failure(ask(engine, 'What was decided?'))
    expect([gone.code, gone.message]).toEqual(['language_unreachable', expect.stringMatching(sentence)])

    await serve(port, models)
    expect((await ask(engine, 'What was decided?')).value).toMatch(/\w/)

    const { models: installed } = (await (await fetch(`${url}/api/tags`)).json()) as {
      models: { name: string }[]
    }
    for (const { name } of installed)
      await fetch(`${url}/api/delete`, { method: 'DELETE', body: JSON.stringify({ model: name }) })
    const empty = await failure(ask(engine, 'What was decided?'))
    expect([empty.code, empty.message]).toEqual(['language_no_model', expect.stringMatching(sentence)])
  },
)
