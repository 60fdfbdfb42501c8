import { copyFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Recording } from '#contract/recordings.ts'
import { needSpace } from '../files/disk.ts'
import type { Paths } from '../files/paths.ts'
import { temporaryUpload } from '../files/sweep.ts'
import type { RecordingsService } from './service.ts'

export type SampleMeeting = ReturnType<typeof createSample>

/** The synthesised meeting under models/demo, which the demo model understands: a first look without a recording of one's own. */
export function createSample({
  appRoot,
  paths,
  recordings,
}: {
  appRoot: string
  paths: Paths
  recordings: RecordingsService
}) {
  return {
    async import(personId: number): Promise<Recording> {
      const source = join(appRoot, 'models', 'demo', 'sample-meeting.mp3')
      const copy = temporaryUpload(paths)
      await needSpace(paths.uploads, (await stat(source)).size)
      await copyFile(source, copy)
      return recordings.keep({
        path: copy,
        name: 'sample-meeting.mp3',
        mimeType: 'audio/mpeg',
        bytes: (await stat(copy)).size,
        title: 'Sample meeting (synthesised voices)',
        personId,
        source: 'sample',
      })
    },
  }
}
