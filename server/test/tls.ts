import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from './files.ts'

const run = promisify(execFile)

/** A company's own authority and a certificate of it for localhost. */
export async function privateAuthority(): Promise<{ caFile: string; key: string; cert: string }> {
  const folder = await temporaryFolder()
  const at = (name: string): string => join(folder, name)
  const openssl = (line: string): Promise<unknown> => run('openssl', line.split(' '), { cwd: folder })
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'
  await openssl(`req -x509 ${key} -keyout ca.key -out ca.pem -subj /CN=Example-Authority`)
  await openssl(
    `req -x509 ${key} -keyout server.key -out server.pem -subj /CN=localhost -CA ca.pem -CAkey ca.key -addext subjectAltName=DNS:localhost -addext basicConstraints=critical,CA:FALSE`,
  )
  return {
    caFile: at('ca.pem'),
    key: await readFile(at('server.key'), 'utf8'),
    cert: await readFile(at('server.pem'), 'utf8'),
  }
}
