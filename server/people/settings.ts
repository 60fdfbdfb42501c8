import { settings as shape, type Settings } from '#contract/settings.ts'
import type { Config } from '../config.ts'
import { recordEvent } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { changePerson, findPerson } from './store.ts'

export type PersonSettings = ReturnType<typeof createPersonSettings>

const noMail =
  'Email is not set up on this appliance. An administrator names the mail server (APPLIANCE_SMTP_URL).'

/** What a setting cannot do on this appliance, and why. */
export const unavailableOn = ({
  smtpUrl,
  smsWebhook,
}: Pick<Config, 'smtpUrl' | 'smsWebhook'>): Partial<Record<keyof Settings, string>> => ({
  ...(smtpUrl === null && {
    emailNotifications: noMail,
    dailyDigest: noMail,
    secondaryEmailNotifications: noMail,
  }),
  ...(smsWebhook === null && {
    smsReminders:
      'Text messages are not set up on this appliance. An administrator names the gateway (APPLIANCE_SMS_WEBHOOK).',
  }),
})

/** Only what the person has changed is stored, so that a default may become another one. */
type Change = Partial<Settings>

/** A person's own settings. */
export function createPersonSettings({ db }: { db: Db }) {
  async function stored(handle: Handle, personId: number): Promise<Change> {
    const row = await findPerson(handle, { id: personId })
    if (!row) throw new AppError('not_found', 'There is no such person.')
    return row.settings === null ? {} : (JSON.parse(row.settings) as Change)
  }

  const get = async (handle: Handle, personId: number): Promise<Settings> =>
    shape.parse(await stored(handle, personId))

  /** Told of a person's settings in the transaction that changed them. */
  const changed: ((trx: Handle, personId: number, settings: Settings) => Promise<void>)[] = []

  return {
    get,
    changed,

    /** @param change only what changes */
    change: (personId: number, change: Change): Promise<Settings> =>
      transact(db, async (trx) => {
        const next = { ...(await stored(trx, personId)), ...inStep(await get(trx, personId), change) }
        await changePerson(trx, personId, { settings: JSON.stringify(next) })
        await recordEvent(trx, 'me', personId)
        const settings = shape.parse(next)
        for (const tell of changed) await tell(trx, personId, settings)
        return settings
      }),
  }
}

/**
 * The switch for dark mode and the theme say the same: whichever changes takes the other along. With a theme that follows
 * the system the switch stays as it was last.
 */
function inStep(before: Settings, change: Change): Change {
  const { theme, enableDarkMode } = change
  const byTheme = theme !== undefined && (theme !== before.theme || enableDarkMode === undefined)
  if (byTheme) return theme === 'system' ? change : { ...change, enableDarkMode: theme === 'dark' }
  const bySwitch =
    enableDarkMode !== undefined && (theme === undefined || enableDarkMode !== before.enableDarkMode)
  return bySwitch ? { ...change, theme: enableDarkMode ? 'dark' : 'light' } : change
}

/**
 * Of a request's body, what was really in it: the contract's shape fills in the defaults of what was left out.
 */
export function onlyGiven(body: Change, raw: unknown): Change {
  const given = new Set(typeof raw === 'object' && raw !== null ? Object.keys(raw) : [])
  return Object.fromEntries(Object.entries(body).filter(([key]) => given.has(key)))
}
