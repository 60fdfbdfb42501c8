import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:tls'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { exists } from '../server/files/exists.ts'
import { until } from '../server/test/client.ts'
import { temporaryFolder } from '../server/test/files.ts'
import { appliance } from '../server/test/cli.ts'
import { start } from '../server/test/process.ts'
import { testEnvironment } from '../server/test/server.ts'
import { issueAuthority, issueCertificate } from '../server/tls/issue.ts'
import { longTest } from '../server/test/long.ts'

const run = promisify(execFile)
const reachable = { APPLIANCE_HOST: '0.0.0.0', APPLIANCE_HTTPS_PORT: '0', APPLIANCE_ACCESS: 'open' }

function fingerprintServed(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    // Which certificate it is, not whether it is good, is the question here.
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256)
      socket.destroy()
    })
    socket.on('error', reject)
  })
}

test('with HTTPS off, show says so and renew ends with 1', async () => {
  const dataDir = await temporaryFolder()
  const shown = await appliance(['tls', 'show'], dataDir)
  expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('HTTPS is off')])
  expect((await appliance(['tls', 'renew'], dataDir)).code).toBe(1)
  const none = await appliance(['tls', 'trust'], dataDir, reachable)
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('There is no authority yet')])
})

longTest('the start prints the fingerprint, and renew changes a running server over', async () => {
  const dataDir = await temporaryFolder()
  const { child } = start('server/main.js', [], testEnvironment(dataDir, reachable))
  let said = ''
  child.stdout?.on('data', (data: Buffer) => (said += String(data)))
  await until(
    async () => said,
    (text) => text.includes('SHA-256'),
  )
  const lines = said.trim().split('\n')
  expect(lines[0]).toMatch(/^The appliance is ready: http:\/\/localhost:\d+$/)
  expect(said).toMatch(/On each other device, once: http:\/\/\S+:\d+ shows how to trust the appliance/)
  const shown = JSON.parse((await appliance(['tls', 'show', '--json'], dataDir, reachable)).stdout)
  expect(shown).toMatchObject({ on: true, warnings: [], certificate: { kind: 'local' } })
  expect(said).toContain(shown.certificate.authority.fingerprint)

  const port = Number(/https:\/\/\S+:(\d+)/.exec(said)?.[1])
  expect(await fingerprintServed(port)).toBe(shown.certificate.fingerprint)
  const renewed = await appliance(['tls', 'renew', '--json'], dataDir, reachable)
  const { fingerprint, authority } = JSON.parse(renewed.stdout)
  expect(authority).toEqual(shown.certificate.authority)
  await until(
    () => fingerprintServed(port),
    (found) => found === fingerprint,
  )

  const { stdout } = await appliance(['tls', 'show'], dataDir, reachable)
  expect(stdout).toContain(join(dataDir, 'tls', 'authority.pem'))
  expect(stdout).toContain('localhost')
  expect(stdout).not.toContain('PRIVATE')
  const printed = await appliance(['tls', 'trust', '--print'], dataDir)
  expect(new X509Certificate(printed.stdout).fingerprint256).toBe(authority.fingerprint)
  expect(printed.stdout).not.toContain('PRIVATE')
})

test('trust has this machine trust the authority, until --remove', async () => {
  const dataDir = await temporaryFolder()
  await appliance(['tls', 'renew'], dataDir, reachable)
  onTestFinished(() => appliance(['tls', 'trust', '--remove'], dataDir).then(() => undefined))
  const certificate = join(dataDir, 'tls', 'certificate.pem')
  const verified = (): Promise<boolean> =>
    run('openssl', ['verify', '-verify_hostname', 'localhost', certificate]).then(
      () => true,
      () => false,
    )
  expect(await verified()).toBe(false)
  // Somebody who is not root is shown the steps instead, which change nothing.
  const isRoot = process.getuid?.() === 0
  const trusted = await appliance(['tls', 'trust', '--json'], dataDir)
  expect([trusted.code, trusted.stderr]).toEqual([isRoot ? 0 : 3, ''])
  const { file } = JSON.parse(trusted.stdout)
  expect([await verified(), await exists(String(file))]).toEqual([isRoot, isRoot])
  const removed = await appliance(['tls', 'trust', '--remove'], dataDir)
  expect([removed.code, await verified(), await exists(String(file))]).toEqual([isRoot ? 0 : 3, false, false])
  const again = await appliance(['tls', 'trust', '--remove'], dataDir)
  expect(again.stdout).toContain(isRoot ? 'did not trust' : 'As root')
})

test('with a given certificate, renew and trust say why not; a damaged authority is a sentence', async () => {
  const dataDir = await temporaryFolder()
  const authority = await issueAuthority('the-company')
  const pair = await issueCertificate(authority, { dns: ['meetings.example'], addresses: [] })
  const [cert, key] = [join(dataDir, 'cert.pem'), join(dataDir, 'key.pem')]
  await writeFile(cert, pair.certificate)
  await writeFile(key, pair.key)
  const given = { ...reachable, APPLIANCE_TLS_CERT: cert, APPLIANCE_TLS_KEY: key }
  for (const command of ['renew', 'trust']) {
    const { code, stderr } = await appliance(['tls', command], dataDir, given)
    expect([code, stderr]).toEqual([1, expect.stringContaining('APPLIANCE_TLS_CERT')])
  }
  expect((await appliance(['tls', 'show'], dataDir, given)).stdout).toContain('meetings.example')

  await mkdir(join(dataDir, 'tls'))
  await writeFile(join(dataDir, 'tls', 'authority.pem'), 'damaged')
  const stopped = await start('server/main.js', [], testEnvironment(dataDir, reachable)).ended
  expect([stopped.code, stopped.stderr]).toEqual([
    2,
    expect.stringContaining('authority.pem is damaged. Put it back'),
  ])
  expect(stopped.stderr).not.toContain(' at ')
  expect(await readFile(join(dataDir, 'tls', 'authority.pem'), 'utf8')).toBe('damaged')
})
