import { useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { listActions, updateAction, type ActionStatus } from '#contract/actions.ts'
import {
  addPersonalAction,
  changePersonalAction,
  deletePersonalAction,
  listPersonalActions,
} from '#contract/personal-actions.ts'
import type { z } from 'zod'
import { call, callWithHeaders, urlOf } from '../api.ts'
import { useAction } from './busy-action.ts'

/** So many cards of a column make a page slow. */
const mostCards = 200

function useActionsOf(status: ActionStatus) {
  const query = { status, limit: String(mostCards) }
  return useSWR(urlOf(listActions, {}, query), async () => {
    const { body, headers } = await callWithHeaders(listActions, { query })
    return { actions: body, more: headers.get('X-Next-Cursor') !== null }
  })
}

/** Of all meetings, the newest of each column; `more`: there are older ones. */
export function useMeetingActions() {
  const all = [useActionsOf('to_do'), useActionsOf('in_progress'), useActionsOf('completed')]
  const there = all.every(({ data }) => data !== undefined)
  return {
    data: there ? all.flatMap(({ data }) => data?.actions ?? []) : undefined,
    more: all.some(({ data }) => data?.more === true),
    error: all.find(({ error }) => error !== undefined)?.error as unknown,
    isValidating: all.some(({ isValidating }) => isValidating),
    mutate: () => Promise.all(all.map(({ mutate }) => mutate())),
  }
}

const isOfMeetings = (key: unknown): boolean =>
  typeof key === 'string' && key.startsWith(`${listActions.path}?`)

export const usePersonalActions = () => useSWR(listPersonalActions.path, () => call(listPersonalActions))

/** What people do about actions of either kind. */
export function useActionChanges() {
  const { mutate } = useSWRConfig()
  const action = useAction()
  const { run } = action
  const [failure, setFailure] = useState<Error | null>(null)
  /** On the board the next card may be moved while the last one is still on its way. */
  const move = async (work: () => Promise<unknown>): Promise<void> => {
    setFailure(null)
    try {
      await work()
    } catch (cause) {
      setFailure(cause instanceof Error ? cause : new Error(String(cause)))
    }
  }
  return {
    action,
    error: action.error ?? failure,
    setMeetingStatus: (id: number, status: ActionStatus) =>
      move(async () => {
        await call(updateAction, { params: { id }, body: { status } })
        await mutate(isOfMeetings)
      }),
    setPersonalStatus: (id: number, status: ActionStatus) =>
      move(async () => {
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
        await mutate(isOfMeetings)
      }),
    add: (body: z.input<typeof addPersonalAction.body>) =>
      run(async () => {
        await call(addPersonalAction, { body })
        await mutate(listPersonalActions.path)
      }),
    remove: (id: number) =>
      move(async () => {
        await call(deletePersonalAction, { params: { id } })
        await mutate(listPersonalActions.path)
      }),
  }
}
