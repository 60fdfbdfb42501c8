import { execFileSync } from 'node:child_process'
import { request as requestHttp, type IncomingHttpHeaders } from 'node:http'
import { request as requestHttps } from 'node:https'
import { networkInterfaces } from 'node:os'
import { onTestFinished } from 'vitest'

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string }

/** One request as a browser or a proxy sends it, on a connection of its own; HTTPS is checked as a browser does. */
export function ask(
  url: string,
  options: { ca?: string; method?: string; headers?: Record<string, string>; from?: string } = {},
): Promise<Answer> {
  const { method = 'GET', headers = {}, ca, from } = options
  const send = url.startsWith('https:') ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const asking = send(url, { method, headers, ca, agent: false, localAddress: from }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const body = Buffer.concat(chunks)
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body, text: body.toString() })
      })
    })
    asking.on('error', reject)
    asking.end()
  })
}

/**
 * An address of this machine that is not loopback: a connection to it comes from it, as if from another machine. Where
 * the test machine has no network, it gets an interface that leads nowhere, which takes root; else the test fails.
 */
export function otherAddress(): string {
  return ownAddress() ?? addAddress()
}

const ownAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((one) => one ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address

/** For as long as the test runs. */
function addAddress(): string {
  const name = `apl${process.pid}`
  const ip = (...args: string[]): void => void execFileSync('ip', args)
  const end = `${name}e`
  ip('link', 'add', name, 'type', 'veth', 'peer', 'name', end)
  onTestFinished(() => ip('link', 'delete', name))
  ip('address', 'add', '198.51.100.7/32', 'dev', name)
  for (const one of [name, end]) ip('link', 'set', one, 'up')
  return '198.51.100.7'
}
