import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { backupsChanged } from '#contract/backups.ts'
import type { Config } from '../config.ts'
import { publishChange } from '../db/events.ts'
import { transact, type Db } from '../db/open.ts'
import { setSetting } from '../db/settings.ts'
import { AppError } from '../errors.ts'
import { isMissing } from '../files/exists.ts'
import type { Paths } from '../files/paths.ts'
import { writeFileAtomically } from '../files/write.ts'
import { stateOf } from './backup-state.ts'

/** Twelve words with a checksum among them (BIP 39). */
const passphraseBits = 128

export const passphraseFile = (paths: Paths): string => join(paths.backup, 'passphrase')

/** The recovery passphrase, without which nobody can read a backup. */
export function createRecoveryPassphrase({
  config,
  db,
  paths,
}: {
  config: Pick<Config, 'backupDir'>
  db: Db
  paths: Paths
}) {
  const passwordFile = passphraseFile(paths)

  /** null: none was made yet. */
  async function readPassphrase(): Promise<string | null> {
    try {
      return (await readFile(passwordFile, 'utf8')).trim()
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  return {
    /** The recovery passphrase; made at the first call, and shown again until it is confirmed. @throws AppError bad_request */
    async newPassphrase(): Promise<string> {
      const { state, message } = await stateOf(config, db.read)
      if (state === 'ready')
        throw new AppError('bad_request', 'The recovery passphrase was confirmed and is not shown again.')
      if (state !== 'unconfirmed') throw new AppError('bad_request', message)
      const there = await readPassphrase()
      if (there) return there
      const passphrase = generateMnemonic(wordlist, passphraseBits)
      await mkdir(paths.backup, { recursive: true, mode: 0o700 })
      await writeFileAtomically(passwordFile, `${passphrase}\n`)
      return passphrase
    },

    /** @throws AppError wrong_passphrase */
    async confirm(passphrase: string): Promise<void> {
      const right = await readPassphrase()
      if (right === null || passphrase.trim().toLowerCase().split(/\s+/).join(' ') !== right)
        throw new AppError(
          'wrong_passphrase',
          'That is not the recovery passphrase. Check it and type it in again.',
        )
      await transact(db, async (trx) => {
        await setSetting(trx, 'backup_confirmed', new Date().toISOString())
        await publishChange(trx, backupsChanged)
      })
    },
  }
}
