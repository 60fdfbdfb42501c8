import type { CertificateView, EngineStatus, Finding, SystemReport } from '#contract/system.ts'
import { diskSpace } from '../files/disk.ts'
import { sizeBelow } from '../files/size.ts'
import { countJobsByLane } from '../jobs/counts-store.ts'
import { findFfmpeg } from '../speech/audio.ts'
import { examineMachine, type ExamineDeps } from './examine.ts'
import { inPrometheusForm, type Metric } from '../metrics.ts'
import { measurements } from './metrics.ts'

/** What other parts of the appliance know of its state; they register in services.ts. */
export type SystemHooks = {
  /** More for the doctor and the report: "no administrator can come in". */
  findings: () => (() => Promise<Finding[]>)[]
  certificate: () => Promise<CertificateView | null>
  metrics: () => readonly (() => Promise<Metric[]>)[]
}

/** What only the running server knows. */
export type LiveState = {
  engineStatus: () => EngineStatus
  workerRunning: () => boolean
  /** Where it answers. */
  urls: () => string[]
  /** Where other devices learn to trust the local authority; null where there is none. */
  trustUrl: () => string | null
  startedAt: string
}

type Service = SystemReport['services'][number]
type Sizes = Pick<SystemReport['disk'], 'recordingsBytes' | 'databaseBytes' | 'modelsBytes'>

const sizesHoldMs = 10_000
/** Then nothing can be recorded any more. */
const fullDiskBytes = 200_000_000

export type SystemService = ReturnType<typeof createSystem>

/** What the doctor and the administrator's page say of the appliance. */
export function createSystem({ hooks, ...deps }: ExamineDeps & { hooks: SystemHooks }) {
  const { config, db, paths } = deps
  let sizes: { at: number; found: Promise<Sizes> } | null = null

  async function measure(): Promise<Sizes> {
    const { database } = paths
    const [recordingsBytes, modelsBytes, ...ofDatabase] = await Promise.all(
      [paths.recordings, config.modelsDir, database, `${database}-wal`, `${database}-shm`].map(sizeBelow),
    )
    return {
      recordingsBytes: recordingsBytes!,
      modelsBytes: modelsBytes!,
      databaseBytes: ofDatabase.reduce((sum, n) => sum + n, 0),
    }
  }

  /** Asked for at every look at the page; thousands of files are counted every ten seconds at most. */
  function measured(): Promise<Sizes> {
    if (sizes === null || Date.now() - sizes.at > sizesHoldMs) sizes = { at: Date.now(), found: measure() }
    return sizes.found
  }

  async function examine(): Promise<Finding[]> {
    const more = await Promise.all(hooks.findings().map((find) => find()))
    return [...(await examineMachine(deps)), ...more.flat()]
  }

  return {
    examine,

    /** Of all that, who can come in and whether browsers will believe whom they talk to. */
    examineFrontDoor: async (): Promise<Finding[]> =>
      (await Promise.all(hooks.findings().map((find) => find()))).flat(),

    /** What keeps it from its work, as sentences that may be read by anybody. */
    async missing(live: LiveState): Promise<string[]> {
      const missing: string[] = []
      const { state, message } = live.engineStatus()
      if (state !== 'ready') missing.push(`Speech engine: ${message}`)
      if (!live.workerRunning()) missing.push('The job worker is being started.')
      const answers = await countJobsByLane(db.read).catch(() => null)
      if (answers === null) missing.push('The database does not answer.')
      if ((await diskSpace(config.dataDir)).freeBytes < fullDiskBytes) missing.push('The disk is full.')
      return missing
    },

    async metrics(live: LiveState): Promise<string> {
      const ours = measurements({
        version: config.version,
        live,
        queues: await countJobsByLane(db.read),
        disk: { ...(await diskSpace(config.dataDir)), ...(await measured()) },
      })
      const more = await Promise.all(hooks.metrics().map((measure) => measure()))
      return inPrometheusForm([...ours, ...more.flat()])
    },

    async report(live: LiveState): Promise<SystemReport> {
      const found = await findFfmpeg(config)
      return {
        version: config.version,
        startedAt: live.startedAt,
        access: config.access,
        urls: live.urls(),
        trustUrl: live.trustUrl(),
        services: [
          { name: 'Web server', state: 'running', detail: `Answers at ${live.urls().join(', ')}.` },
          speechEngine(live.engineStatus()),
          live.workerRunning()
            ? { name: 'Job worker', state: 'running', detail: 'Does what is queued.' }
            : { name: 'Job worker', state: 'starting', detail: 'It ended and is being started again.' },
          found
            ? { name: 'ffmpeg', state: 'running', detail: `${found.version} (${found.path})` }
            : { name: 'ffmpeg', state: 'failed', detail: 'It is not installed: no recording can be read.' },
        ],
        queues: await countJobsByLane(db.read),
        disk: { ...(await diskSpace(config.dataDir)), ...(await measured()) },
        certificate: await hooks.certificate(),
        findings: await examine(),
      }
    },
  }
}

function speechEngine({ state, message, model }: EngineStatus): Service {
  const states = {
    ready: 'running',
    building: 'starting',
    starting: 'starting',
    waiting: 'stopped',
    missing: 'stopped',
    failed: 'failed',
  } as const satisfies Record<EngineStatus['state'], Service['state']>
  const detail = model && state === 'ready' ? `Transcribes with ${model.name}.` : message
  return { name: 'Speech engine', state: states[state], detail }
}
