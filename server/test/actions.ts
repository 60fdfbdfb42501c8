import type { z } from 'zod'
import { getRecordingActions } from '#contract/actions.ts'
import { send, until } from './client.ts'

type Answer = z.infer<typeof getRecordingActions.response>

export async function actionsOf(url: string, id: number): Promise<Answer> {
  return getRecordingActions.response.parse((await send(url, 'GET', `/api/recordings/${id}/actions`)).body)
}

/** Waits until they have been looked for, and nothing more is to come. */
export const extracted = (url: string, id: number): Promise<Answer> =>
  until(
    () => actionsOf(url, id),
    ({ extracted: looked, job }) => looked && (job === null || job.state === 'failed'),
  )
