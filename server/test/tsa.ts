import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './files.ts'

const run = promisify(execFile)

/**
 * `grants`: as an authority does; `repeats`: with the answer to an earlier question; `fails`: with an error; `hangs`: never.
 */
type Behaviour = 'grants' | 'repeats' | 'fails' | 'hangs'

const authority = 'Harbour Time Stamp Authority'

/** A real time stamp authority (RFC 3161): `openssl ts` behind HTTP. */
export async function startTsa(): Promise<{
  url: string
  name: string
  behave(as: Behaviour): void
  /** Questions that came. */
  asked(): number
}> {
  const folder = await temporaryFolder()
  const [key, certificate, settings] = ['key.pem', 'tsa.pem', 'tsa.cnf'].map((name) => join(folder, name))
  await writeFile(join(folder, 'serial'), '01\n')
  await writeFile(
    settings!,
    `[req]
prompt = no
distinguished_name = who
x509_extensions = uses
[who]
CN = ${authority}
[uses]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
[tsa]
serial = ${join(folder, 'serial')}
signer_cert = ${certificate}
signer_key = ${key}
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
`,
  )
  const files = ['-keyout', key!, '-out', certificate!, '-config', settings!]
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', ...files])

  let behaviour: Behaviour = 'grants'
  let asked = 0
  let last: Buffer = Buffer.alloc(0)
  async function answer(question: Buffer): Promise<Buffer> {
    const [query, reply] = [join(folder, `${asked}.tsq`), join(folder, `${asked}.tsr`)]
    await writeFile(query, question)
    const how = ['-config', settings!, '-section', 'tsa', '-queryfile', query, '-out', reply]
    await run('openssl', ['ts', '-reply', ...how])
    return readFile(reply)
  }
  const server = createServer((request, response) => {
    void (async () => {
      const question = await buffer(request)
      asked += 1
      if (behaviour === 'hangs') return
      if (behaviour === 'fails') return void response.writeHead(500).end()
      if (behaviour === 'grants') last = await answer(question)
      response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(last)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`,
    name: authority,
    behave: (as) => void (behaviour = as),
    asked: () => asked,
  }
}
