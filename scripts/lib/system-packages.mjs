import { findProgram } from './files.mjs'
import { errorLine, run } from './run.mjs'
import { Stop } from './say.mjs'
import { offline } from './settings.mjs'

/**
 * Programs of the operating system, and Debian's packages that have them.
 * @typedef {'ffmpeg' | 'restic' | 'cmake' | 'make' | 'python3' | 'g++' | 'chromium' | 'espeak-ng' | 'openssl' | 'certutil' | 'ip' | 'pdfsig' | 'pdftotext' | 'unzip'} Program
 */

/**
 * Debian's packages, where they are called otherwise than their programs.
 * @type {Record<string, string>}
 */
const packageOf = {
  certutil: 'libnss3-tools',
  ip: 'iproute2',
  pdfsig: 'poppler-utils',
  pdftotext: 'poppler-utils',
}

/** @type {string[] | null | undefined} how to call apt-get; null: it cannot be used */
let apt
let updated = false

async function aptCommand() {
  if (apt !== undefined) return apt
  if (offline || !findProgram('apt-get')) apt = null
  else if (process.getuid?.() === 0) apt = ['apt-get']
  else if (findProgram('sudo') && (await run('sudo', ['-n', 'true'])).code === 0)
    apt = ['sudo', '-n', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
  else apt = null
  return apt
}

/** @param {string[]} args */
async function callApt(args) {
  const [command = '', ...first] = (await aptCommand()) ?? []
  return run(command, [...first, ...args], { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
}

/**
 * Sees to it that these programs are there: installs the missing ones with apt-get where that may be used.
 * @param {Program[]} programs
 * @param {string} purpose what they are for, to end the sentence "needed to …"
 * @param {import('./say.mjs').Say} say
 * @throws {Stop} naming what to install
 */
export async function requirePrograms(programs, purpose, say) {
  const missing = programs.filter((name) => !findProgram(name))
  if (missing.length === 0) return
  const names = missing.join(', ')
  const packages = missing.map((name) => packageOf[name] ?? name)
  if (!(await aptCommand()))
    throw new Stop(
      `Not found, but needed to ${purpose}: ${names}. Install ${missing.length > 1 ? 'them' : 'it'} and start again (on Debian and Ubuntu: apt-get install ${packages.join(' ')}).`,
    )
  await say.step(`Installing ${names} with apt-get`, async () => {
    if (!updated) await callApt(['update', '-q']) // its own failure shows as a failure of the next line
    updated = true
    const { code, tail } = await callApt(['install', '-y', '-q', '--no-install-recommends', ...packages])
    const still = missing.filter((name) => !findProgram(name))
    if (code !== 0 || still.length > 0)
      throw new Stop(
        `apt-get could not install ${names}: ${errorLine(tail)}. Install what is missing by hand and start again.`,
      )
  })
}

/** Whether `requirePrograms` could install anything. */
export const canInstall = async () => (await aptCommand()) !== null
