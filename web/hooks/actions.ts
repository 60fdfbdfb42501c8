import useSWR, { useSWRConfig } from 'swr'
import type { z } from 'zod'
import {
  deleteAction,
  extractActions,
  getRecordingActions,
  updateAction,
  type Action,
} from '#contract/actions.ts'
import { call, keys } from '../api.ts'
import { useAction } from './busy-action.ts'

type Answer = z.infer<typeof getRecordingActions.response>

/** A meeting's actions, and the work that finds them; kept true by events. */
export function useActions(recordingId: number) {
  return useSWR(keys.actions(recordingId), () => call(getRecordingActions, { params: { id: recordingId } }))
}

/** What people do about one action; the page shows it before the server has answered, and takes it back when it refuses. */
export function useActionChange(recordingId: number, { id }: Action) {
  const { mutate } = useSWRConfig()
  const { busy, error, run } = useAction()

  const put = (work: () => Promise<unknown>, next: (action: Action) => Action[]) =>
    run(() =>
      mutate<Answer>(
        keys.actions(recordingId),
        async (now) => {
          await work()
          return now
        },
        {
          optimisticData: (now) => ({
            ...(now ?? { extracted: true, job: null }),
            actions: now?.actions.flatMap((one) => (one.id === id ? next(one) : [one])) ?? [],
          }),
          populateCache: false,
        },
      ),
    )

  return {
    busy,
    error,
    update: (body: z.input<typeof updateAction.body>) =>
      put(
        () => call(updateAction, { params: { id }, body }),
        ({ doubt, ...action }) => [
          { ...action, status: body.status ?? action.status, doubt: body.doubtful === false ? null : doubt },
        ],
      ),
    remove: () =>
      put(
        () => call(deleteAction, { params: { id } }),
        () => [],
      ),
  }
}

/** Has a meeting's actions looked for (again). */
export function useExtraction(recordingId: number) {
  const { mutate } = useSWRConfig()
  const { busy, error, run } = useAction()
  const look = () =>
    run(async () => {
      await call(extractActions, { params: { id: recordingId } })
      await mutate(keys.actions(recordingId))
    })
  return { busy, error, look }
}
