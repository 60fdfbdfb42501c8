import type { AgreedAction, Doubtful, Minutes, MinutesContent } from '#contract/minutes.ts'
import { recordEvent } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { RecordingsService, WrittenSummary } from '../recordings/service.ts'
import { checkHolds, edited, sharesLines } from './edit.ts'
import { inOtherWords, judged } from './judge.ts'
import { currentMinutes, needVersion, type MinutesQueries } from './minutes-queries.ts'
import type { Heading } from './render.ts'
import { contentOf, findMinutes, forgetOffers, insertMinutes, isPersons, linesOf } from './store.ts'
import type { MinutesRow } from './store.ts'
import type { Templates } from './templates.ts'

/** Called in the same transaction when somebody has accepted or rejected a doubtful action. */
export type ActionJudged = (
  handle: Handle,
  recordingId: number,
  judgement: {
    action: AgreedAction
    madeBy: { model: string | null }
    keep: boolean
    personId: number
  },
) => Promise<void>

type NewVersion = Omit<Parameters<typeof insertMinutes>[1], 'offered'>

/** What a person says of one doubtful statement, by its place in the list of this version; `text`: in these words. */
type Judgement = {
  version: number
  index: number
  keep: boolean
  text?: string | undefined
  personId: number
}

/** People's changes to minutes. Each makes a new version, which becomes the current one. */
export function createMinutesEdits(deps: {
  db: Db
  recordings: RecordingsService
  templates: Templates
  present: MinutesQueries['present']
  headingOf: (recordingId: number) => Promise<Heading>
  actionJudged: ActionJudged
}) {
  const { db, recordings, present } = deps

  /** A version that becomes the current one. */
  async function publish(trx: Handle, row: NewVersion): Promise<MinutesRow> {
    const made = await insertMinutes(trx, { ...row, offered: 0 })
    await recordings.setMinutes(trx, row.recording_id, made)
    await recordEvent(trx, 'minutes', row.recording_id)
    return made
  }

  return {
    /** @throws AppError not_found */
    async restore(
      recordingId: number,
      { version, personId }: { version: number; personId: number },
    ): Promise<Minutes> {
      const row = await transact(db, async (trx) => {
        const source = await needVersion(trx, recordingId, version)
        // A person has chosen; an edit of what is there chooses nothing.
        await forgetOffers(trx, recordingId)
        return publish(trx, { ...carriedOver(source), person_id: personId })
      })
      return present(row)
    },

    /**
     * A person's words in place of what is there; '' takes it away. Versions stay.
     * @throws AppError stale_version
     */
    async written(
      trx: Handle,
      recordingId: number,
      { text, basedOn, personId }: WrittenSummary,
    ): Promise<void> {
      const before = await currentMinutes(recordings, trx, recordingId)
      if (basedOn !== undefined && text !== (before?.markdown ?? ''))
        await requireSeen(trx, recordingId, before, basedOn)
      if (text === '') {
        if (before) await recordings.setMinutes(trx, recordingId, null)
        return recordEvent(trx, 'minutes', recordingId)
      }
      if (before?.markdown === text) return
      await publish(trx, {
        ...rewritten(before, text),
        recording_id: recordingId,
        person_id: personId,
        edited_by: personId,
      })
    },

    /**
     * A person has looked at what is doubtful.
     * @throws AppError not_found, stale_version
     */
    async judge(recordingId: number, { version, index, keep, text, personId }: Judgement): Promise<Minutes> {
      const heading = await deps.headingOf(recordingId)
      const row = await transact(db, async (trx) => {
        const before = await currentMinutes(recordings, trx, recordingId)
        if (before?.version !== version)
          throw new AppError('stale_version', 'The minutes have since changed. Please check them again.')
        const { content, found } = doubtfulOf(before, index)
        const doubtful = text === undefined ? found : inOtherWords(found, text)
        if (keep && doubtful.refuted)
          throw new AppError(
            'statement_refuted',
            'This cannot be kept as it is: what was said contradicts it. If it was agreed, add it to the minutes with Edit.',
          )
        const { action } = doubtful
        const madeBy = { model: before.model }
        if (action) await deps.actionJudged(trx, recordingId, { action, madeBy, keep, personId })
        const template = await deps.templates.usable(before.template, heading.title)
        const made = judged(
          { ...before, content, lines: linesOf(before) },
          { index, doubtful, keep, body: template.body, heading },
        )
        return publish(trx, {
          ...carriedOver(before),
          ...made,
          origin: before.origin === 'edit' ? 'edit' : 'checked',
          person_id: personId,
          checked_by: personId,
        })
      })
      return present(row)
    },
  }
}

/**
 * Whoever writes the summary has seen what they replace.
 * @throws AppError stale_version
 */
async function requireSeen(
  trx: Handle,
  recordingId: number,
  current: MinutesRow | null,
  basedOn: number | null,
): Promise<void> {
  if ((current?.version ?? null) === basedOn) return
  const seen =
    basedOn === null ? null : await findMinutes(trx, { recording_id: recordingId, version: basedOn })
  // Written again by itself in the same words: nothing of it is lost.
  if (current && !isPersons(current) && current.markdown === seen?.markdown) return
  throw new AppError(
    'stale_version',
    'The summary has since changed. Nothing was saved. Look at what it is now, then save again.',
  )
}

/** Somebody's words, with what of the version before still holds. */
function rewritten(
  before: MinutesRow | null,
  text: string,
): Omit<NewVersion, 'recording_id' | 'person_id' | 'edited_by'> {
  const kept = before
    ? edited({ markdown: before.markdown, content: contentOf(before), lines: linesOf(before) }, text)
    : { content: null, lines: [] }
  return {
    origin: 'edit',
    model: before?.model ?? null,
    template: before?.template ?? 'free-form',
    markdown: text,
    ...kept,
    transcript_version: kept.content === null ? null : (before?.transcript_version ?? null),
    failure: null,
    job_id: null,
    // A heading that was kept makes what stands below it nobody's else.
    written_by: kept.lines.length > 0 ? (before?.written_by ?? null) : null,
    checked_by: before && checkHolds(before.markdown, text) ? before.checked_by : null,
    held: before && sharesLines(before.markdown, text) ? before.held : null,
  }
}

/** What of a version goes into one that is made from it, in the shape in which it is inserted. */
function carriedOver(row: MinutesRow): NewVersion {
  const { id: _id, version: _version, created_at: _at, offered: _offered, ...kept } = row
  return { ...kept, content: contentOf(row), lines: linesOf(row), job_id: null }
}

/** @throws AppError not_found */
function doubtfulOf(row: MinutesRow, index: number): { content: MinutesContent; found: Doubtful } {
  const content = contentOf(row)
  const found = content?.toCheck[index]
  if (!content || !found) throw new AppError('not_found', 'There is nothing to check there.')
  return { content, found }
}
