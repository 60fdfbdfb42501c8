import type { ActionsService } from './actions/service.ts'
import type { JobDefinitions } from './jobs/define.ts'
import { subjectOf } from './jobs/queue.ts'
import type { AccessService } from './meetings/service.ts'
import type { RecordingsService } from './recordings/service.ts'
import type { VoicesService } from './transcripts/voices/service.ts'

/** Who may do what with the things of the older slices: the part of services.ts that says so. */
export function decideAccess({
  access,
  recordings,
  actions,
  voices,
  jobs,
  ofRecordings,
}: {
  access: AccessService
  recordings: RecordingsService
  actions: ActionsService
  voices: VoicesService
  jobs: JobDefinitions
  /** Names of the jobs whose subject is a recording. */
  ofRecordings: readonly string[]
}): void {
  access.follow('recording', recordings.meetingOf)

  access.register('binned', async (handle, viewer, id) => {
    const meetingId = await recordings.binnedMeeting(handle, id)
    return meetingId === null ? 'hidden' : access.ofMeeting(handle, viewer, meetingId, { bin: true })
  })

  access.register('action', async (handle, viewer, id) => {
    const place = await actions.placeOf(handle, id)
    if (place === null) return 'hidden'
    if (viewer.administrator) return 'own'
    if (place.recordingId === null)
      return place.onlyFor === null || place.onlyFor === viewer.id ? 'seen' : 'hidden'
    const meetingId =
      (await recordings.meetingOf(handle, place.recordingId)) ??
      (await recordings.binnedMeeting(handle, place.recordingId))
    return meetingId === null ? 'hidden' : access.ofMeeting(handle, viewer, meetingId, { bin: true })
  })

  access.register('voice', async (handle, viewer, id) => {
    const by = await voices.rememberedBy(handle, id)
    if (by === undefined) return 'hidden'
    return viewer.administrator || by === viewer.id ? 'own' : 'seen'
  })

  access.register('job', async (handle, viewer, id) => {
    const job = await subjectOf(handle, id)
    if (job === null) return 'hidden'
    const definition = jobs.get(job.name)
    // The call itself says that it is for administrators.
    if (viewer.administrator || definition?.ofAdministrators) return 'own'
    const kind = definition?.of ?? (ofRecordings.includes(job.name) ? 'recording' : null)
    if (kind === null || job.subject === null) return 'hidden'
    return access.standing(handle, viewer, kind, job.subject)
  })
}
