import { rm, writeFile } from 'node:fs/promises'
import type { z } from 'zod'
import type { documentOfMinutes } from '#contract/signatures.ts'
import type { AuditService } from '../audit/service.ts'
import { transactDurably, type Db } from '../db/open.ts'
import type { DocumentsService } from '../documents/service.ts'
import { AppError } from '../errors.ts'
import type { Paths } from '../files/paths.ts'
import { temporaryUpload } from '../files/sweep.ts'
import type { AccessService } from '../meetings/service.ts'
import type { MinutesService } from '../minutes/service.ts'
import type { PeopleService, Person } from '../people/service.ts'
import { documentOf } from '../print/document.ts'
import type { Print } from '../print/print.ts'
import type { RecordingsService } from '../recordings/service.ts'

export type MinutesDocumentDeps = {
  db: Db
  paths: Paths
  print: Print
  documents: DocumentsService
  people: PeopleService
  access: AccessService
  recordings: RecordingsService
  minutes: MinutesService
  audit: AuditService
}

/** Minutes as a document to sign, and their approval. */
export function createMinutesDocuments(deps: MinutesDocumentDeps) {
  const { db, paths, print, documents, people, access, recordings, minutes, audit } = deps

  /** To those who may see a meeting the document of its minutes is open: where not all may, to each of them by name. */
  async function openAsMeeting(meetingId: number) {
    const all = await people.list(db.read)
    const seeing: number[] = []
    for (const { id, email, administrator } of all)
      if ((await access.ofMeeting(db.read, { id, email, administrator }, meetingId)) !== 'hidden')
        seeing.push(id)
    return seeing.length === all.length
      ? { openTo: 'everybody' as const }
      : { openTo: 'named' as const, readers: seeing }
  }

  return {
    /** A PDF of the minutes as they stand. @throws AppError stale_version, not_found */
    async ofMinutes(
      recordingId: number,
      person: Person,
      { version, openTo, signatories }: z.output<typeof documentOfMinutes.body>,
    ): Promise<number> {
      const { title, meetingId } = await recordings.get(db.read, recordingId)
      const current = (await minutes.get(recordingId)).minutes
      if (!current) throw new AppError('not_found', 'There are no minutes of this meeting yet.')
      if (current.version !== version)
        throw new AppError(
          'stale_version',
          'The minutes have been changed since. Look at the current version and try again.',
        )
      const name = `Minutes: ${title}`.slice(0, 200)
      const { bytes, signature: block } = await print(
        documentOf(current.markdown, name, [
          { kind: 'signature', label: 'Signed as a true record of the meeting:' },
        ]),
        'pdf',
      )
      const output = temporaryUpload(paths)
      try {
        await writeFile(output, bytes, { mode: 0o600, flag: 'wx' })
        const about = { recordingId, version, block }
        const open = openTo === undefined ? await openAsMeeting(meetingId) : { openTo }
        return await documents.add(output, { name, person, signatories, ...open, minutes: about })
      } finally {
        await rm(output, { force: true })
      }
    },

    /** @throws AppError stale_version, already_signed, bad_request */
    async approve(id: number, person: Person): Promise<void> {
      await transactDurably(db, async (trx) => {
        const whole = await documents.requireDocument(trx, id, person)
        if (whole.row.minutes_version === null)
          throw new AppError('bad_request', 'Only minutes are approved; other documents are signed.')
        if (whole.signatures.length > 0)
          throw new AppError('already_signed', 'These minutes are signed already.')
        if (!(await documents.isCurrent(whole)))
          throw new AppError(
            'stale_version',
            'These minutes have been changed since this document was made. Make a new one of the current version.',
          )
        if (whole.row.approved_at !== null) return
        await documents.approve(trx, id, person.id)
        const subject = { subjectKind: 'document', subjectId: id }
        await audit.record(trx, { personId: person.id, act: 'document.approved', ...subject })
      })
    },
  }
}
