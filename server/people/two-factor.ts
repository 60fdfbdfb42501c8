import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { hashSecret } from './secrets.ts'

/** Time-based one-time codes (RFC 6238) as every authenticator knows them: SHA-1, six digits, 30 seconds. */
const periodSeconds = 30
/** A clock may be off by half a minute. */
const window = 1

const totp = (secret: string, account: string): TOTP =>
  new TOTP({
    issuer: 'Meeting Appliance',
    label: account,
    secret: Secret.fromBase32(secret),
    period: periodSeconds,
  })

/** @returns base32, 160 bits as RFC 4226 recommends */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** What an authenticator reads: an otpauth: address, and its picture as a data: address. */
export function enrolment(secret: string, account: string): { uri: string; qr: string } {
  const uri = totp(secret, account).toString()
  const svg = renderSVG(uri, { border: 2 })
  return { uri, qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` }
}

/** @returns the time step that the code belongs to; null when it is wrong */
export function matchTotp(secret: string, code: string): number | null {
  const digits = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return null
  const delta = totp(secret, '').validate({ token: digits, window })
  return delta === null ? null : Math.floor(Date.now() / 1000 / periodSeconds) + delta
}

const recoveryCodeCount = 10
// No letters and figures that look alike.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Ten codes like "k7fm-2xhp-9qra" (59 bits each), each good once. */
export function newRecoveryCodes(): string[] {
  const letter = (byte: number): string => alphabet[byte % alphabet.length]!
  return Array.from({ length: recoveryCodeCount }, () => {
    // 248 is the largest multiple of 31 below 256: a byte above it would favour the first letters.
    const bytes = [...randomBytes(64)].filter((byte) => byte < 248).slice(0, 12)
    return bytes
      .map(letter)
      .join('')
      .replace(/(.{4})(?=.)/g, '$1-')
  })
}

export const hashRecoveryCode = (code: string): string =>
  hashSecret(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
