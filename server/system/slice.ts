import { runnable, type JobDefinition } from '../jobs/define.ts'
import type { PeopleService } from '../people/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { Ports, Slice } from '../slice.ts'
import { createModelFetches, type ModelFetches } from './fetches.ts'
import { examineFrontDoor } from './front-door.ts'
import { fetchModelJob } from './jobs.ts'
import { pullLanguageJob } from './language-jobs.ts'
import { createLanguageModels, type LanguageModels } from './language.ts'
import { systemRoutes } from './routes.ts'
import { createSystem, type SystemService } from './service.ts'

export type SystemServices = {
  system: SystemService
  modelFetches: ModelFetches
  languageModels: LanguageModels
}

/** The appliance itself: its models, its state, and what is wrong with it. */
export function createSystemSlice(
  core: Ports & { people: PeopleService; recordings: RecordingsService; trial: JobDefinition<object> },
): Slice<SystemServices> {
  const { catalogue, certificates, config, db, diarisationModels, language, models, people } = core
  const fetchJob = fetchModelJob(() => ({ config, catalogue, models, diarisationModels }))
  const modelFetches = createModelFetches({ config, db, job: fetchJob, models, diarisationModels, catalogue })
  const { trial } = core
  const pullJob = pullLanguageJob(() => ({ db, language, trial }))
  const languageModels = createLanguageModels({ config, db, language, job: pullJob, trial })
  const frontDoor = examineFrontDoor({ config, db, people, certificates })
  const system = createSystem({
    ...{ config, db, paths: core.paths, models },
    hooks: {
      findings: () => [...frontDoor, languageModels.findings, ...core.findings],
      certificate: async () => (await certificates?.view()) ?? null,
      metrics: () => core.metrics,
    },
  })
  return {
    name: 'system',
    service: { system, modelFetches, languageModels },
    routes: (router, live) =>
      systemRoutes(router, {
        ...core,
        ...{ modelFetches, languageModels, system, live },
        acceptedTypes: core.recordings.acceptedTypes,
      }),
    jobs: [runnable(fetchJob), runnable(pullJob)],
  }
}
