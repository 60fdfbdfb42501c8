import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { checkPassphrase } from './passphrase.ts'
import { requireRow, type Person } from './person.ts'
import type { PersonRow } from './store.ts'
import { beginTry } from './tries.ts'

export type PassphraseCheck = ReturnType<typeof createPassphraseCheck>

/** Asks for the passphrase again before changes that somebody at an unlocked browser must not make. */
export function createPassphraseCheck({ config, db }: { config: Pick<Config, 'access'>; db: Db }) {
  /** @throws AppError access_off */
  function requirePassphrases(): void {
    if (config.access === 'people') return
    throw new AppError(
      'access_off',
      config.access === 'header' || config.access === 'oidc'
        ? "Passphrases and two-factor sign-in are managed by your company's sign-in."
        : 'Everyone uses this appliance as one person, so there are no passphrases.',
    )
  }

  /** @throws AppError wrong_passphrase, too_many_tries */
  async function confirm(person: Person, passphrase: string, address: string): Promise<PersonRow> {
    requirePassphrases()
    const row = await requireRow(db.read, person.id)
    const attempt = await beginTry(db, `passphrase of ${person.id}`, address)
    if (!(await checkPassphrase(passphrase, row.passphrase)))
      throw new AppError('wrong_passphrase', 'This is not your passphrase.')
    await attempt.succeeded()
    return row
  }

  return { requirePassphrases, confirm }
}
