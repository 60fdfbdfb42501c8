import { copyFile, stat } from 'node:fs/promises'
import type { Recording } from '#contract/recordings.ts'
import type { Config } from '../config.ts'
import { requireSpace } from '../files/disk.ts'
import type { Paths } from '../files/paths.ts'
import { temporaryUpload } from '../files/sweep.ts'
import { bundledSample } from '../speech/bundled.ts'
import type { RecordingsService } from './service.ts'

export type SampleMeeting = ReturnType<typeof createSample>

/** A short meeting of synthesised voices: a first look without a recording of one's own. */
export function createSample({
  config,
  paths,
  recordings,
}: {
  config: Pick<Config, 'bundledDir'>
  paths: Paths
  recordings: RecordingsService
}) {
  return {
    async import(personId: number): Promise<Recording> {
      const { file: source, heldAt, attendees } = await bundledSample(config)
      const copy = temporaryUpload(paths)
      await requireSpace(paths.uploads, (await stat(source)).size)
      await copyFile(source, copy)
      return recordings.keep({
        path: copy,
        name: 'sample-meeting.mp3',
        mimeType: 'audio/mpeg',
        bytes: (await stat(copy)).size,
        title: 'Sample meeting (synthesised voices)',
        personId,
        source: 'sample',
        heldAt,
        attendees: attendees.map((attendee) => ({ ...attendee, speakerId: '' })),
      })
    },
  }
}
