import { mkdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { EngineStatus } from '#contract/system.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { EngineEndpoint } from '../speech/gate.ts'
import type { SpeechModel } from '../speech/models.ts'
import type { Supervised } from './supervise.ts'
import { lookAtEngineBuild, type EngineBuild } from './engine-build.ts'
import { runEngines } from './engine-pair.ts'
import { batchNice, endLeftovers } from './whisper-server.ts'

/** The accurate speech engine of this appliance, whatever process it is just now. */
export type SpeechEngineHost = {
  /** Serves with this model; the one before serves until the new one answers, and on when it never does. @throws AppError model_damaged */
  use(model: SpeechModel): Promise<void>
  endpoint(): EngineEndpoint | null
  status(): EngineStatus
  onChange(listener: () => void): void
  /** The one that serves hangs: it is ended at once, and started again. */
  restart(): void
  stop(): Promise<void>
}

const buildLookMs = 1000

export type SpeechEngineOptions = {
  engineDir: string | null
  runDir: string
  log: Log
  nice?: number
  /** How many serve with a model, several clips at once. */
  processes?: (model: SpeechModel) => number
}

export function createSpeechEngineHost({
  engineDir,
  runDir,
  log,
  nice = batchNice,
  processes = () => 1,
}: SpeechEngineOptions): SpeechEngineHost {
  const listeners = new Set<() => void>()
  const stopping = new AbortController()
  let build: EngineBuild = { state: 'missing', message: 'The speech engine is starting.' }
  let serving: { supervised: Supervised; model: SpeechModel; retire(): void } | null = null
  let endpoint: EngineEndpoint | null = null
  let trouble: string | null = null
  /** Changes of model go one after the other. */
  let turn: Promise<void> = Promise.resolve()

  const tell = (): void => {
    for (const listener of listeners) listener()
  }

  async function waitUntilBuilt(): Promise<Extract<EngineBuild, { state: 'built' }>> {
    for (;;) {
      const look = await lookAtEngineBuild(engineDir)
      const changed = JSON.stringify(look) !== JSON.stringify(build)
      build = look
      if (changed) tell()
      if (look.state === 'built') return look
      await pause(buildLookMs, undefined, { signal: stopping.signal })
    }
  }

  async function change(model: SpeechModel): Promise<void> {
    const built = await waitUntilBuilt()
    await mkdir(runDir, { recursive: true })
    if (serving?.model.sha256 === model.sha256) return
    const previous = serving
    if (!previous) await endLeftovers(runDir)
    stopping.signal.throwIfAborted() // between here and the listener below nothing waits
    const mine: { supervised?: Supervised; current: boolean; over: boolean } = {
      current: !previous,
      over: false,
    }
    const retire = (): void => void (mine.over = true)
    mine.supervised = runEngines({
      count: processes(model),
      binary: built.serverBinary,
      modelFile: model.file,
      runDir,
      log,
      nice,
      onUp: ([url = '', ...beside]) => {
        if (mine.over) return // it tells of those beside the first until all have ended
        mine.current = true
        trouble = null
        endpoint = { url, model, ...(beside.length > 0 && { beside }) }
        log.info({ model: model.id, processes: 1 + beside.length }, 'the speech engine is ready')
        tell()
      },
      onDown: (reason) => {
        if (!mine.current) return // a new model on trial; the one before goes on
        endpoint = null
        trouble = reason
        tell()
      },
    })
    const abandon = (): void => void mine.supervised?.stop()
    stopping.signal.addEventListener('abort', abandon)
    if (!previous) serving = { supervised: mine.supervised, model, retire }
    try {
      await mine.supervised.firstUp
    } catch (error) {
      if (stopping.signal.aborted || !previous) throw error
      await mine.supervised.stop()
      throw new AppError(
        'model_damaged',
        `The speech model ${model.name} could not be loaded; ${previous.model.name} stays in use.`,
        { cause: error },
      )
    } finally {
      stopping.signal.removeEventListener('abort', abandon)
    }
    serving = { supervised: mine.supervised, model, retire }
    previous?.retire()
    // It finishes what it is transcribing, or is killed after its grace; that piece is then tried again on the new one.
    if (previous) await previous.supervised.stop()
  }

  return {
    use(model) {
      const next = turn.then(() => change(model))
      turn = next.catch(() => undefined) // told to whoever asked for that change
      return next
    },
    endpoint: () => endpoint,
    status: () => describe(build, endpoint, serving?.model ?? null, trouble),
    onChange: (listener) => void listeners.add(listener),
    restart: () => serving?.supervised.restart(),
    async stop() {
      stopping.abort()
      await serving?.supervised.stop()
      await turn
    },
  }
}

function describe(
  build: EngineBuild,
  endpoint: EngineEndpoint | null,
  model: SpeechModel | null,
  trouble: string | null,
): EngineStatus {
  const shown = model && {
    id: model.id,
    name: model.name,
    bundled: model.bundled,
    multilingual: model.multilingual,
  }
  if (endpoint) return { state: 'ready', percent: null, message: 'The speech engine is ready.', model: shown }
  switch (build.state) {
    case 'building':
      return {
        state: 'building',
        percent: build.percent,
        message: `Building the speech engine, ${Math.floor(build.percent)}%. Recordings will wait until it is ready.`,
        model: null,
      }
    case 'missing':
    case 'failed':
      return { state: build.state, percent: null, message: build.message, model: null }
    case 'built':
      return {
        state: 'starting',
        percent: null,
        message: trouble
          ? `The speech engine went down (${trouble}) and is being started again. Recordings wait.`
          : 'The speech engine is starting.',
        model: shown,
      }
  }
}
