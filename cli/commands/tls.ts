import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { CertificateView } from '#contract/system.ts'
import { AppError } from '../../server/errors.ts'
import type { Services } from '../../server/services.ts'
import { giveKey, readAuthority, takeKey, type Authority } from '../../server/tls/authority.ts'
import { asPlainText, authorityFileName, trustGuides } from '../../server/tls/trust.ts'
import { certificateWarnings } from '../../server/tls/view.ts'
import { withServices } from '../open.ts'
import { exitCodes, note, print, printJson, table } from '../output.ts'
import { addToStore, removeFromStore, thisSystem } from '../trust-store.ts'

const wantsJson = (command: Command): boolean => command.optsWithGlobals<{ json?: boolean }>().json === true

export function tlsCommand(program: Command): void {
  const tls = program
    .command('tls')
    .description('HTTPS: the certificate and the authority that it comes from')

  tls
    .command('show')
    .description('names, dates, fingerprints, and where the files lie')
    .action((_options, command: Command) => withServices((services) => show(services, wantsJson(command))))

  tls
    .command('renew')
    .description('make a new certificate now; a running appliance changes over without a restart')
    .action((_options, command: Command) => withServices((services) => renew(services, wantsJson(command))))

  tls
    .command('take-key')
    .description(
      "take the authority's key out of the appliance: written to standard output, to be kept elsewhere",
    )
    .action((_options, command: Command) => withServices((services) => take(services, wantsJson(command))))

  tls
    .command('give-key')
    .argument('<file>', 'where it was kept')
    .description('bring it back, to have a certificate made')
    .action((file: string, _options, command: Command) =>
      withServices((services) => give(services, file, wantsJson(command))),
    )

  tls
    .command('trust')
    .description('have this machine trust the authority (as root on Linux; elsewhere it shows the steps)')
    .option('--print', 'write the authority (PEM) to standard output instead')
    .option('--remove', 'have this machine trust it no longer')
    .action((options: { print?: boolean; remove?: boolean }, command: Command) => {
      if (options.print && options.remove) command.error('error: --print and --remove do not go together')
      return withServices((services) => trust(services, options, wantsJson(command)))
    })
}

const off = ({ config }: Services): string =>
  `HTTPS is off: APPLIANCE_HOST is ${config.host}, which is this machine alone. It is on as soon as that is another address, such as 0.0.0.0, or with APPLIANCE_TLS_CERT and APPLIANCE_TLS_KEY.`

async function show(services: Services, json: boolean): Promise<void> {
  const { certificates, config, paths } = services
  const view = (await certificates?.view()) ?? null
  const files = config.https?.certificate
    ? [config.https.certificate.certFile, config.https.certificate.keyFile]
    : [paths.tls.authority, paths.tls.certificate]
  const warnings = view ? certificateWarnings(view) : []
  if (json) printJson({ on: certificates !== null, certificate: view, files: view ? files : [], warnings })
  else if (!certificates) {
    print(off(services))
    const authority = await readAuthority(paths.tls)
    if (authority)
      print(
        `An authority was made when it was on: ${authority.shown.name}, SHA-256 ${authority.shown.fingerprint} (${paths.tls.authority}).`,
      )
  } else if (!view) print('HTTPS is on; the certificate is made when the appliance starts.')
  else print(describe(view, files))
  if (!json) for (const warning of warnings) note(warning)
  if (warnings.length > 0) process.exitCode = exitCodes.needsAttention
}

function describe(view: CertificateView, files: string[]): string {
  const day = (iso: string): string => iso.slice(0, 10)
  const rows = [
    [
      'Certificate',
      view.kind === 'local' ? "from the appliance's own authority" : 'given (APPLIANCE_TLS_CERT)',
    ],
    ['Names', view.names.join(', ')],
    ['Valid', `from ${day(view.validFrom)} to ${day(view.validTo)}`],
    ['SHA-256', view.fingerprint],
  ]
  if (view.authority)
    rows.push(
      ['Authority', view.authority.name],
      ['Valid', `to ${day(view.authority.validTo)}`],
      ['SHA-256', view.authority.fingerprint],
    )
  return table([...rows, ...files.map((file, i) => [i === 0 ? 'Files' : '', file])])
}

async function renew(services: Services, json: boolean): Promise<void> {
  if (!services.certificates) throw new AppError('bad_request', off(services))
  const view = await services.certificates.renew()
  if (json) printJson(view)
  else
    print(
      `A new certificate was made, good to ${view.validTo.slice(0, 10)}. A running appliance uses it from now on.`,
    )
}

async function take(services: Services, json: boolean): Promise<void> {
  await requireOwnAuthority(services)
  // The certificate lasts as long as it can from now on.
  if (services.certificates) await services.certificates.renew()
  const key = await takeKey(services.paths.tls)
  if (json) printJson({ key })
  else print(key.trimEnd())
  note(
    'The key is no longer on this machine. The certificate is good for 397 days; bring the key back before that: appliance tls give-key FILE, then appliance tls renew. Backups from before still hold it.',
  )
}

async function give(services: Services, file: string, json: boolean): Promise<void> {
  await requireOwnAuthority(services)
  await giveKey(services.paths.tls, await readFile(file, 'utf8'))
  if (json) printJson({ given: true })
  else print('The key is back. Make a certificate with: npx appliance tls renew')
}

/** It is there whatever this shell's settings say of the address to listen on. */
async function requireOwnAuthority({ certificates, paths }: Services): Promise<Authority> {
  if (certificates?.kind === 'given')
    throw new AppError(
      'bad_request',
      'The certificate is yours (APPLIANCE_TLS_CERT): whoever issued it says how it is trusted. The appliance has no authority of its own.',
    )
  const own = await readAuthority(paths.tls)
  if (own) return own.shown
  throw new AppError(
    'not_found',
    'There is no authority yet: it is made when the appliance first starts with HTTPS.',
  )
}

async function trust(
  services: Services,
  options: { print?: boolean; remove?: boolean },
  json: boolean,
): Promise<void> {
  const authority = await requireOwnAuthority(services)
  if (options.print)
    return json
      ? printJson({ authority: authority.name, fingerprint: authority.fingerprint, pem: authority.pem })
      : print(authority.pem.trimEnd())
  const file = options.remove ? await removeFromStore(authority) : await addToStore(authority)
  if (json) printJson({ authority: authority.name, fingerprint: authority.fingerprint, file })
  else if (file) print(outcome(authority, file, options.remove === true))
  else print(options.remove ? removalSteps(authority) : await steps(authority))
  if (!file) process.exitCode = exitCodes.needsAttention
}

function outcome({ name }: Authority, file: string, removed: boolean): string {
  if (file === 'absent') return `This machine did not trust ${name}; nothing was changed.`
  return removed
    ? `This machine no longer trusts ${name} (${file} was removed).`
    : `This machine now trusts ${name} (${file}). Browsers on Linux keep authorities of their own: the appliance's page over plain HTTP shows the steps.`
}

async function steps(authority: Authority): Promise<string> {
  const system = await thisSystem()
  const guides = trustGuides(authority).filter((guide) => [system, 'firefox'].includes(guide.system))
  return [
    `The authority: ${authority.name}`,
    `SHA-256:       ${authority.fingerprint}`,
    '',
    'As root on Linux this command does it by itself. By hand:',
    `Download http://<the appliance>/${authorityFileName}, as its page over plain HTTP offers it. Then:`,
    ...guides.flatMap(({ title, steps: list }) => [
      '',
      title,
      ...list.map((step, i) => `  ${i + 1}. ${asPlainText(step)}`),
    ]),
  ].join('\n')
}

const removalSteps = ({ name }: Authority): string =>
  `As root on Linux this command does it by itself. Elsewhere, delete "${name}" where the system or browser keeps its certificates.`
