import type { z } from 'zod'
import type { Action, updateAction } from '#contract/actions.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { JobDefinition } from '../jobs/define.ts'
import { seriesIdOf } from '../meetings/service.ts'
import type { PeopleService } from '../people/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { TranscriptsService } from '../transcripts/service.ts'
import { createExtractionRequests } from './extraction-requests.ts'
import type { ExtractPayload } from './jobs.ts'
import { judgeAction, type Judgement, type Meeting } from './judge.ts'
import { nameOwners, type NamingOf } from './owners.ts'
import { createPersonalActions } from './personal.ts'
import { createPresentActions } from './present-actions.ts'
import { createActionQueries } from './action-queries.ts'
import type { Moved } from './search-source.ts'
import {
  changeAction,
  findAction,
  idsOfRecording,
  nameMeeting,
  outliveRecording,
  type ActionRow,
} from './store.ts'

export type ActionsService = ReturnType<typeof createActions>

export function createActions({
  db,
  recordings,
  transcripts,
  people,
  job,
  naming,
  before,
  moved,
}: {
  db: Db
  recordings: RecordingsService
  /** Asked for when it is needed: its own jobs know of this slice. */
  transcripts: () => TranscriptsService
  people: PeopleService
  job: JobDefinition<ExtractPayload>
  naming: NamingOf
  /** Names of the jobs whose end is waited for: they change the words, or who said them. */
  before: string[]
  moved: Moved
}) {
  async function requireAction(handle: Handle, id: number): Promise<ActionRow> {
    const row = await findAction(handle, id)
    if (!row) throw new AppError('not_found', 'This action does not exist, or has been deleted.')
    return row
  }

  /** A person changes it: from now on it is theirs. */
  async function change(
    trx: Handle,
    row: ActionRow,
    changes: Parameters<typeof changeAction>[2],
    personId: number,
  ): Promise<void> {
    await changeAction(trx, row.id, { ...changes, changed_by: personId })
    await moved(trx, row.recording_id, row.id)
  }

  async function meetingOf(handle: Handle, recordingId: number): Promise<Meeting> {
    const { title, meetingDate, createdAt } = await recordings.get(handle, recordingId)
    return { meeting_title: title, meeting_date: meetingDate ?? createdAt }
  }

  const personal = createPersonalActions(db)
  const present = createPresentActions({ people, recordings })
  const queries = createActionQueries({ db, recordings, personal, present, job })
  const extraction = createExtractionRequests({ db, recordings, transcripts, job, before })

  return {
    personal,
    ...queries,
    ...extraction,

    /** @throws AppError not_found */
    async change(
      id: number,
      { status, title, owner, dueDate, doubtful }: z.infer<typeof updateAction.body>,
      personId: number,
    ): Promise<Action> {
      const row = await transact(db, async (trx) => {
        const changes = {
          ...(status !== undefined && { status }),
          ...(title !== undefined && { title }),
          ...(owner !== undefined && { owner: owner === '' ? null : owner, owner_speaker: null }),
          ...(dueDate !== undefined && { due_date: dueDate, due: null, due_by_person: 1 as const }),
        }
        const found = await requireAction(trx, id)
        // Who works with it has no doubt that it was agreed.
        if (doubtful === false || Object.keys(changes).length > 0)
          await change(trx, found, { ...changes, doubt: null }, personId)
        return requireAction(trx, id)
      })
      return (await present(db.read, [row]))[0]!
    },

    /** @throws AppError not_found */
    async dismiss(id: number, personId: number): Promise<void> {
      await transact(db, async (trx) => change(trx, await requireAction(trx, id), { dismissed: 1 }, personId))
    },

    judged: (trx: Handle, recordingId: number, judgement: Judgement) =>
      judgeAction(trx, recordingId, judgement, { meetingOf, change, moved }),

    /** It has other words, or is called something else. */
    async recordingChanged(trx: Handle, recordingId: number): Promise<void> {
      const renamed = await nameMeeting(trx, recordingId, await meetingOf(trx, recordingId))
      const named = await nameOwners(trx, recordingId, naming)
      if (renamed || named) await moved(trx, recordingId)
      await extraction.wordsMoved(trx, recordingId)
    },

    /** They stay when it goes, with a line that says where they came from. */
    async recordingGoes(trx: Handle, recordingId: number): Promise<void> {
      const meetingId =
        (await recordings.meetingOf(trx, recordingId)) ?? (await recordings.binnedMeeting(trx, recordingId))
      const ids = await idsOfRecording(trx, recordingId)
      await outliveRecording(trx, recordingId, {
        onlyFor: await recordings.onlyFor(trx, recordingId),
        seriesId: meetingId === null ? null : await seriesIdOf(trx, meetingId),
      })
      await moved(trx, recordingId)
      for (const id of ids) await moved(trx, null, id)
    },
  }
}
