import type { Attendee, Diarisation } from '#contract/transcripts.ts'
import type { JobView } from '#contract/jobs.ts'
import type { Handle } from '../../db/open.ts'
import { latestJobs } from '../../jobs/queue.ts'
import { diarisationJobName } from '../../recordings/service.ts'
import { findDiarisation, type DiarisationRow } from './diarisation-store.ts'
import { peopleListed } from './attendees.ts'

/** How telling the speakers apart went, from its newest job and from what it found. */
export async function diarisationOf(
  handle: Handle,
  recordingId: number,
  { available, attendees }: { available: boolean; attendees: readonly Attendee[] },
): Promise<Diarisation> {
  const job = (await latestJobs(handle, diarisationJobName, [recordingId])).get(recordingId)
  return {
    available,
    listed: peopleListed(attendees),
    ...presentDiarisation(await findDiarisation(handle, recordingId), job ?? null),
  }
}

function presentDiarisation(
  row: DiarisationRow | null,
  job: JobView | null,
): Omit<Diarisation, 'available' | 'listed'> {
  const state = stateOf(row, job)
  const failed = state === 'failed'
  return {
    state,
    code: failed ? (job?.errorCode ?? null) : null,
    reason: failed ? (job?.errorMessage ?? null) : null,
    speakers: row?.speakers ?? null,
    asked: row?.speakers_asked ?? null,
    by: row?.decided_by ?? null,
    bundled: row?.bundled === 1,
  }
}

function stateOf(row: DiarisationRow | null, job: JobView | null): Diarisation['state'] {
  if (job?.state === 'queued') return 'waiting'
  if (job?.state === 'running') return 'running'
  if (job?.state === 'failed' || job?.state === 'cancelled') return job.state
  return row ? 'done' : 'none'
}
