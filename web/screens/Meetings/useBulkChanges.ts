import { useSWRConfig } from 'swr'
import { changeLabels, listLabels } from '#contract/labels.ts'
import { deleteRecording } from '#contract/recordings.ts'
import { call, keys } from '../../api.ts'
import type { Action } from '../../hooks/busy-action.ts'
import { textOf } from '../../ui/form.ts'
import { toast } from '../../ui/Toaster.tsx'

/** The choice that leaves the company as it is. */
export const keepCompany = 'keep'

export const meetingCount = (meetings: number): string =>
  meetings === 1 ? '1 meeting' : `${meetings} meetings`

/** Files or deletes many meetings at once. Each function returns whether it succeeded. */
export function useBulkChanges(there: readonly number[], action: Action) {
  const { mutate } = useSWRConfig()
  const refresh = () => Promise.all([mutate(keys.recordings), mutate(listLabels.path)])

  const file = (form: FormData): Promise<boolean> => {
    const list = (name: string) =>
      textOf(form, name)
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean)
    const series = textOf(form, 'series').trim()
    const company = textOf(form, 'company')
    return action.run(async () => {
      const body = {
        ...{ ids: [...there], addTags: list('add'), removeTags: list('remove') },
        ...(series !== '' && { series: series === '-' ? null : series }),
        ...(company !== keepCompany && { companyId: company === '' ? null : Number(company) }),
      }
      const { changed, refused } = await call(changeLabels, { body })
      toast({
        title: changed === 1 ? '1 meeting filed' : `${changed} meetings filed`,
        ...(refused.length > 0 && { description: `${refused.length} may not be changed by you.` }),
      })
      await refresh()
    })
  }

  const remove = (): Promise<boolean> => {
    return action.run(async () => {
      const failures: string[] = []
      for (const id of there)
        await call(deleteRecording, { params: { id } }).catch((error: unknown) =>
          failures.push(error instanceof Error ? error.message : String(error)),
        )
      await refresh()
      toast({ title: `${there.length - failures.length} of ${meetingCount(there.length)} deleted` })
      const [first] = failures
      if (first !== undefined)
        throw new Error(
          `${failures.length === 1 ? 'One was' : `${failures.length} were`} not deleted: ${first}`,
        )
    })
  }

  return { file, remove }
}
