import { writeFile, rm } from 'node:fs/promises'
import { calendarChanged } from '#contract/calendar.ts'
import { publishChange } from '../db/events.ts'
import { transactDurably, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { temporaryUpload } from '../files/sweep.ts'
import {
  changeScheduledMeeting,
  fileMeeting,
  scheduledMeeting,
  scheduleMeeting,
} from '../meetings/service.ts'
import { firstPersonId } from '../people/service.ts'
import type { Facts } from './facts.ts'
import { scheduledFor } from './scheduled.ts'
import type { ImporterDeps } from './importers.ts'

const longest = 20_000
const ordinaryMinutes = 60

type Deps = Pick<ImporterDeps, 'db' | 'paths' | 'pdf' | 'transcripts' | 'recordings' | 'timezone'> & {
  dryRun: boolean
}

async function textOf(
  { paths, pdf, transcripts }: Deps,
  file: { name: string; bytes: Buffer },
): Promise<string> {
  if (!file.bytes.subarray(0, 1024).includes('%PDF-')) return transcripts.readFile(file.bytes)
  const copy = temporaryUpload(paths)
  try {
    await writeFile(copy, file.bytes, { flag: 'wx', mode: 0o600 })
    const { pages } = await pdf.inspect(copy)
    return pages.map(({ text }) => text).join('\n\n')
  } finally {
    await rm(copy, { force: true })
  }
}

/** "Agenda: Board meeting" is of the board meeting. */
const withoutAgenda = (title: string): string =>
  title
    .replace(/(?:^|[\s,:–-]+)(?:the )?agenda(?: (?:of|for)(?: the)?)?(?=$|[\s,:–-])[\s,:–-]*/i, ' ')
    .trim() || 'Meeting'

/**
 * An agenda goes to the meeting of its day and title; where there is none it is scheduled.
 * @throws AppError invalid_input
 */
export async function takeAgenda(
  deps: Deps,
  file: { name: string; bytes: Buffer },
  given: Facts,
  keep: (trx: Handle, message: string, meetingId: number) => Promise<number>,
): Promise<{ message: string; rowId: number | null }> {
  const { db, recordings, timezone } = deps
  const facts = { ...given, title: withoutAgenda(given.title) }
  const { heldAt } = facts
  if (heldAt === null)
    throw new AppError(
      'invalid_input',
      'It is not clear which meeting this agenda is for: begin its name with the day ("2026-11-19 Board meeting agenda.docx"), or say "date" in a .json beside it.',
    )
  const agenda = (await textOf(deps, file)).trim()
  if (agenda === '') throw new AppError('empty_file', 'The file holds no words.')
  if (agenda.length > longest)
    throw new AppError(
      'invalid_input',
      `The agenda is longer than ${longest.toLocaleString('en-GB')} characters.`,
    )
  const there = await scheduledFor(db.read, recordings, facts, timezone)
  const message =
    there === null
      ? `A meeting was scheduled: ${facts.title}.`
      : 'It is the agenda of the meeting that was scheduled.'
  if (deps.dryRun) return { message: 'An agenda.', rowId: null }
  const rowId = await transactDurably(db, async (trx) => {
    const meeting = there === null ? null : await scheduledMeeting(trx, there)
    const scheduled = {
      ...{ title: meeting?.title ?? facts.title, startsAt: meeting?.startsAt ?? heldAt, agenda },
      ...{
        minutes: meeting?.minutes ?? ordinaryMinutes,
        companyId: facts.companyId ?? meeting?.companyId ?? null,
      },
      attendees: facts.attendees.length > 0 ? facts.attendees : (meeting?.attendees ?? []),
      location: meeting?.location ?? null,
    }
    const id = there ?? (await scheduleMeeting(trx, scheduled, { personId: firstPersonId, uid: null }))
    if (there !== null) await changeScheduledMeeting(trx, id, scheduled)
    await fileMeeting(trx, id, facts)
    await publishChange(trx, calendarChanged)
    return keep(trx, message, id)
  })
  return { message, rowId }
}
