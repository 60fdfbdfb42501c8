import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Ciphers as Windows wrote them for long, and as OpenSSL writes them now. */
const older = ['-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha1']

/** A P12 file as administrators get them: a key with its certificate and the authority's, made by openssl. */
export async function makeP12(
  folder: string,
  { key, old = false, passphrase }: { key: 'rsa' | 'ec'; old?: boolean; passphrase: string },
): Promise<{ file: string; bytes: Buffer; name: string }> {
  const at = (name: string): string => join(folder, name)
  const kind = key === 'rsa' ? ['rsa:2048'] : ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256']
  const name = `Harbour Ltd Seal (${key})`
  await writeFile(
    at('ca.cnf'),
    `[req]
prompt = no
distinguished_name = who
x509_extensions = uses
[who]
CN = Harbour Authority
[uses]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign
`,
  )
  await writeFile(
    at('uses.cnf'),
    'basicConstraints=CA:FALSE\nkeyUsage=critical,digitalSignature,nonRepudiation\n',
  )
  const authority = ['-keyout', at('ca.key'), '-out', at('ca.pem'), '-config', at('ca.cnf')]
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', ...authority])
  const request = ['-keyout', at('own.key'), '-out', at('own.csr'), '-subj', `/CN=${name}`]
  await run('openssl', ['req', '-new', '-newkey', ...kind, '-nodes', ...request])
  const issued = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-extfile', at('uses.cnf')]
  await run('openssl', [
    'x509',
    '-req',
    '-in',
    at('own.csr'),
    ...issued,
    '-days',
    '30',
    '-out',
    at('own.pem'),
  ])
  const parts = ['-inkey', at('own.key'), '-in', at('own.pem'), '-certfile', at('ca.pem')]
  const out = ['-passout', `pass:${passphrase}`, '-out', at('seal.p12')]
  await run('openssl', ['pkcs12', '-export', ...parts, ...(old ? older : []), ...out])
  return { file: at('seal.p12'), bytes: await readFile(at('seal.p12')), name }
}
