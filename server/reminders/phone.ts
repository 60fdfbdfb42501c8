import { createHash, randomInt } from 'node:crypto'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { changePhone, findPhone, putPhone } from './store.ts'

const codeMs = 10 * 60_000
const mostTries = 5
/** Another code is not sent sooner: each costs somebody money. */
const againMs = 60_000
const withinMs = 15_000

const hashOf = (personId: number, code: string): string =>
  createHash('sha256').update(`${personId} ${code}`).digest('hex')

export type Phones = ReturnType<typeof createPhones>

/** Text messages: posted to the administrator's gateway, to numbers that their people have verified. */
export function createPhones({ db, webhook }: { db: Db; webhook: string | null }) {
  /** @throws AppError sms_off, sms_failed */
  async function post(to: string, text: string): Promise<void> {
    if (webhook === null)
      throw new AppError(
        'sms_off',
        'Text messages are not set up on this appliance. An administrator names the gateway (APPLIANCE_SMS_WEBHOOK).',
      )
    const failed = (cause?: unknown): AppError =>
      new AppError('sms_failed', 'The gateway for text messages did not take the message.', { cause })
    const answer = await fetch(webhook, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to, text }),
      redirect: 'error',
      signal: AbortSignal.timeout(withinMs),
    }).catch((error: unknown) => {
      throw failed(error)
    })
    await answer.body?.cancel()
    if (!answer.ok) throw failed(new Error(`it answered with ${answer.status}`))
  }

  async function get(
    handle: Handle,
    personId: number,
  ): Promise<{ number: string | null; verified: boolean }> {
    const row = await findPhone(handle, personId)
    return { number: row?.number ?? null, verified: row !== null && row.verified_at !== null }
  }

  return {
    isOn: webhook !== null,
    post,
    get: (personId: number) => get(db.read, personId),

    /** For their export. */
    ofPerson: async (handle: Handle, personId: number): Promise<unknown> => {
      const row = await findPhone(handle, personId)
      return row && { number: row.number, verifiedAt: row.verified_at }
    },

    /** @throws AppError sms_off, sms_failed, too_many_tries */
    async sendCode(personId: number, number: string) {
      const before = await findPhone(db.read, personId)
      if (before && Date.now() - Date.parse(before.sent_at) < againMs)
        throw new AppError('too_many_tries', 'A code was sent a moment ago. Please wait a minute.')
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      await post(number, `Your code for the meeting appliance is ${code}. It is good for ten minutes.`)
      const now = Date.now()
      await transact(db, (trx) =>
        putPhone(trx, {
          ...{ person_id: personId, number, tries: 0, verified_at: null },
          ...{ code_hash: hashOf(personId, code), code_until: new Date(now + codeMs).toISOString() },
          sent_at: new Date(now).toISOString(),
        }),
      )
      return get(db.write, personId)
    },

    /** @throws AppError wrong_code */
    async verify(personId: number, code: string) {
      const right = await transact(db, async (trx) => {
        const row = await findPhone(trx, personId)
        const open =
          row?.code_until != null && row.code_until > new Date().toISOString() && row.tries < mostTries
        if (!row || !open) return false
        const matches = row.code_hash === hashOf(personId, code)
        await changePhone(
          trx,
          personId,
          matches
            ? { verified_at: new Date().toISOString(), code_hash: null, code_until: null }
            : { tries: row.tries + 1 },
        )
        return matches
      })
      if (!right)
        throw new AppError('wrong_code', 'This code is not right, or it is too old. Have another one sent.')
      return get(db.write, personId)
    },
  }
}
