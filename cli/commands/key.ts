import type { Command } from 'commander'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { SealView } from '../../server/signatures/service.ts'
import { confirm, withYes } from '../confirm.ts'
import { withServices } from '../open.ts'
import { print, printJson, table, wantsJson } from '../output.ts'

/** The key that signed documents are sealed with. */
export function keyCommand(program: Command): void {
  const key = program
    .command('key')
    .description('the key that signed documents are sealed with: show, rotate')

  key
    .command('show', { isDefault: true })
    .description('whose certificate it is, and until when it is good')
    .action((_options, command: Command) =>
      withServices(async ({ signatures }) => show(await signatures.seal.view(), wantsJson(command))),
    )

  withYes(key.command('rotate'))
    .description(
      'seal with another key from now on; what was sealed before stays valid, and the key before is gone',
    )
    .option(
      '--p12 <file>',
      'your own key and certificate (PKCS #12), instead of one that the appliance makes',
    )
    .option('--passphrase-file <file>', 'holds the passphrase of that file; asked for if left away')
    .action((options: { p12?: string; passphraseFile?: string; yes?: boolean }, command: Command) =>
      withServices(async ({ signatures }) => {
        await confirm(
          command,
          'The key that documents are sealed with is replaced; the one in use is deleted.',
          options.yes,
        )
        const made = options.p12
          ? await signatures.seal.install(
              await readFile(resolve(options.p12)),
              await passphraseOf(options.passphraseFile),
            )
          : await signatures.seal.rotate()
        show(made, wantsJson(command))
      }),
    )
}

function show(view: SealView, json: boolean): void {
  if (json) return printJson(view)
  print(
    table([
      ['Key', view.kind === 'own' ? 'made by the appliance' : 'installed by the administrator'],
      ['Name', view.name],
      ['Issued by', view.issuer],
      ['Good until', view.validTo.slice(0, 10)],
      ['SHA-256', view.sha256],
    ]),
  )
}

async function passphraseOf(file: string | undefined): Promise<string> {
  if (file !== undefined) return (await readFile(resolve(file), 'utf8')).replace(/\r?\n$/, '')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await lines.question('Passphrase of the P12 file: ')
  } finally {
    lines.close()
  }
}
