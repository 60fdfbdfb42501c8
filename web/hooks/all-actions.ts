import useSWR, { useSWRConfig } from 'swr'
import { listActions, updateAction, type ActionStatus } from '#contract/actions.ts'
import {
  addPersonalAction,
  changePersonalAction,
  deletePersonalAction,
  listPersonalActions,
} from '#contract/personal-actions.ts'
import type { z } from 'zod'
import { call } from '../api.ts'
import { useAction } from './busy-action.ts'

/** Of all meetings. */
export const useMeetingActions = () => useSWR(listActions.path, () => call(listActions))
export const usePersonalActions = () => useSWR(listPersonalActions.path, () => call(listPersonalActions))

/** What people do about actions of either kind. */
export function useActionChanges() {
  const { mutate } = useSWRConfig()
  const action = useAction()
  const { busy, error, run } = action
  return {
    action,
    busy,
    error,
    setMeetingStatus: (id: number, status: ActionStatus) =>
      run(async () => {
        await call(updateAction, { params: { id }, body: { status } })
        await mutate(listActions.path)
      }),
    setPersonalStatus: (id: number, status: ActionStatus) =>
      run(async () => {
        await call(changePersonalAction, { params: { id }, body: { status } })
        await mutate(listPersonalActions.path)
      }),
    change: (id: number, body: z.input<typeof changePersonalAction.body>) =>
      run(async () => {
        await call(changePersonalAction, { params: { id }, body })
        await mutate(listPersonalActions.path)
      }),
    changeMeeting: (id: number, body: z.input<typeof updateAction.body>) =>
      run(async () => {
        await call(updateAction, { params: { id }, body })
        await mutate(listActions.path)
      }),
    add: (body: z.input<typeof addPersonalAction.body>) =>
      run(async () => {
        await call(addPersonalAction, { body })
        await mutate(listPersonalActions.path)
      }),
    remove: (id: number) =>
      run(async () => {
        await call(deletePersonalAction, { params: { id } })
        await mutate(listPersonalActions.path)
      }),
  }
}
