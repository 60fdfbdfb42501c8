import { join } from 'node:path'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { EngineEndpoint } from '../speech/gate.ts'
import type { SpeechModel } from '../speech/models.ts'
import { lookAtEngineBuild } from './engine-build.ts'
import { createRemoteEngineHost } from './remote-engine.ts'
import { createSpeechEngineHost, type SpeechEngineHost } from './speech-engine.ts'
import { liveNice } from './whisper-server.ts'

/** The engine of live text: there while somebody records, and a little longer. */
export type LiveEngine = {
  /** Somebody records. @returns ends it */
  hold(): () => void
  /** Somebody records, or has until a moment ago. */
  isWanted(): boolean
  /** Where it answers; null: not now. */
  endpoint(): EngineEndpoint | null
  onChange(listener: () => void): void
  /** This one hangs: another takes its place. */
  restart(endpoint: EngineEndpoint): void
  /** Why it cannot work here; null: it can, or will in a moment. */
  whyNot(): Promise<string | null>
  /** The installed or chosen models have changed. */
  modelsChanged(): void
  stop(): Promise<void>
}

/** The next meeting finds it running. */
const nextMeetingMs = 3 * 60_000

export type LiveEngineOptions = {
  engineDir: string | null
  runDir: string
  model: () => Promise<SpeechModel>
  log: Log
  /** A speech server elsewhere instead. */
  remoteUrl?: string | null
  remoteModel?: string | null
  speechKey?: string | null
  idleMs?: number
}

export function createLiveEngine({
  engineDir,
  runDir,
  model,
  log,
  remoteUrl = null,
  remoteModel = null,
  speechKey = null,
  idleMs = nextMeetingMs,
}: LiveEngineOptions): LiveEngine {
  const listeners = new Set<() => void>()
  let host: SpeechEngineHost | null = null
  let holders = 0
  let idle: NodeJS.Timeout | undefined
  let stopped = false
  /** Starts and ends go one after the other. */
  let turn: Promise<void> = Promise.resolve()

  const tell = (): void => {
    for (const listener of listeners) listener()
  }

  function start(): void {
    if (stopped) return
    const mine = (host ??= newHost())
    turn = turn
      .then(async () => (remoteUrl ? undefined : mine.use(await model())))
      .catch((error: unknown) => {
        if (host === mine) log.error({ err: error }, 'the engine of live text could not be started')
      })
  }

  function newHost(): SpeechEngineHost {
    const made = remoteUrl
      ? createRemoteEngineHost({ url: remoteUrl, modelName: remoteModel, key: speechKey, log })
      : createSpeechEngineHost({ engineDir, runDir: join(runDir, 'live'), log, nice: liveNice })
    made.onChange(() => host === made && tell())
    return made
  }

  async function end(): Promise<void> {
    const ending = host
    host = null
    await ending?.stop()
    tell()
  }

  /** Its turn may come late, behind a start that takes long: somebody may record again by then. */
  async function endIdle(): Promise<void> {
    if (holders === 0) await end()
  }

  return {
    hold() {
      clearTimeout(idle)
      holders++
      // One that could not be started before, for want of a model say, is tried again.
      if (!host?.endpoint()) start()
      let held = true
      return () => {
        if (!held) return
        held = false
        holders--
        if (holders > 0 || stopped) return
        idle = setTimeout(() => {
          turn = turn
            .then(endIdle)
            .catch((error: unknown) => log.error({ err: error }, 'an engine did not end'))
        }, idleMs)
        idle.unref()
      }
    },
    isWanted: () => host !== null,
    endpoint: () => host?.endpoint() ?? null,
    onChange: (listener) => void listeners.add(listener),
    restart(endpoint) {
      if (host?.endpoint() === endpoint) host.restart()
    },
    whyNot: async () => (remoteUrl ? null : whyNotHere(engineDir, model)),
    modelsChanged() {
      if (host) start()
    },
    async stop() {
      stopped = true
      clearTimeout(idle)
      await end()
      await turn
    },
  }
}

async function whyNotHere(
  engineDir: string | null,
  model: () => Promise<SpeechModel>,
): Promise<string | null> {
  const build = await lookAtEngineBuild(engineDir)
  if (build.state === 'building')
    return 'The speech engine is still being built, so there is no live text yet. The recording is saved and will be transcribed later.'
  if (build.state !== 'built') return build.message
  try {
    await model()
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}
