import { createPrivateKey } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { ConfigError } from '../config.ts'
import { isMissing } from '../files/exists.ts'
import type { Leaf } from './certificate.ts'
import { isKeyOf, readCertificate } from './pem.ts'

/** Where the administrator's certificate and key lie. */
export type GivenFiles = { certFile: string; keyFile: string }

type Variable = 'APPLIANCE_TLS_CERT' | 'APPLIANCE_TLS_KEY'

/**
 * Reads the administrator's certificate and key.
 * @throws ConfigError naming the variable whose file is wrong
 */
export async function readGiven({ certFile, keyFile }: GivenFiles): Promise<Leaf> {
  const [cert, key] = await Promise.all([
    readText('APPLIANCE_TLS_CERT', certFile),
    readText('APPLIANCE_TLS_KEY', keyFile),
  ])
  const certificate = attempt(
    () => readCertificate(cert),
    `APPLIANCE_TLS_CERT is ${certFile}, which holds no certificate that can be read; it takes a PEM file.`,
  )
  attempt(
    () => createPrivateKey(key),
    key.includes('ENCRYPTED')
      ? `APPLIANCE_TLS_KEY is ${keyFile}, which is protected by a passphrase that nobody can type at a start; it takes the key without one.`
      : `APPLIANCE_TLS_KEY is ${keyFile}, which holds no private key that can be read; it takes a PEM file.`,
  )
  if (!isKeyOf(certificate, key))
    throw new ConfigError(
      `APPLIANCE_TLS_KEY is ${keyFile}, which is not the key of the first certificate in ${certFile} (APPLIANCE_TLS_CERT). The appliance's own certificate has to stand first there, those of its authorities below it.`,
    )
  // What OpenSSL refuses for other reasons (a key too short, a broken one further down) would end the handshakes.
  attempt(
    () => createSecureContext({ cert, key }),
    `APPLIANCE_TLS_CERT is ${certFile}, which cannot be used: a certificate in it is damaged or too weak.`,
  )
  return { certificate, pair: { certificate: cert, key } }
}

async function readText(variable: Variable, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const why = isMissing(error) ? 'is not there' : 'cannot be read by this user'
    throw new ConfigError(`${variable} is ${file}, which ${why}.`, { cause: error })
  }
}

function attempt<T>(read: () => T, sentence: string): T {
  try {
    return read()
  } catch (error) {
    throw new ConfigError(sentence, { cause: error })
  }
}

/** Changes when a file is written or replaced; a link (certbot's are) is followed. null: one cannot be looked at now. */
export async function stampOf({ certFile, keyFile }: GivenFiles): Promise<string | null> {
  try {
    const both = await Promise.all([stat(certFile), stat(keyFile)])
    return both.map(({ mtimeMs, ino, size }) => `${mtimeMs} ${ino} ${size}`).join(', ')
  } catch {
    return null // in the middle of being replaced
  }
}
