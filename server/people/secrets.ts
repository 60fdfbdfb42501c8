import { createHash, randomBytes } from 'node:crypto'

/** 256 bits that nobody can guess, safe in a URL, a cookie and a header. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What is kept of a secret of ours. It has 256 bits, so a plain hash cannot be searched through. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')
