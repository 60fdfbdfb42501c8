import type Router from '@koa/router'
import { cancelJob } from '#contract/jobs.ts'
import {
  chooseModel,
  listModels,
  pullModel,
  removeModel,
  uploadModel,
  type InstalledModel,
  type ModelsOverview,
} from '#contract/models.ts'
import { changeLanguage, getLanguage, pullLanguageModel, tryLanguageModel } from '#contract/language.ts'
import {
  downloadAuthority,
  getHealth,
  getMetrics,
  getReady,
  getSystemReport,
  getSystemStatus,
} from '#contract/system.ts'
import type { Config } from '../config.ts'
import { transact, type Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { diskSpace } from '../files/disk.ts'
import type { Paths } from '../files/paths.ts'
import { createAddressList, isLoopbackAddress, wasForwarded } from '../http/client.ts'
import type { Gate } from '../http/gate.ts'
import { mount, type Handlers } from '../http/routes.ts'
import { receiveUpload } from '../http/upload.ts'
import type { JobDefinitions } from '../jobs/define.ts'
import { countJobs } from '../jobs/counts-store.ts'
import { cancel, findJob } from '../jobs/queue.ts'
import type { Catalogue, KnownPair } from '../speech/catalogue.ts'
import type { DiarisationModel, DiarisationModels } from '../speech/diarisation-models.ts'
import type { SpeechModel, SpeechModels } from '../speech/models.ts'
import { authorityHeaders } from '../http/plain.ts'
import type { Certificates } from '../tls/certificates.ts'
import type { ModelFetches } from './fetches.ts'
import type { LanguageModels } from './language.ts'
import type { LiveState, SystemService } from './service.ts'

export type { LiveState }

export type SystemDeps = {
  config: Config
  db: Db
  paths: Paths
  jobs: JobDefinitions
  models: SpeechModels
  diarisationModels: DiarisationModels
  catalogue: Catalogue
  modelFetches: ModelFetches
  languageModels: LanguageModels
  system: SystemService
  certificates: Certificates | null
  acceptedTypes: string
  live: LiveState & { gate: Gate }
}

const ofSystem = {
  getHealth,
  getReady,
  getMetrics,
  getSystemStatus,
  getSystemReport,
  downloadAuthority,
  cancelJob,
}
const ofModels = { listModels, pullModel, uploadModel, chooseModel, removeModel }
const ofLanguage = { getLanguage, changeLanguage, pullLanguageModel, tryLanguageModel }

export function systemRoutes(router: Router, deps: SystemDeps): void {
  const { config, db, jobs, live, modelFetches, system } = deps
  const mayRead = createAddressList(config.metricsFrom)
  const handlers: Handlers<typeof ofSystem> = {
    getHealth: async () => ({ status: 'ok', version: config.version }),

    getReady: async ({ ctx }) => {
      const missing = await system.missing(live)
      if (missing.length > 0) ctx.status = 503
      return { ready: missing.length === 0, missing }
    },

    getMetrics: async ({ ctx }) => {
      const { address } = live.gate.clientOf(ctx.req)
      const here = isLoopbackAddress(address) && !wasForwarded(ctx.req)
      // As if it were not there.
      if (!here && !mayRead(address)) throw new AppError('route_not_found', 'There is no GET /metrics.')
      ctx.set('Cache-Control', 'no-store')
      ctx.type = 'text/plain; version=0.0.4; charset=utf-8'
      ctx.body = await system.metrics(live)
    },

    getSystemStatus: async () => ({
      version: config.version,
      engine: live.engineStatus(),
      modelFetch: await modelFetches.current(),
      queue: await countJobs(db.read),
      disk: await diskSpace(config.dataDir),
      accept: deps.acceptedTypes,
    }),

    getSystemReport: () => system.report(live),

    downloadAuthority: async ({ ctx }) => {
      const authority = await deps.certificates?.authority()
      if (!authority) throw new AppError('not_found', 'The appliance has no authority of its own.')
      ctx.set(authorityHeaders(ctx.get('User-Agent')))
      ctx.body = authority.der
    },

    cancelJob: async ({ params, person }) => {
      const job = await findJob(db.read, params.id)
      if (!job) throw new AppError('not_found', 'There is no such work.')
      if (jobs.get(job.name)?.ofAdministrators && !person.administrator)
        throw new AppError('administrators_only', 'Only administrators of the appliance may cancel this.')
      const stopped = await transact(db, (trx) => cancel(trx, jobs, params.id))
      if (!stopped) throw new AppError('not_cancellable', 'This work has already ended.')
      return { success: true }
    },
  }
  mount(router, ofSystem, handlers)
  mount(router, ofModels, modelHandlers(deps))
  mount(router, ofLanguage, languageHandlers(deps))
}

function languageHandlers({ languageModels }: SystemDeps): Handlers<typeof ofLanguage> {
  return {
    getLanguage: () => languageModels.overview(),
    changeLanguage: ({ body }) => languageModels.change(body),
    tryLanguageModel: async () => ({ jobId: await languageModels.try() }),
    pullLanguageModel: async ({ body }) => ({ pull: await languageModels.pull(body.id) }),
  }
}

function modelHandlers({
  config,
  db,
  paths,
  models,
  diarisationModels,
  catalogue,
  modelFetches,
}: SystemDeps): Handlers<typeof ofModels> {
  const activeId = async (): Promise<string> => (await models.active(db.read)).id
  return {
    listModels: async () => {
      const installed = await models.list()
      const active = await activeId()
      const recommended = (await catalogue.recommended()).id
      const apart = await diarisationModels.active()
      const pair = await catalogue.diarisation()
      return {
        diarisation: presentPair(apart, pair),
        installed: installed.map((model) => present(model, active)),
        catalogue: (await catalogue.list()).map(
          ({ approximate: _approximate, sha256: _sha256, ...model }) => ({
            ...model,
            installed: installed.some(({ id }) => id === model.id),
            recommended: model.id === recommended,
          }),
        ),
        fixed: config.speechModel,
        offline: config.offline,
        fetch: await modelFetches.current(),
      }
    },

    pullModel: async ({ body }) => ({ fetch: await modelFetches.request(body.id) }),

    uploadModel: async ({ ctx }) => {
      const { file, fields, discard } = await receiveUpload(ctx, { paths, fileField: 'model' })
      try {
        if (!file) throw new AppError('bad_request', 'There is no file in the field "model".')
        if (file.bytes === 0) throw new AppError('empty_file', 'The file is empty.')
        const id = fields.id?.trim() || undefined
        const model = await models.add(file.path, { id, shown: file.name, move: true })
        return { model: present(model, await activeId()) }
      } finally {
        await discard()
      }
    },

    chooseModel: async ({ body }) => {
      const model = await models.use(body.id)
      return { model: present(model, await activeId()) }
    },

    removeModel: async ({ body }) => {
      await models.remove(body.id)
      return { success: true }
    },
  }
}

function presentPair(active: DiarisationModel, known: KnownPair | null): ModelsOverview['diarisation'] {
  const names = ({ segmentation, embedding }: DiarisationModel | KnownPair) => ({
    segmentation: segmentation.name,
    embedding: embedding.name,
    sizeBytes: segmentation.sizeBytes + embedding.sizeBytes,
  })
  const { addedAt, bundled } = active
  const licences = known && [...new Set([known.segmentation.licence, known.embedding.licence])]
  return {
    active: { ...names(active), addedAt, bundled },
    known: known && licences && { ...names(known), licence: licences.join(', ') },
  }
}

/** Where its file lies is nobody's business. */
function present({ file: _file, ...facts }: SpeechModel, active: string): InstalledModel {
  return { ...facts, active: facts.id === active }
}
