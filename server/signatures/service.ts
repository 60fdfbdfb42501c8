import { rm } from 'node:fs/promises'
import type { z } from 'zod'
import type { DocumentAct, documentOfMinutes, SealView, Verdict } from '#contract/signatures.ts'
import type { Act } from '../audit/service.ts'
import { transactDurably } from '../db/open.ts'
import { isSigned, latest, type Whole } from '../documents/service.ts'
import { AppError } from '../errors.ts'
import { temporaryUpload } from '../files/sweep.ts'
import type { AccessService } from '../meetings/service.ts'
import type { MinutesService } from '../minutes/service.ts'
import type { PeopleService, Person } from '../people/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import { actSentence } from './acts.ts'
import { certificateBlocks } from './certificate.ts'
import { minutesBlocks } from './minutes-blocks.ts'
import {
  installSeal,
  needSeal,
  removeInstalledSeal,
  rotateSeal,
  type SealView as KeyView,
} from './seal-key.ts'
import { createSign, type SignDeps } from './sign.ts'
import { verdictOf } from './verdict.ts'

export type { SealView } from './seal-key.ts'

export type SignaturesService = ReturnType<typeof createSignatures>

/** Approving, signing, and saying later what was signed. */
export function createSignatures(
  deps: SignDeps & {
    people: PeopleService
    access: AccessService
    recordings: RecordingsService
    minutes: MinutesService
    /** null: no authority is asked. */
    timeStampUrl: string | null
  },
) {
  const { db, paths, pdf, documents, audit, people, access, recordings, minutes } = deps

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

  const sealShown = (shown: KeyView): SealView => ({
    ...shown,
    timeStampHost: deps.timeStampUrl && new URL(deps.timeStampUrl).host,
  })

  /** @param act what was done with the key */
  const noteSeal = (personId: number | null, act: Act['act'], { sha256 }: KeyView): Promise<void> =>
    audit.note({ personId, act, details: { sha256 } })

  async function acts(whole: Whole): Promise<{ acts: DocumentAct[]; intact: boolean }> {
    const entries = await audit.about('document', whole.row.id)
    const ids = [...new Set(entries.flatMap(({ personId }) => personId ?? []))]
    const names = await people.namesOf(db.read, ids)
    const { intact } = await audit.verify()
    return {
      intact,
      acts: entries.map((entry) => ({
        at: entry.at,
        text: actSentence(entry, names.get(entry.personId ?? 0) ?? 'Somebody'),
        hash: entry.hash,
      })),
    }
  }

  return {
    sign: createSign(deps),

    acts: async (id: number, person: Person) => acts(await documents.need(db.read, id, person)),

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
      const output = temporaryUpload(paths)
      try {
        const blocks = minutesBlocks(current.markdown, title)
        const { spot: block } = await pdf.compose({ output, title: name, blocks })
        const about = { recordingId, version, block }
        const open = openTo === undefined ? await openAsMeeting(meetingId) : { openTo }
        return await documents.add(output, { name, person, signatories, ...open, minutes: about })
      } finally {
        await rm(output, { force: true })
      }
    },

    /** What documents are sealed with. */
    seal: async (): Promise<SealView> => sealShown((await needSeal(paths)).shown),

    /** @param personId null: somebody at the command line. @throws AppError invalid_input */
    async installSeal(personId: number | null, p12: Buffer, passphrase: string): Promise<SealView> {
      const shown = await installSeal(paths, p12, passphrase)
      await noteSeal(personId, 'system.sealInstalled', shown)
      return sealShown(shown)
    },

    /** A new key of the appliance's own from now on; what was sealed before stays valid. */
    async rotateSeal(): Promise<SealView> {
      const shown = await rotateSeal(paths)
      await noteSeal(null, 'system.sealRotated', shown)
      return sealShown(shown)
    },

    async removeSeal(personId: number | null): Promise<SealView> {
      const shown = await removeInstalledSeal(paths)
      await noteSeal(personId, 'system.sealRemoved', shown)
      return sealShown(shown)
    },

    /** @throws AppError stale_version, already_signed, bad_request */
    async approve(id: number, person: Person): Promise<void> {
      await transactDurably(db, async (trx) => {
        const whole = await documents.need(trx, id, person)
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

    /** Writes the certificate into a file of its own, which the caller removes. */
    async certificate(id: number, person: Person): Promise<{ path: string; name: string }> {
      const whole = await documents.need(db.read, id, person)
      const path = temporaryUpload(paths)
      const title = `Certificate: ${whole.row.name}`
      const { shown } = await needSeal(paths)
      const blocks = certificateBlocks(whole, {
        ...(await acts(whole)),
        seal: shown,
        timezone: deps.timezone,
        signed: isSigned(whole),
      })
      await pdf.compose({ output: path, title, blocks })
      return { path, name: `${title}.pdf` }
    },

    /**
     * What a PDF is, who signed it and when, and whether it or the log was changed.
     * @param person null: somebody at the command line, who sees everything
     * @throws AppError pdf_unusable
     */
    async verify(file: string, person: Person | null): Promise<Verdict> {
      const found = await pdf.verify(file)
      const { shown } = await needSeal(paths)
      const ours = new Map<string, boolean>()
      for (const { certificateSha256: sha } of found.signatures)
        if (sha !== null) ours.set(sha, sha === shown.sha256 || (await documents.isSealedHere(sha)))
      const own = await documents.ofFile(found.sha256)
      const log = own && {
        entries: await audit.about('document', own.whole.row.id),
        intact: (await audit.verify()).intact,
      }
      const document = own && {
        id: own.whole.row.id,
        fileName: own.whole.row.name,
        version: own.number,
        latest: latest(own.whole).number === own.number,
      }
      return verdictOf(found, {
        isOurs: (sha) => ours.get(sha) ?? false,
        document: own && (person === null || documents.mayRead(own.whole, person)) ? document : null,
        log,
      })
    },
  }
}
