import useSWR, { useSWRConfig } from 'swr'
import { cancelJob } from '#contract/jobs.ts'
import {
  changeLanguage,
  getLanguage,
  pullLanguageModel,
  tryLanguageModel,
  type LanguageOverview,
  type LanguagePull,
  type LanguageSettings,
} from '#contract/language.ts'
import { call } from '../api.ts'
import { useAction } from './busy-action.ts'
import { atEachVisit } from './system.ts'

/** The language models, for administrators; kept true by events. */
export function useLanguage() {
  return useSWR(getLanguage.path, () => call(getLanguage), atEachVisit)
}

/** What an administrator does with language models. */
export function useLanguageActions() {
  const { mutate } = useSWRConfig()
  const action = useAction()
  const run = (work: () => Promise<unknown>) =>
    action.run(async () => {
      await work()
      await mutate(getLanguage.path)
    })
  return {
    ...action,
    change: (change: Partial<LanguageSettings>) => run(() => call(changeLanguage, { body: change })),
    pull: (id: string) => run(() => call(pullLanguageModel, { body: { id } })),
    tryModel: () => run(() => call(tryLanguageModel)),
    cancel: ({ jobId }: LanguagePull) => run(() => call(cancelJob, { params: { id: jobId } })),
  }
}

/** What the parts of its section work with. */
export type LanguageProps = { language: LanguageOverview; actions: ReturnType<typeof useLanguageActions> }
