import type { EngineStatus } from '#contract/system.ts'
import { join } from 'node:path'
import { downloadEnvironment, workerEnvironment } from './config.ts'
import { requireHandlers, takeBack, takeBackAll } from './jobs/queue.ts'
import { runOllama } from './processes/ollama.ts'
import { createRemoteEngineHost } from './processes/remote-engine.ts'
import { processesFor } from './processes/engine-pair.ts'
import { createSpeechEngineHost, type SpeechEngineHost } from './processes/speech-engine.ts'
import { runWorkerProcess } from './processes/worker.ts'
import type { Services } from './services.ts'
import { isLoopback } from './variables.ts'

/** What works behind the pages: the speech engine and the job worker. One of each for a data directory. */
export type Runtime = {
  engineStatus(): EngineStatus
  onEngineChange(listener: (status: EngineStatus) => void): void
  workerRunning(): boolean
  /** The installed or chosen models changed (here or through the CLI): serve with the right one. */
  modelsChanged(): void
  stop(): Promise<void>
}

const roundMs = 15_000

/**
 * For the process that holds the data directory's lock.
 * @param options.firstModel has a model fetched that suits the machine better than the one that came along
 * @param options.runWorker keeps the job worker running; a process of its own, unless a test has it here
 */
export async function startRuntime(
  services: Services,
  {
    firstModel = null,
    runWorker = runWorkerProcess,
  }: { firstModel?: (() => Promise<void>) | null; runWorker?: typeof runWorkerProcess } = {},
): Promise<Runtime> {
  const { config, db, jobs, log, models, transcripts } = services
  await requireHandlers(db.read, jobs)
  const takenBack = await takeBackAll(db, jobs)
  if (takenBack > 0) log.info({ jobs: takenBack }, 'work of an earlier run goes on')

  const engine = createEngine(services)
  const worker = runWorker({
    appRoot: config.appRoot,
    env: workerEnvironment(config),
    log,
    onGone: async (name) => {
      const count = await takeBack(db, jobs, name)
      if (count > 0) log.warn({ jobs: count }, 'a worker ended with work in hand')
    },
  })
  const ollama = startOllama(services)
  engine.onChange(() => worker.send({ type: 'engine', endpoint: engine.endpoint() }))
  async function redoBundledTranscripts(): Promise<void> {
    if (engine.endpoint()?.model.bundled !== false) return
    const count = await transcripts.replaceBundledTranscripts()
    if (count > 0) log.info({ recordings: count }, 'what the bundled model wrote is transcribed again')
  }

  async function redoBundledSpeakers(): Promise<void> {
    const count = await transcripts.replaceBundledSpeakers()
    if (count > 0)
      log.info({ recordings: count }, 'whose speakers the bundled models told apart is told apart again')
  }

  async function useRightModel(): Promise<void> {
    if (!config.speechUrl) await engine.use(await models.active(db.read))
    await redoBundledTranscripts()
    await redoBundledSpeakers()
  }
  let stopped = false
  // One after the other, so that the last choice is the one that holds.
  let turn: Promise<void> = Promise.resolve()
  let due = false
  function follow(): void {
    if (due) return // the one that waits for its turn looks at everything anyway
    due = true
    turn = turn
      .then(() => {
        due = false
        return useRightModel()
      })
      .catch((error: unknown) => {
        if (!stopped) log.error({ err: error }, 'the speech model could not be used')
      })
  }
  follow()
  // Nobody waits for it: work begins with the model that came along.
  firstModel?.().catch((error: unknown) =>
    log.error({ err: error }, 'a larger speech model could not be fetched'),
  )

  // A worker that hangs loses its claim, and the job goes to the next one; what the bundled models finished
  // while others were taking over is made again.
  const rounds = setInterval(() => {
    takeBack(db, jobs, null)
      .then(redoBundledTranscripts)
      .then(redoBundledSpeakers)
      .catch((error: unknown) => log.error({ err: error }, 'the regular round failed'))
  }, roundMs)

  return {
    engineStatus: engine.status,
    onEngineChange: (listener) => engine.onChange(() => listener(engine.status())),
    workerRunning: worker.isRunning,
    modelsChanged() {
      follow()
      services.liveEngine.modelsChanged()
    },
    async stop() {
      stopped = true
      clearInterval(rounds)
      await Promise.all([worker.stop(), ollama?.stop()])
      await engine.stop()
    },
  }
}

/** The one that was named, or one of our own. */
function createEngine({ config, log, paths }: Services): SpeechEngineHost {
  return config.speechUrl
    ? createRemoteEngineHost({
        url: config.speechUrl,
        modelName: config.remoteModel,
        key: config.speechKey,
        log,
      })
    : createSpeechEngineHost({
        engineDir: config.engineDir,
        runDir: paths.run,
        log,
        processes: processesFor,
      })
}

/** Ollama as a child of ours, where its program is known and it is to answer on this machine. */
function startOllama({ config, log }: Services): ReturnType<typeof runOllama> | null {
  return config.ollamaBin && isLoopback(new URL(config.ollamaHost).hostname)
    ? runOllama({
        binary: config.ollamaBin,
        url: config.ollamaHost,
        modelsDir: join(config.modelsDir, 'ollama'),
        imageModels: config.imageModelsDir && join(config.imageModelsDir, 'ollama'),
        env: downloadEnvironment(),
        log,
      })
    : null
}
