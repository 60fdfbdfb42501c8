import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { getSetting, setSetting } from '../db/settings.ts'
import { transact, type Db } from '../db/open.ts'

const make = (): string => `clara_${randomBytes(32).toString('base64url')}`

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

export type ChatKey = ReturnType<typeof createChatKey>

/** The key that goes with the calls to Clara. It opens nothing by itself: the gate stands before it. */
export function createChatKey({ db }: { db: Db }) {
  /** The key; made when there is none yet. */
  async function current(): Promise<string> {
    const there = await getSetting(db.read, 'chat_key')
    if (there !== null) return there
    return transact(db, async (trx) => {
      const meanwhile = await getSetting(trx, 'chat_key')
      if (meanwhile !== null) return meanwhile
      const key = make()
      await setSetting(trx, 'chat_key', key)
      return key
    })
  }

  return {
    current,

    /** Another one; the one before is no longer good. */
    async renew(): Promise<string> {
      const key = make()
      await setSetting(db.write, 'chat_key', key)
      return key
    },

    /** Takes the same time whatever is wrong with it. */
    isGood: async (given: string): Promise<boolean> =>
      timingSafeEqual(digest(given), digest(await current())),
  }
}
