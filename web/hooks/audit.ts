import useSWRInfinite from 'swr/infinite'
import { listAudit } from '#contract/audit.ts'
import { call } from '../api.ts'
import { atEachVisit } from './system.ts'

/** The audit log, page by page, the newest first. @param act the beginning of an act's name; '' is all */
export function useAudit(act: string) {
  return useSWRInfinite(
    (index, last: { next: number | null } | null) => {
      if (index > 0 && (last === null || last.next === null)) return null
      return [listAudit.path, act, last?.next ?? null] as const
    },
    ([, kind, before]) =>
      call(listAudit, {
        query: { ...(kind && { act: kind }), ...(before !== null && { before: String(before) }) },
      }),
    { ...atEachVisit, revalidateFirstPage: true },
  )
}
