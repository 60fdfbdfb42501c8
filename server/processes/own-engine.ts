import { mkdir } from 'node:fs/promises'
import { AppError } from '../errors.ts'
import { bytes } from '../files/size.ts'
import { PermanentFailure } from '../jobs/define.ts'
import type { Log } from '../log.ts'
import { createGate, type EngineEndpoint, type EngineGate } from '../speech/gate.ts'
import type { SpeechModel } from '../speech/models.ts'
import { lookAtEngineBuild } from './engine-build.ts'
import type { Supervised } from './supervise.ts'
import { batchNice, runWhisperServer } from './whisper-server.ts'

/** So often it may go down in a row without having answered in between. */
const mostFalls = 3

/**
 * A speech engine with one certain model, for one job: the shared one while it serves with that model, else a whisper-server
 * of the job's own, which ends with it.
 */
export type OwnEngine = Pick<EngineGate, 'wait'> & { stop(): Promise<void> }

export function createOwnEngine({
  model,
  shared,
  engineDir,
  runDir,
  log,
  freeMemory = () => process.availableMemory(),
}: {
  model: SpeechModel
  shared: EngineGate
  engineDir: string | null
  runDir: string
  log: Log
  freeMemory?: () => number
}): OwnEngine {
  let own: { gate: EngineGate; supervised: Supervised; broken: AbortController } | null = null

  async function start(): Promise<NonNullable<typeof own>> {
    requireMemory(model, freeMemory())
    const build = await lookAtEngineBuild(engineDir)
    if (build.state !== 'built') throw new AppError('engine_missing', build.message)
    await mkdir(runDir, { recursive: true })
    const gate = createGate()
    const broken = new AbortController()
    let falls = 0
    const supervised = runWhisperServer({
      binary: build.serverBinary,
      modelFile: model.file,
      runDir,
      log,
      nice: batchNice,
      onUp: (url) => {
        falls = 0
        gate.set({ url, model })
      },
      onDown: (reason) => {
        gate.set(null)
        if (++falls >= mostFalls) broken.abort(new AppError('engine_crashed', fallen(model, reason)))
      },
    })
    supervised.firstUp.catch((cause: unknown) =>
      broken.abort(
        new AppError('model_damaged', `The speech model ${model.name} could not be loaded.`, { cause }),
      ),
    )
    return { gate, supervised, broken }
  }

  return {
    async wait(signal, onWait, not): Promise<EngineEndpoint> {
      if (!own) {
        // It also tells that the engine is built. Whoever waits for the shared one after a fall waits for it here.
        const endpoint = await shared.wait(signal, onWait, not)
        if (endpoint.model.sha256 === model.sha256) return endpoint
        own = await start()
      }
      const { gate, broken } = own
      return gate.wait(AbortSignal.any([signal, broken.signal]), onWait, not)
    },
    async stop() {
      await own?.supervised.stop()
      own = null
    },
  }
}

const fallen = (model: SpeechModel, reason: string): string =>
  `The speech engine went down again and again with the model ${model.name} (${reason}).`

/**
 * What whisper.cpp takes for a model, by its own table (tiny 75 MB → 273 MB, large 2.9 GB → 3.9 GB), with some to spare.
 * @throws PermanentFailure memory_short
 */
function requireMemory(model: SpeechModel, freeBytes: number): void {
  const needed = model.sizeBytes * 1.25 + 250_000_000
  if (needed <= freeBytes) return
  throw new PermanentFailure(
    'memory_short',
    `There is not enough free memory for the speech model ${model.name} beside the one in use: it needs about ${bytes(needed)}, and ${bytes(freeBytes)} are free. Choose a smaller model, or have an administrator make it the one in use.`,
  )
}
