import type { CertificateView } from '#contract/system.ts'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import type { Paths } from '../files/paths.ts'
import type { Log } from '../log.ts'
import { requireAuthority, readAuthority, type Authority } from './authority.ts'
import { makeLeaf, readLeaf, whyRenew, type Leaf } from './certificate.ts'
import { covered } from './constraints.ts'
import { readGiven, stampOf, type GivenFiles } from './given.ts'
import { certificateNames, thisMachine, type Machine } from './names.ts'
import { endOf } from './pem.ts'
import { certificateView, certificateWarnings } from './view.ts'

/** How often names, dates and the administrator's files are looked at. */
const lookEveryMs = 60_000

/** The appliance's certificate, from its own authority or given by the administrator. */
export type Certificates = {
  kind: CertificateView['kind']
  /** How it is now, from the disk; makes nothing. null: none has been made yet. @throws ConfigError on damaged files */
  view(): Promise<CertificateView | null>
  /** The local authority; null with a given certificate, or while none has been made. @throws ConfigError when damaged */
  authority(): Promise<Authority | null>
  /** Makes a new certificate now; a running server changes over. @throws AppError with a given one */
  renew(): Promise<CertificateView>
  /** For the server: everything ready to be served, made where it is missing. @throws ConfigError */
  open(): Promise<OpenCertificates>
}

/** What the server serves with, kept right until it is closed. */
export type OpenCertificates = {
  kind: CertificateView['kind']
  authority: Authority | null
  /** PEM. */
  material(): { cert: string; key: string }
  /** Told when `material` has changed. */
  onChange(listener: () => void): void
  /** Looks at the files, names and dates now. Never throws: what cannot be used is logged, and the old one stays. */
  look(): Promise<void>
  close(): void
}

type Parts = {
  config: Pick<Config, 'publicUrl' | 'allowedHosts' | 'https'>
  paths: Pick<Paths, 'tls'>
  log: Log
  /** Tells a running server that there is a new one. */
  announce: () => Promise<void>
  machine?: () => Machine
}

/** @returns null when HTTPS is off */
export function createCertificates(parts: Parts): Certificates | null {
  const { https } = parts.config
  if (!https) return null
  return https.certificate ? givenCertificates(parts, https.certificate) : localCertificates(parts)
}

function localCertificates({ config, paths, log, announce, machine = thisMachine }: Parts): Certificates {
  const names = () => certificateNames(config, machine())

  /** What was told already: it is looked at each minute. */
  let [toldLeft, toldWhy] = ['', '']

  /** The certificate that is there, or a better one where that will not do. */
  async function currentLeaf(): Promise<{ leaf: Leaf; authority: Authority }> {
    const authority = await requireAuthority(paths.tls, names())
    if (authority.isNew) log.info({ fingerprint: authority.shown.fingerprint }, 'a local authority was made')
    const there = await readLeaf(paths.tls, authority)
    const why = there ? whyRenew(there, authority, names()) : 'none that can be used'
    const { left } = covered(names(), authority.permitted)
    if (left.length > 0 && left.join() !== toldLeft)
      log.warn(
        { names: left },
        'the local authority may not vouch for these names, which came after it was made: browsers warn there. A new one, which every device has to be told to trust, is made when the folder tls is deleted',
      )
    toldLeft = left.join()
    if (there && !why) return { leaf: there, authority: authority.shown }
    if (there && authority.pair.key === '' && endOf(there.certificate) > new Date()) {
      if (why !== toldWhy) log.warn({ why }, 'a new certificate is due, and the authority’s key is not here')
      toldWhy = why ?? ''
      return { leaf: there, authority: authority.shown }
    }
    const leaf = await makeLeaf(paths.tls, authority, names())
    log.info({ why }, 'the certificate was made anew')
    return { leaf, authority: authority.shown }
  }

  return {
    kind: 'local',
    async view() {
      const authority = await readAuthority(paths.tls)
      const leaf = authority && (await readLeaf(paths.tls, authority))
      return leaf && certificateView(leaf, authority.shown)
    },
    authority: async () => (await readAuthority(paths.tls))?.shown ?? null,
    async renew() {
      const authority = await requireAuthority(paths.tls, names())
      const leaf = await makeLeaf(paths.tls, authority, names())
      await announce()
      return certificateView(leaf, authority.shown)
    },
    async open() {
      const first = await currentLeaf()
      const next = async (): Promise<Leaf> => (await currentLeaf()).leaf
      return keepRight({ log, kind: 'local', first: first.leaf, authority: first.authority, next })
    },
  }
}

function givenCertificates({ log }: Parts, files: GivenFiles): Certificates {
  return {
    kind: 'given',
    view: async () => certificateView(await readGiven(files), null),
    authority: async () => null,
    renew: async () => {
      throw new AppError(
        'bad_request',
        `This certificate is yours (APPLIANCE_TLS_CERT is ${files.certFile}): renew it where it came from. The appliance takes the new files by itself.`,
      )
    },
    async open() {
      // Before they are read: a change between the two is seen at the next look.
      let stamp = await stampOf(files)
      const first = await readGiven(files)
      return keepRight({
        log,
        kind: 'given',
        first,
        authority: null,
        async next(current) {
          const found = await stampOf(files)
          if (found === null || found === stamp) return current
          const leaf = await readGiven(files)
          stamp = found
          return leaf
        },
      })
    },
  }
}

/** Looks regularly whether there is a better certificate, and never gives up the one that works. */
function keepRight(options: {
  log: Log
  kind: CertificateView['kind']
  first: Leaf
  authority: Authority | null
  next: (current: Leaf) => Promise<Leaf>
}): OpenCertificates {
  const { log, kind, authority, next } = options
  const listeners: (() => void)[] = []
  let current = options.first
  let lastTrouble = ''
  const warn = (): void => {
    for (const warning of certificateWarnings(certificateView(current, authority))) log.warn(warning)
  }
  warn()

  async function lookOnce(): Promise<void> {
    try {
      const found = await next(current)
      lastTrouble = ''
      if (found.pair.certificate === current.pair.certificate) return
      current = found
      for (const listener of listeners) listener()
      log.info({ validTo: found.certificate.validTo }, 'HTTPS goes on with the new certificate')
      warn()
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      // Once, not each minute, for as long as it is the same trouble.
      if (message !== lastTrouble) log.error({ err: error }, `${message} The certificate in use stays.`)
      lastTrouble = message
    }
  }
  let turn: Promise<void> = Promise.resolve()
  const look = (): Promise<void> => (turn = turn.then(lookOnce))
  const timer = setInterval(() => void look(), lookEveryMs)
  timer.unref()

  return {
    kind,
    authority,
    material: () => ({ cert: current.pair.certificate, key: current.pair.key }),
    onChange: (listener) => listeners.push(listener),
    look,
    close: () => clearInterval(timer),
  }
}
