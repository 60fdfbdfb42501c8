import type { Handle } from '../db/open.ts'

/** Sessions, tokens, links, recovery codes and tries: what lets people in, and what keeps others out. */

const now = (): string => new Date().toISOString()

export type SessionRow = {
  id: number
  person_id: number
  secret_hash: string
  device: string
  address: string
  created_at: string
  last_seen_at: string
}

export async function insertSession(
  handle: Handle,
  row: Pick<SessionRow, 'person_id' | 'secret_hash' | 'device' | 'address'>,
): Promise<number> {
  const [id] = await handle('session').insert({ ...row, created_at: now(), last_seen_at: now() })
  return id!
}

export async function findSession(handle: Handle, secretHash: string): Promise<SessionRow | null> {
  const row: SessionRow | undefined = await handle('session').where({ secret_hash: secretHash }).first()
  return row ?? null
}

export function sessionsOf(handle: Handle, personId: number): Promise<SessionRow[]> {
  return handle('session').where({ person_id: personId }).orderBy('last_seen_at', 'desc')
}

export async function touchSession(handle: Handle, id: number, address: string): Promise<void> {
  await handle('session').where({ id }).update({ last_seen_at: now(), address })
}

/** @returns how many there were */
export function deleteSession(handle: Handle, personId: number, id: number): Promise<number> {
  return handle('session').where({ id, person_id: personId }).delete()
}

/** @param but one that stays */
export function deleteSessionsOf(handle: Handle, personId: number, but: number | null): Promise<number> {
  return handle('session')
    .where({ person_id: personId })
    .andWhereNot({ id: but ?? 0 })
    .delete()
}

export async function deleteStaleSessions(
  handle: Handle,
  unseenSince: string,
  bornBefore: string,
): Promise<void> {
  await handle('session')
    .where('last_seen_at', '<', unseenSince)
    .orWhere('created_at', '<', bornBefore)
    .delete()
}

export type TokenRow = {
  id: number
  person_id: number
  secret_hash: string
  name: string
  scope: 'read' | 'write'
  created_at: string
  last_used_at: string | null
  expires_at: string | null
}

export async function insertToken(
  handle: Handle,
  row: Pick<TokenRow, 'person_id' | 'secret_hash' | 'name' | 'scope' | 'expires_at'>,
): Promise<TokenRow> {
  const [created]: TokenRow[] = await handle('api_token').insert({ ...row, created_at: now() }, '*')
  return created!
}

export async function findToken(handle: Handle, secretHash: string): Promise<TokenRow | null> {
  const row: TokenRow | undefined = await handle('api_token').where({ secret_hash: secretHash }).first()
  return row ?? null
}

export function tokensOf(handle: Handle, personId: number): Promise<TokenRow[]> {
  return handle('api_token').where({ person_id: personId }).orderBy('id', 'desc')
}

export async function touchToken(handle: Handle, id: number): Promise<void> {
  await handle('api_token').where({ id }).update({ last_used_at: now() })
}

export function deleteToken(handle: Handle, personId: number, id: number): Promise<number> {
  return handle('api_token').where({ id, person_id: personId }).delete()
}

/** @returns how many there were */
export function deleteTokensOf(handle: Handle, personId: number): Promise<number> {
  return handle('api_token').where({ person_id: personId }).delete()
}

/** `link`: chooses a passphrase. `second_factor`: the passphrase was right, a code is wanted. Each is good once. */
export type PassRow = {
  secret_hash: string
  kind: 'link' | 'second_factor'
  person_id: number
  expires_at: string
}

/** A person has one link at a time; older ones are void. */
export async function putPass(handle: Handle, row: PassRow): Promise<void> {
  await handle('sign_in_pass').where('expires_at', '<', now()).delete()
  if (row.kind === 'link')
    await handle('sign_in_pass').where({ kind: 'link', person_id: row.person_id }).delete()
  await handle('sign_in_pass').insert(row)
}

export async function findPass(
  handle: Handle,
  kind: PassRow['kind'],
  secretHash: string,
): Promise<PassRow | null> {
  const row: PassRow | undefined = await handle('sign_in_pass')
    .where({ kind, secret_hash: secretHash })
    .andWhere('expires_at', '>', now())
    .first()
  return row ?? null
}

/** @returns false when it was used in the meantime */
export async function usePass(handle: Handle, secretHash: string): Promise<boolean> {
  return (await handle('sign_in_pass').where({ secret_hash: secretHash }).delete()) === 1
}

/** Links and half-finished sign-ins. */
export async function deletePassesOf(handle: Handle, personId: number): Promise<void> {
  await handle('sign_in_pass').where({ person_id: personId }).delete()
}

export async function replaceRecoveryCodes(
  handle: Handle,
  personId: number,
  hashes: string[],
): Promise<void> {
  await handle('recovery_code').where({ person_id: personId }).delete()
  for (const code_hash of hashes) await handle('recovery_code').insert({ person_id: personId, code_hash })
}

/** @returns false when there is no such code (any more) */
export async function useRecoveryCode(handle: Handle, personId: number, hash: string): Promise<boolean> {
  return (await handle('recovery_code').where({ person_id: personId, code_hash: hash }).delete()) === 1
}

export async function countRecoveryCodes(handle: Handle, personId: number): Promise<number> {
  const codes: string[] = await handle('recovery_code').where({ person_id: personId }).pluck('code_hash')
  return codes.length
}

/** A network from which somebody has signed in: strangers' wrong tries elsewhere do not keep them out there. */
export async function rememberPlace(handle: Handle, personId: number, network: string): Promise<void> {
  await handle('sign_in_place')
    .insert({ person_id: personId, network, last_at: now() })
    .onConflict(['person_id', 'network'])
    .merge()
}

export async function forgetPlaces(handle: Handle, personId: number): Promise<void> {
  await handle('sign_in_place').where({ person_id: personId }).delete()
}

export async function isKnownPlace(handle: Handle, personId: number, network: string): Promise<boolean> {
  return (
    (await handle('sign_in_place').where({ person_id: personId, network }).first('network')) !== undefined
  )
}

export type TryRow = { subject: string; failures: number; last_at: string }

export function triesOf(handle: Handle, subjects: string[]): Promise<TryRow[]> {
  return handle('sign_in_try').whereIn('subject', subjects)
}

export async function putTry(handle: Handle, row: TryRow): Promise<void> {
  await handle('sign_in_try').insert(row).onConflict('subject').merge()
}

export async function forgetTries(handle: Handle, subjects: string[]): Promise<void> {
  await handle('sign_in_try').whereIn('subject', subjects).delete()
}

export async function forgetOldTries(handle: Handle, before: string): Promise<void> {
  await handle('sign_in_try').where('last_at', '<', before).delete()
}
