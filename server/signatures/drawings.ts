import { signaturesChanged, type Signature } from '#contract/signatures.ts'
import { publishChange } from '../db/events.ts'
import { transactDurably, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import * as store from './store.ts'

const mostDrawings = 50
const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const present = ({ id, data, created_at }: store.DrawingRow): Signature => ({
  id,
  data,
  format: 'png',
  createdAt: created_at,
})

/** PNG, base64: what stands behind the comma of a data URL. */
export const pictureOf = ({ data }: Pick<store.DrawingRow, 'data'>): string =>
  data.slice(data.indexOf(',') + 1)

/** The signatures that people drew: each person's are their own. */
export function createDrawings({ db }: { db: Db }) {
  async function requireDrawing(handle: Handle, id: number, personId: number): Promise<store.DrawingRow> {
    const row = await store.findDrawing(handle, id)
    if (!row || row.person_id !== personId) throw new AppError('not_found', 'There is no such signature.')
    return row
  }

  return {
    requireDrawing,

    list: async (personId: number): Promise<Signature[]> =>
      (await store.drawingsOf(db.read, personId)).map(present),

    /** @throws AppError invalid_input */
    async add(personId: number, data: string): Promise<Signature> {
      if (!Buffer.from(pictureOf({ data }), 'base64').subarray(0, 8).equals(pngStart))
        throw new AppError('invalid_input', 'A signature is a PNG picture.')
      return transactDurably(db, async (trx) => {
        if ((await store.drawingsOf(trx, personId)).length >= mostDrawings)
          throw new AppError('invalid_input', `You have ${mostDrawings} signatures. Delete one first.`)
        const row = { person_id: personId, data, created_at: new Date().toISOString() }
        const id = await store.insertDrawing(trx, row)
        await publishChange(trx, signaturesChanged, personId)
        return present({ id, ...row })
      })
    },

    /** What was signed with it keeps it. @throws AppError not_found */
    remove: (id: number, personId: number): Promise<void> =>
      transactDurably(db, async (trx) => {
        await requireDrawing(trx, id, personId)
        await store.deleteDrawing(trx, id)
        await publishChange(trx, signaturesChanged, personId)
      }),
  }
}

export type Drawings = ReturnType<typeof createDrawings>
