import type { Finding } from '#contract/system.ts'
import type { Config } from '../config.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import type { Log } from '../log.ts'
import * as store from './store.ts'

export type Mail = {
  to: readonly string[]
  subject: string
  text: string
  /** Whom it is for, where that is somebody who uses the appliance. */
  personId?: number
  file?: { name: string; bytes: Uint8Array }
}

export type MailService = ReturnType<typeof createMail>

const mostTries = 8
const keptMs = 7 * 86_400_000
const waits = [60, 300, 900, 3600, 3600, 7200, 14_400].map((seconds) => seconds * 1000)

/** Sends email by way of an outbox in the database: what the mail server does not take now goes later. */
export function createMail({
  config,
  db,
  log,
}: {
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>
  db: Db
  log: Log
}) {
  const { smtpUrl } = config
  const host = smtpUrl ? new URL(smtpUrl).hostname : ''
  const from = config.mailFrom ?? `Meeting Appliance <appliance@${host}>`
  type Transport = Awaited<ReturnType<typeof connect>>
  let transport: Promise<Transport> | null = null

  async function connect(url: string) {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      connectionTimeout: 15_000,
      greetingTimeout: 15_000,
      socketTimeout: 60_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }

  async function send(row: store.MailRow): Promise<void> {
    const sender = await (transport ??= connect(smtpUrl!))
    // One each: nobody sees to whom else it went.
    for (const to of JSON.parse(row.recipients) as string[])
      await sender.sendMail({
        ...{ from, to, subject: row.subject, text: row.text },
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...(row.file &&
          row.file_name && { attachments: [{ filename: row.file_name, content: Buffer.from(row.file) }] }),
      })
  }

  async function sendWaiting(): Promise<void> {
    for (const row of await store.dueMail(db.read, mostTries)) {
      try {
        await send(row)
        await transact(db, (trx) => store.deleteMail(trx, row.id))
      } catch (error) {
        const attempts = row.attempts + 1
        const wait = waits[Math.min(row.attempts, waits.length - 1)]!
        log.warn({ err: error, mail: row.id, attempts }, 'an email could not be sent')
        const failure = {
          attempts,
          next_at: new Date(Date.now() + wait).toISOString(),
          error: error instanceof Error ? error.message.slice(0, 300) : 'unknown',
        }
        await transact(db, (trx) => store.mailFailed(trx, row.id, failure))
      }
    }
    const old = new Date(Date.now() - keptMs).toISOString()
    await transact(db, (trx) => store.deleteMailBefore(trx, old))
  }

  // One pass at a time: two would send the same email twice.
  let passes = Promise.resolve()

  return {
    /** An administrator has named a mail server. */
    isOn: smtpUrl !== null,

    /** In the caller's transaction: it is sent if that holds. Nothing happens where there is no mail server. */
    async queue(trx: Handle, { to, subject, text, personId, file }: Mail): Promise<void> {
      if (smtpUrl === null || to.length === 0) return
      for (const address of new Set(to.map((one) => one.trim().toLowerCase())))
        await store.insertMail(trx, {
          ...{ person_id: personId ?? null, recipients: JSON.stringify([address]), subject, text },
          ...{ file_name: file?.name ?? null, file: file ? Buffer.from(file.bytes) : null },
        })
    },

    /** Sends what is waiting, after a pass that is under way. */
    sendDue(): Promise<void> {
      if (smtpUrl === null) return passes
      const pass = passes.then(sendWaiting)
      passes = pass.catch(() => undefined) // told to whoever asked for that pass
      return pass
    },

    forgetPerson: store.deleteMailOf,

    async findings(): Promise<Finding[]> {
      if (smtpUrl === null) return []
      const unsent = await store.unsentMail(db.read)
      if (unsent.length === 0)
        return [{ what: 'Email', state: 'ok', found: `It goes by ${host}.`, todo: null }]
      return [
        {
          ...{ what: 'Email', state: 'problem' },
          found: `${unsent.length === 1 ? 'One email' : `${unsent.length} emails`} could not be sent by ${host}: ${unsent[0]?.error ?? ''}`,
          todo: 'Check APPLIANCE_SMTP_URL and the mail server. What waits is tried again for a week.',
        },
      ]
    },

    async close(): Promise<void> {
      if (transport) (await transport).close()
    },
  }
}
