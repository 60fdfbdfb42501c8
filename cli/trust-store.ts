import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { exists } from '../server/files/exists.ts'
import type { Authority } from '../server/tls/authority.ts'
import type { System } from '../server/tls/trust.ts'

const run = promisify(execFile)

/** Where a Linux system keeps the authorities that were added by hand, and what has it read them. */
type Store = { folder: string; command: string; args: string[] }

const stores: Store[] = [
  // Debian, Ubuntu, Alpine
  { folder: '/usr/local/share/ca-certificates', command: 'update-ca-certificates', args: [] },
  // Fedora, RHEL
  { folder: '/etc/pki/ca-trust/source/anchors', command: 'update-ca-trust', args: ['extract'] },
  // Arch
  { folder: '/etc/ca-certificates/trust-source/anchors', command: 'update-ca-trust', args: ['extract'] },
  // openSUSE
  { folder: '/etc/pki/trust/anchors', command: 'update-ca-certificates', args: [] },
]

async function findCommand(name: string): Promise<string | null> {
  for (const folder of ['/usr/sbin', '/usr/bin', '/sbin', '/bin'])
    if (await exists(join(folder, name))) return join(folder, name)
  return null
}

/** This machine's store, when this process may change it; null: it may not, or there is none that we know. */
async function findStore(): Promise<Store | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  for (const store of stores) {
    const command = await findCommand(store.command)
    // The folder of Debian's is missing on a small system; the one above it tells the systems apart.
    if (command && (await exists(dirname(store.folder)))) return { ...store, command }
  }
  return null
}

/** Each authority has its own file, so that two appliances do not take each other's away. */
const fileIn = ({ folder }: Store, { fingerprint }: Authority): string =>
  join(folder, `meeting-appliance-${fingerprint.replaceAll(':', '').slice(0, 12).toLowerCase()}.crt`)

/** Has this machine trust the authority. @returns the file that it lies in; null: this process cannot */
export async function addToStore(authority: Authority): Promise<string | null> {
  const store = await findStore()
  if (!store) return null
  const file = fileIn(store, authority)
  await mkdir(store.folder, { recursive: true })
  await writeFile(file, authority.pem, { mode: 0o644 })
  await run(store.command, store.args)
  return file
}

/** Takes it out again. @returns the file that it lay in; 'absent': it was not there; null: this process cannot */
export async function removeFromStore(authority: Authority): Promise<string | null> {
  const store = await findStore()
  if (!store) return null
  const file = fileIn(store, authority)
  if (!(await exists(file))) return 'absent'
  await rm(file)
  // Without --fresh, Debian's leaves links behind that lead nowhere.
  await run(store.command, store.command.endsWith('update-ca-certificates') ? ['--fresh'] : store.args)
  return file
}

/** Which steps are the ones for the machine that this runs on. */
export async function thisSystem(): Promise<System> {
  if (process.platform === 'win32') return 'windows'
  if (process.platform === 'darwin') return 'macos'
  return (await exists('/etc/pki/ca-trust')) ? 'fedora' : 'debian'
}
