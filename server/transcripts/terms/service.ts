import type { Term, TermOffer } from '#contract/terms.ts'
import { transact, type Db, type Handle } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import { meetingInfo, meetingsById } from '../../meetings/service.ts'
import type { RecordingsService } from '../../recordings/service.ts'
import { folded, promptOf } from '../../speech/prompt.ts'
import { isOwnLabel } from '../speakers/overview.ts'
import * as store from './store.ts'

/** So often a person makes a correction before it is offered as a word. */
const offeredFrom = 2
/** More than any prompt can hold, and few enough to be read. */
const mostTerms = 500

type Owner = { id: number; administrator: boolean }

export type TermsService = ReturnType<typeof createTerms>

/** The words that the speech engine is told to expect, and those that could become such. */
export function createTerms({ db, recordings }: { db: Db; recordings: RecordingsService }) {
  async function list(handle: Handle, personId: number | null): Promise<Term[]> {
    const rows = await store.termsFor(handle, personId)
    return rows.map(presentTerm).sort((a, b) => a.text.localeCompare(b.text, 'en-GB'))
  }

  async function offers(handle: Handle, personId: number): Promise<TermOffer[]> {
    const known = new Set((await store.termsFor(handle, personId)).map((row) => row.folded))
    const repeated = await store.repeatedCorrections(handle, personId, offeredFrom)
    return repeated.filter(({ meant }) => !known.has(folded(meant)))
  }

  return {
    /** Everybody's and the person's own (null: everybody's alone), in order of the alphabet. */
    list: (personId: number | null): Promise<Term[]> => list(db.read, personId),

    offers: (personId: number): Promise<TermOffer[]> => offers(db.read, personId),

    /**
     * @param owner whose it is to be; null: everybody's
     * @returns the one that is there, if it is there; spelled as it is given now
     * @throws AppError invalid_input when there are too many
     */
    add: (text: string, owner: number | null, addedBy: number | null): Promise<Term> =>
      transact(db, async (trx) => {
        const clean = text.normalize('NFC').replace(/\s+/g, ' ').trim()
        const there = await store.findTermByText(trx, owner, clean)
        if (there) {
          const change = { text: clean, used_at: new Date().toISOString() }
          await store.changeTerm(trx, there.id, change)
          return presentTerm({ ...there, ...change })
        }
        const all = await store.termsFor(trx, owner)
        if (all.filter((row) => row.person_id === owner).length >= mostTerms)
          throw new AppError(
            'invalid_input',
            `There are ${mostTerms} words already. Remove some that are no longer needed.`,
          )
        return presentTerm(await store.insertTerm(trx, { personId: owner, text: clean, addedBy }))
      }),

    /** @throws AppError not_found, administrators_only */
    remove: (id: number, by: Owner): Promise<void> =>
      transact(db, async (trx) => {
        const row = await store.findTerm(trx, id)
        if (!row || (row.person_id !== null && row.person_id !== by.id))
          throw new AppError('not_found', 'This word is not there any more.')
        if (row.person_id === null && !by.administrator)
          throw new AppError('administrators_only', 'Words for everyone are removed by an administrator.')
        await store.deleteTerm(trx, id)
      }),

    decline: (personId: number, correction: store.Correction): Promise<void> =>
      store.declineCorrection(db.write, personId, correction),

    /** A person has changed words of a transcript. */
    corrected: store.insertCorrections,

    /** What the engine is to expect in a recording; '' when nothing is known. @throws AppError not_found */
    async promptFor(recordingId: number): Promise<string> {
      const { meetingId, userId } = await recordings.get(db.read, recordingId)
      const meeting = (await meetingsById(db.read, [meetingId])).get(meetingId)
      const { attendees } = await meetingInfo(db.read, meetingId)
      return promptOf({
        attendees: attendees.map(({ name }) => name).filter((name) => !isOwnLabel(name)),
        agenda: [meeting?.title ?? '', meeting?.description ?? ''],
        terms: (await store.termsFor(db.read, userId)).map(({ text }) => text),
      })
    },

    /** Words that were really said come first from now on. */
    async heard(trx: Handle, recordingId: number, text: string): Promise<void> {
      const { userId } = await recordings.get(trx, recordingId)
      const said = folded(text)
      const rows = await store.termsFor(trx, userId)
      await store.markUsed(
        trx,
        rows.filter((row) => said.includes(row.folded)).map(({ id }) => id),
      )
    },
  }
}

const presentTerm = (row: store.TermRow): Term => ({
  id: row.id,
  text: row.text,
  everybody: row.person_id === null,
  addedAt: row.created_at,
})
