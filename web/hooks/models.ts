import { useSWRConfig } from 'swr'
import { cancelJob } from '#contract/jobs.ts'
import { chooseModel, listModels, pullModel, removeModel, type ModelFetch } from '#contract/models.ts'
import { getSystemReport } from '#contract/system.ts'
import { call, keys } from '../api.ts'
import { useAction } from './busy-action.ts'

/** What an administrator does with speech models; the pages that show them are fetched again afterwards. */
export function useModelActions() {
  const { mutate } = useSWRConfig()
  const action = useAction()

  const refresh = () => Promise.all([listModels, getSystemReport].map(({ path }) => mutate(path)))
  const run = (work: () => Promise<unknown>) =>
    action.run(async () => {
      await work()
      await Promise.all([mutate(keys.status), refresh()])
    })

  return {
    ...action,
    pull: (id: string) => run(() => call(pullModel, { body: { id } })),
    choose: (id: string) => run(() => call(chooseModel, { body: { id } })),
    remove: (id: string) => run(() => call(removeModel, { body: { id } })),
    cancel: (fetch: ModelFetch) => run(() => call(cancelJob, { params: { id: fetch.jobId } })),
  }
}
