import type { Command } from 'commander'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { SealView } from '#contract/signatures.ts'
import { AppError } from '../../server/errors.ts'
import type { Services } from '../../server/services.ts'
import { confirm, withYes } from '../confirm.ts'
import { withServices } from '../open.ts'
import { print, printJson, table } from '../output.ts'

/** @throws AppError */
async function read(file: string): Promise<Buffer> {
  return readFile(file).catch((cause: unknown) => {
    throw new AppError('invalid_input', `${file} cannot be read.`, { cause })
  })
}

/** The first line: editors and `echo` end it with a line end. */
const firstLine = (given: string): string => given.split(/\r?\n/, 1)[0] ?? ''

function show(seal: SealView, command: Command): void {
  if (command.optsWithGlobals<{ json?: boolean }>().json) return printJson(seal)
  print(
    table([
      ['Key', seal.kind === 'own' ? "the appliance's own" : 'installed by an administrator'],
      ['Certificate', seal.name],
      ['Issued by', seal.issuer],
      ['Valid until', seal.validTo.slice(0, 10)],
      ['SHA-256', seal.sha256],
      ['Time stamps', seal.timeStampHost ?? "the appliance's own clock"],
    ]),
  )
}

/** The appliance's own key is kept; one that was installed goes. */
async function confirmReplacing(signatures: Services['signatures'], yes: boolean | undefined): Promise<void> {
  const { kind, name } = await signatures.seal()
  if (kind !== 'own') await confirm(`The installed key (${name}) is deleted.`, yes)
}

/** The key that signed documents are sealed with. */
export function keyCommand(program: Command): void {
  const key = program.command('key').description('the key that signed documents are sealed with')

  key
    .command('show', { isDefault: true })
    .description('its certificate')
    .action((_options, command: Command) =>
      withServices(async ({ signatures }) => show(await signatures.seal(), command)),
    )

  withYes(key.command('install'))
    .argument('<file>', 'a P12 (PFX) file with a private key and its certificates')
    .option('--passphrase-file <file>', 'a file whose first line is its passphrase; "-" for standard input')
    .description('seal with the key of a P12 file from now on; its passphrase is not kept')
    .action((file: string, options: { passphraseFile?: string; yes?: boolean }, command: Command) =>
      withServices(async ({ signatures }) => {
        await confirmReplacing(signatures, options.yes)
        const from = options.passphraseFile
        const passphrase =
          from === undefined
            ? ''
            : firstLine(from === '-' ? await text(process.stdin) : (await read(from)).toString('utf8'))
        show(await signatures.installSeal(null, await read(file), passphrase), command)
      }),
    )

  withYes(key.command('own'))
    .description("delete the installed key and use the appliance's own again")
    .action((options: { yes?: boolean }, command: Command) =>
      withServices(async ({ signatures }) => {
        await confirmReplacing(signatures, options.yes)
        show(await signatures.removeSeal(null), command)
      }),
    )

  withYes(key.command('rotate'))
    .description("seal with a new key of the appliance's own from now on; what was sealed before stays valid")
    .action((options: { yes?: boolean }, command: Command) =>
      withServices(async ({ signatures }) => {
        await confirm(
          'The key that documents are sealed with is replaced; the one in use is deleted.',
          options.yes,
        )
        show(await signatures.rotateSeal(), command)
      }),
    )
}
