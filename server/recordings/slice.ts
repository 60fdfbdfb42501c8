import type { AuditService } from '../audit/service.ts'
import type { PeopleService } from '../people/service.ts'
import { regularly } from '../regularly.ts'
import type { Ports, Slice } from '../slice.ts'
import { createConversions } from './conversions.ts'
import { recordingRoutes } from './routes.ts'
import { createSample, type SampleMeeting } from './sample.ts'
import { createRecordings, type RecordingsService } from './service.ts'

/** How often it is looked for what has been in the bin for 30 days. */
const emptyEveryMs = 3_600_000

export type RecordingServices = { recordings: RecordingsService; sample: SampleMeeting }

export function createRecordingsSlice({
  audit,
  config,
  db,
  ffmpeg,
  hooks,
  log,
  paths,
  people,
}: Ports & { audit: AuditService; people: PeopleService }): Slice<RecordingServices> {
  const recordings = createRecordings({ db, paths, people, audit, hooks, quotaBytes: config.quotaBytes })
  const conversions = createConversions(ffmpeg)
  const sample = createSample({ config, paths, recordings })
  return {
    name: 'recordings',
    service: { recordings, sample },
    routes: (router) => recordingRoutes(router, { db, paths, recordings, conversions, sample }),
    start: () =>
      regularly(
        emptyEveryMs,
        async () => void (await recordings.emptyOldBin()),
        (error) => log.error({ err: error }, 'the bin could not be emptied'),
      ),
  }
}
