import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { passphraseLength } from '#contract/people.ts'
import { AppError } from '../errors.ts'

/**
 * One of the equivalent settings of OWASP's Password Storage Cheat Sheet (scrypt, N = 2^15, r = 8, p = 3): 32 MB and
 * about a fifth of a second, on a machine that transcribes beside it.
 */
const cost = { ln: 15, r: 8, p: 3 }
const keyBytes = 32

function derive(
  passphrase: string,
  salt: Buffer,
  { ln, r, p }: typeof cost,
  length: number,
): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r }
  return new Promise((resolve, reject) =>
    // Unicode has several ways to write "é", and keyboards differ in which they send.
    scrypt(passphrase.normalize('NFKC'), salt, length, options, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
}

/** Hashing is slow on purpose: two at once, so that somebody who tries many does not fill the memory. */
const atOnce = 2
let running = 0
const waiting: (() => void)[] = []

/** More than wait here at any honest moment; they would be served in about five seconds. */
const longestQueue = 24

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= longestQueue)
    throw new AppError(
      'too_many_tries',
      'Many people are signing in just now. Please try again in a moment.',
      {
        retryAfter: 5,
      },
    )
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

/** @returns `$scrypt$ln=15,r=8,p=3$salt$key`, so that the cost can be raised later */
export function hashPassphrase(passphrase: string): Promise<string> {
  const salt = randomBytes(16)
  return inTurn(async () => {
    const key = await derive(passphrase, salt, cost, keyBytes)
    const { ln, r, p } = cost
    return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64')}$${key.toString('base64')}`
  })
}

const stored = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/

/** A hash that no passphrase fits: whoever has none takes as long to refuse as anybody. */
const nobody = `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${Buffer.alloc(16).toString('base64')}$${Buffer.alloc(keyBytes).toString('base64')}`

/** @param hash null: there is none, which takes the same time and is never right */
export function checkPassphrase(passphrase: string, hash: string | null): Promise<boolean> {
  const [, ln, r, p, salt, key] = stored.exec(hash ?? nobody) ?? []
  if (!salt || !key) throw new Error('A stored passphrase cannot be read')
  const expected = Buffer.from(key, 'base64')
  return inTurn(async () => {
    const given = await derive(
      passphrase,
      Buffer.from(salt, 'base64'),
      { ln: Number(ln), r: Number(r), p: Number(p) },
      expected.length,
    )
    return timingSafeEqual(given, expected) && hash !== null
  })
}

/** Words that guessing begins with here, beside those that people use everywhere. */
const ofThisPlace = [
  ...['passphrase', 'passwort', 'meeting', 'meetings', 'appliance', 'boardroom', 'company', 'minutes'],
  ...['chairman', 'director', 'secretary', 'arsenal', 'chelsea', 'london', 'liverpool'],
]

let common: Promise<ReadonlySet<string>> | null = null

/** The 50,000 that people choose most, from a list that came along. Half a megabyte, loaded when it is first needed. */
function commonPassphrases(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common'], ...ofThisPlace]),
  )
  return common
}

const outerSigns = /^[^\p{L}]+|[^\p{L}]+$/gu

/** As it stands, without what is put around a word, and with letters in the place of their look-alikes. */
function spellings(passphrase: string): string[] {
  const plain = passphrase.slice(0, passphraseLength.compared).toLowerCase()
  const all = [plain, plain.replace(outerSigns, ''), unmasked(plain), unmasked(plain).replace(outerSigns, '')]
  // "P4$$w0rd123!": what is left of the figures at its end has become letters.
  return [...all, unmasked(plain.replace(/[\d!@$]{1,40}$/, ''))]
}

/** @throws AppError weak_passphrase when it would be guessed at once */
export async function refuseWeak(
  passphrase: string,
  person: { name: string | null; email: string | null },
): Promise<void> {
  const weak = (why: string): AppError =>
    new AppError('weak_passphrase', `${why} Choose another one; a short sentence is best.`)
  if (Array.from(passphrase).length < passphraseLength.least)
    throw weak(`It needs at least ${passphraseLength.least} characters.`)
  const plain = passphrase.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  if (new Set(plain).size < 4 || isSequence(plain)) throw weak('This is a pattern.')
  const known = await commonPassphrases()
  if (spellings(passphrase).some((one) => known.has(one)))
    throw weak('This is one of the first that anybody would try.')
  const own = [person.email ?? '', (person.email ?? '').split('@')[0]!, person.name ?? '']
    .map((text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
    .filter((text) => text.length > 2)
  if (own.some((text) => plain.replace(/\d+$/, '') === text || plain === text))
    throw weak('This is your own name or address.')
}

/** "P4$$w0rd" is "password". */
const masks: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const unmasked = (text: string): string => text.replace(/[0134579@$!]/g, (sign) => masks[sign] ?? sign)

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'azertyuiop']

const isSequence = (text: string): boolean =>
  rows.some(
    (row) => row.repeat(2).includes(text) || Array.from(row).toReversed().join('').repeat(2).includes(text),
  )
