import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ConfigError } from '../config.ts'
import { dataPaths } from '../files/paths.ts'
import { createLog } from '../log.ts'
import { temporaryFolder } from '../test/files.ts'
import { giveKey, joinPair, requireAuthority, readAuthority, takeKey } from './authority.ts'
import { createCertificates, type Certificates } from './certificates.ts'
import { issueAuthority, issueCertificate } from './issue.ts'
import { certificateNames, type Machine } from './names.ts'
import { certificateWarnings } from './view.ts'

const run = promisify(execFile)
const dayMs = 86_400_000

const address = (one: string, internal = false) =>
  ({ address: one, internal, family: one.includes(':') ? 'IPv6' : 'IPv4' }) as never

const office: Machine = {
  hostname: 'Minutes.office.example',
  interfaces: {
    lo: [address('127.0.0.1', true), address('::1', true)],
    eth0: [address('10.0.0.5'), address('2001:db8:0:0::5'), address('fe80::1')],
  },
}

type Https = NonNullable<Parameters<typeof createCertificates>[0]['config']['https']>

async function setUp(options: { machine?: () => Machine; given?: Https['certificate'] } = {}) {
  const paths = dataPaths(await temporaryFolder())
  const told: string[] = []
  const certificates = createCertificates({
    config: { publicUrl: null, allowedHosts: [], https: { port: 0, certificate: options.given ?? null } },
    paths,
    log: createLog({ logLevel: 'silent' }, 'test'),
    announce: async () => void told.push('renewed'),
    machine: options.machine ?? (() => office),
  }) as Certificates
  return { paths, certificates, told }
}

async function message(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'it did not fail',
    (error: unknown) => (error instanceof ConfigError ? error.message : `unexpected: ${String(error)}`),
  )
}

test('the names are all that this host may be typed as', () => {
  const { dns, addresses } = certificateNames(
    { publicUrl: 'https://meetings.example.co.uk:9443', allowedHosts: ['minutes', '192.168.7.7'] },
    office,
  )
  expect(dns).toEqual([
    'localhost',
    'minutes.office.example',
    'minutes',
    'minutes.local',
    'meetings.example.co.uk',
  ])
  expect(addresses).toEqual(['127.0.0.1', '::1', '192.168.7.7', '10.0.0.5', '2001:db8::5'])
  expect(
    certificateNames({ publicUrl: 'https://[2001:db8::9]', allowedHosts: [] }, office).addresses,
  ).toContain('2001:db8::9')
})

test('openssl accepts the chain under every name, and the keys are for the owner alone', async () => {
  const { paths, certificates } = await setUp()
  const open = await certificates.open()
  open.close()
  for (const file of [paths.tls.authority, paths.tls.certificate])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  const verify = (check: string[]): Promise<unknown> =>
    run('openssl', [
      ...['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', paths.tls.authority],
      ...[...check, paths.tls.certificate],
    ])
  for (const name of ['localhost', 'minutes', 'minutes.local', 'minutes.office.example'])
    await verify(['-verify_hostname', name])
  for (const ip of ['127.0.0.1', '::1', '10.0.0.5', '2001:db8::5']) await verify(['-verify_ip', ip])
  await expect(verify(['-verify_hostname', 'elsewhere.example'])).rejects.toThrow()

  const { stdout } = await run('openssl', ['x509', '-in', paths.tls.authority, '-noout', '-text'])
  expect(stdout).toMatch(/Basic Constraints: critical\s+CA:TRUE, pathlen:0/)
  expect(stdout).toMatch(/Key Usage: critical\s+Certificate Sign, CRL Sign/)
  expect(stdout).toContain('Meeting Appliance authority of ')
  const { stdout: sum } = await run('openssl', [
    ...['x509', '-in', paths.tls.authority, '-noout', '-fingerprint', '-sha256'],
  ])
  expect(sum.trim().split('=')[1]).toBe(open.authority?.fingerprint)
})

test('asking makes nothing; two that start at once agree on one authority', async () => {
  const { paths, certificates } = await setUp()
  expect(await certificates.view()).toBeNull()
  expect(await certificates.authority()).toBeNull()
  expect(await stat(paths.tls.folder).catch(() => 'absent')).toBe('absent')
  const names = certificateNames({ publicUrl: null, allowedHosts: [] }, office)
  const made = await Promise.all([requireAuthority(paths.tls, names), requireAuthority(paths.tls, names)])
  expect(made[0].shown.fingerprint).toBe(made[1].shown.fingerprint)
  expect(made.filter(({ isNew }) => isNew)).toHaveLength(1)
})

test('a good certificate is kept; one that ends soon or misses a name is made again by the same authority', async () => {
  let machine = office
  const { paths, certificates } = await setUp({ machine: () => machine })
  const open = await certificates.open()
  open.close()
  let changes = 0
  open.onChange(() => changes++)
  const first = open.material().cert
  await open.look()
  expect(open.material().cert).toBe(first)

  machine = { ...office, interfaces: { eth0: [address('10.0.0.99')] } }
  await open.look()
  const second = open.material().cert
  expect(second).not.toBe(first)
  expect(changes).toBe(1)
  const view = await certificates.view()
  expect(view?.names).toContain('10.0.0.99')
  expect(view?.names).not.toContain('10.0.0.5')
  expect(view?.authority?.fingerprint).toBe(open.authority?.fingerprint)

  const authority = (await readAuthority(paths.tls))!
  const names = certificateNames({ publicUrl: null, allowedHosts: [] }, machine)
  const old = await issueCertificate(authority.pair, names, new Date(Date.now() - 368 * dayMs))
  await writeFile(paths.tls.certificate, joinPair(old))
  await open.look()
  expect(changes).toBe(2)
  expect(Date.parse((await certificates.view())!.validTo)).toBeGreaterThan(Date.now() + 390 * dayMs)
})

test('the authority vouches for its own host and private networks alone, also when its key is stolen', async () => {
  let machine = office
  const { paths, certificates } = await setUp({ machine: () => machine })
  const open = await certificates.open()
  open.close()
  const { stdout } = await run('openssl', ['x509', '-in', paths.tls.authority, '-noout', '-text'])
  expect(stdout).toMatch(/X509v3 Name Constraints: critical\s+Permitted:/)
  expect(stdout).toContain('DNS:minutes.office.example')
  expect(stdout).toContain('IP:10.0.0.0/255.0.0.0')

  const authority = (await readAuthority(paths.tls))!
  const file = join(await temporaryFolder(), 'leaf.pem')
  const verdict = async (dns: string[], addresses: string[]): Promise<boolean> => {
    await writeFile(file, (await issueCertificate(authority.pair, { dns, addresses })).certificate)
    return run('openssl', ['verify', '-CAfile', paths.tls.authority, file]).then(
      () => true,
      () => false,
    )
  }
  expect(await verdict(['minutes.local'], ['192.168.1.77', '2001:db8::5'])).toBe(true)
  expect(await verdict(['bank.example'], [])).toBe(false)
  expect(await verdict([], ['203.0.113.9'])).toBe(false)

  // A name that came later is left out, instead of a certificate that no browser would take.
  machine = { hostname: 'renamed.elsewhere.example', interfaces: { eth0: [address('10.9.9.9')] } }
  await open.look()
  const names = (await certificates.view())!.names
  expect(names).toContain('10.9.9.9')
  expect(names).not.toContain('renamed.elsewhere.example')
  await writeFile(file, open.material().cert)
  await run('openssl', ['verify', '-CAfile', paths.tls.authority, file])
})

test("the authority's key can be taken away, and the certificate goes on", async () => {
  const { paths, certificates } = await setUp()
  const open = await certificates.open()
  open.close()
  const served = open.material().cert
  const key = await takeKey(paths.tls)
  expect(key).toContain('BEGIN PRIVATE KEY')
  expect(await readFile(paths.tls.authority, 'utf8')).not.toContain('PRIVATE')
  await open.look()
  expect(open.material().cert).toBe(served)
  expect((await certificates.authority())?.fingerprint).toBe(open.authority?.fingerprint)
  ;(await certificates.open()).close() // also a start does without it
  expect(await message(certificates.renew())).toContain('tls give-key')
  await expect(takeKey(paths.tls)).rejects.toThrow('not here')
  await expect(giveKey(paths.tls, (await issueAuthority('other')).key)).rejects.toThrow('not the key')
  await giveKey(paths.tls, key)
  expect((await certificates.renew()).fingerprint).not.toBe('')
})

test('renew makes another one and tells the running server', async () => {
  const { certificates, told } = await setUp()
  const open = await certificates.open()
  open.close()
  const before = (await certificates.view())!
  const after = await certificates.renew()
  expect(after.fingerprint).not.toBe(before.fingerprint)
  expect(after.authority).toEqual(before.authority)
  expect(told).toEqual(['renewed'])
  await open.look()
  expect(open.material().cert).toContain('BEGIN CERTIFICATE')
})

test('a certificate does not outlive its authority, and is not made again for that', async () => {
  const { paths, certificates } = await setUp()
  await mkdir(paths.tls.folder)
  const old = await issueAuthority('minutes', {
    now: new Date(Date.now() - (3650 - 20) * dayMs),
  })
  await writeFile(paths.tls.authority, joinPair(old))
  const open = await certificates.open()
  open.close()
  const view = (await certificates.view())!
  expect(view.validTo).toBe(view.authority?.validTo)
  const first = open.material().cert
  await open.look()
  expect(open.material().cert).toBe(first)
  expect(certificateWarnings(view).join()).toContain('The local authority ends on')
})

test('a damaged certificate is made again; a damaged or lost authority stops the start and says what to do', async () => {
  const { paths, certificates } = await setUp()
  ;(await certificates.open()).close()
  const { fingerprint } = (await certificates.authority())!
  for (const damaged of ['', 'nonsense', joinPair(await issueAuthority('someone-else'))]) {
    await writeFile(paths.tls.certificate, damaged)
    expect(await certificates.view()).toBeNull()
    ;(await certificates.open()).close()
    expect((await certificates.view())?.authority?.fingerprint).toBe(fingerprint)
  }

  const good = await readFile(paths.tls.authority, 'utf8')
  const other = await issueAuthority('someone-else')
  for (const damaged of ['', good.slice(0, -200), good.replace(/-----BEGIN P[^]*$/, other.key)]) {
    await writeFile(paths.tls.authority, damaged)
    const said = await message(certificates.open())
    expect(said).toContain(`${paths.tls.authority} is damaged. Put it back from a backup`)
    expect(await readFile(paths.tls.authority, 'utf8')).toBe(damaged)
  }
  await rm(paths.tls.authority)
  expect(await message(certificates.open())).toContain(`${paths.tls.authority} is missing`)
  await rm(paths.tls.folder, { recursive: true })
  ;(await certificates.open()).close()
  expect((await certificates.authority())?.fingerprint).not.toBe(fingerprint)
})

/** A certificate as an administrator has it from elsewhere. */
async function givenFiles(days = 0) {
  const folder = await temporaryFolder()
  const files = { certFile: join(folder, 'fullchain.pem'), keyFile: join(folder, 'privkey.pem') }
  const authority = await issueAuthority('the-company')
  const write = async (name: string): Promise<void> => {
    const issued = new Date(Date.now() - days * dayMs)
    const pair = await issueCertificate(authority, { dns: [name], addresses: [] }, issued)
    await writeFile(files.certFile, pair.certificate + authority.certificate)
    await writeFile(files.keyFile, pair.key)
  }
  await write('meetings.example.co.uk')
  return { files, write }
}

test('a given certificate is served, and changes over with its files; wrong ones later leave the old one', async () => {
  const { files, write } = await givenFiles()
  const { certificates, paths } = await setUp({ given: files })
  const open = await certificates.open()
  open.close()
  expect(open.authority).toBeNull()
  expect(await stat(paths.tls.folder).catch(() => 'absent')).toBe('absent')
  expect(await certificates.view()).toMatchObject({ kind: 'given', names: ['meetings.example.co.uk'] })
  await expect(certificates.renew()).rejects.toThrow('renew it where it came from')

  const first = open.material().cert
  await writeFile(files.keyFile, 'half a fi')
  await open.look()
  expect(open.material().cert).toBe(first)
  await rm(files.certFile)
  await open.look()
  expect(open.material().cert).toBe(first)
  await write('other.example.co.uk')
  await open.look()
  expect(open.material().cert).not.toBe(first)
  expect((await certificates.view())?.names).toEqual(['other.example.co.uk'])
})

test('an expired given certificate is served, and spoken of', async () => {
  const { files } = await givenFiles(400)
  const { certificates } = await setUp({ given: files })
  ;(await certificates.open()).close()
  const warnings = certificateWarnings((await certificates.view())!)
  expect(warnings.join()).toMatch(/APPLIANCE_TLS_CERT expired on \d{4}-\d\d-\d\d/)
})

test('wrong files at the start name the variable and what is wrong', async () => {
  const { files } = await givenFiles()
  const other = await issueAuthority('other')
  const folder = await temporaryFolder()
  const start = async (given: Partial<typeof files>): Promise<string> =>
    message((await setUp({ given: { ...files, ...given } })).certificates.open())
  const put = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  expect(await start({ certFile: '/nowhere.pem' })).toBe(
    'APPLIANCE_TLS_CERT is /nowhere.pem, which is not there.',
  )
  expect(await start({ keyFile: '/nowhere.pem' })).toBe(
    'APPLIANCE_TLS_KEY is /nowhere.pem, which is not there.',
  )
  expect(await start({ certFile: folder })).toContain('APPLIANCE_TLS_CERT is')
  expect(await start({ certFile: await put('a', 'no PEM') })).toContain('holds no certificate')
  expect(await start({ keyFile: await put('b', 'no PEM') })).toContain('holds no private key')
  expect(await start({ keyFile: await put('c', other.key) })).toContain(
    'is not the key of the first certificate',
  )
  const locked = join(folder, 'locked')
  await run('openssl', ['pkcs8', '-topk8', '-in', files.keyFile, '-out', locked, '-passout', 'pass:secret'])
  await chmod(locked, 0o600)
  expect(await start({ keyFile: locked })).toContain('protected by a passphrase')
})
