import type { EngineStatus } from '#contract/system.ts'
import { workerEnvironment } from './config.ts'
import { needHandlers, takeBack, takeBackAll } from './jobs/queue.ts'
import { createSpeechEngineHost } from './processes/speech-engine.ts'
import { runWorkerProcess } from './processes/worker.ts'
import type { Services } from './services.ts'

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
/** How often it is looked how far an awaited model is. */
const awaitMs = 1000

/**
 * For the process that holds the data directory's lock.
 * @param firstModel decides whether a first model is fetched; until then no other is used
 */
export async function startRuntime(
  services: Services,
  firstModel: (() => Promise<void>) | null = null,
): Promise<Runtime> {
  const { config, db, jobs, log, modelFetches, models, paths, transcripts } = services
  await needHandlers(db.read, jobs)
  const takenBack = await takeBackAll(db, jobs)
  if (takenBack > 0) log.info({ jobs: takenBack }, 'work of an earlier run goes on')

  const engine = createSpeechEngineHost({ engineDir: config.engineDir, runDir: paths.run, log })
  const worker = runWorkerProcess({
    appRoot: config.appRoot,
    env: workerEnvironment(config),
    log,
    onGone: async (name) => {
      const count = await takeBack(db, jobs, name)
      if (count > 0) log.warn({ jobs: count }, 'a worker ended with work in hand')
    },
  })
  engine.onChange(() => worker.send({ type: 'engine', endpoint: engine.endpoint() }))
  async function redoDemoTranscripts(): Promise<void> {
    if (engine.endpoint()?.model.demo !== false) return
    const count = await transcripts.replaceDemoTranscripts()
    if (count > 0) log.info({ recordings: count }, 'what the demo model wrote is transcribed again')
  }

  async function redoDemoSpeakers(): Promise<void> {
    const count = await transcripts.replaceDemoSpeakers()
    if (count > 0)
      log.info({ recordings: count }, 'whose speakers the demo models told apart is told apart again')
  }

  let awaiting: NodeJS.Timeout | undefined
  async function useRightModel(): Promise<void> {
    clearTimeout(awaiting)
    const fetch = await modelFetches.current()
    if (fetch?.awaited) {
      engine.hold(
        `Waiting for the speech model ${fetch.modelId}, ${Math.floor(fetch.percent)}%. Recordings wait until it is here.`,
      )
      // Whoever fetches it may be a process that no event of comes here.
      if (!stopped) awaiting = setTimeout(follow, awaitMs)
      return
    }
    await engine.use(await models.active(db.read))
    await redoDemoTranscripts()
    await redoDemoSpeakers()
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
  if (firstModel) {
    engine.hold('Looking whether the speech model can be fetched. Recordings wait.')
    turn = firstModel().catch((error: unknown) =>
      log.error({ err: error }, 'the first speech model could not be fetched'),
    )
  }
  follow()

  // A worker that hangs loses its claim, and the job goes to the next one; what the demo models finished
  // while real ones were taking over is made again.
  const rounds = setInterval(() => {
    takeBack(db, jobs, null)
      .then(redoDemoTranscripts)
      .then(redoDemoSpeakers)
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
      clearTimeout(awaiting)
      clearInterval(rounds)
      await worker.stop()
      await engine.stop()
    },
  }
}
