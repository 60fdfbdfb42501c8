import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hash } from './files.mjs'
import { locked } from './lockfile.mjs'
import { cacheDir, modules, root } from './paths.mjs'
import { platformKey } from './platform.mjs'
import { errorLine, run } from './run.mjs'
import { Stop } from './say.mjs'
import { offline } from './settings.mjs'
import { requirePrograms } from './system-packages.mjs'

const folder = join(modules, 'sqlite3')
const binary = join(folder, 'build', 'Release', 'node_sqlite3.node')

/** Where this user's checkouts share the compiled driver. It uses Node-API, so one file serves every version of Node. */
function cached() {
  const { version, integrity } = locked('sqlite3')
  const key = `sqlite3-${version}-${hash(integrity)}-${platformKey()}-napi${process.versions.napi}`
  return join(cacheDir, key, 'node_sqlite3.node')
}

/** Loaded in a child, since a wrong binary may take the process down. */
async function works() {
  if (!existsSync(binary)) return false
  const test = `new (require('sqlite3').Database)(':memory:').get('SELECT 1', (e) => process.exit(e ? 1 : 0))`
  return (await run(process.execPath, ['-e', test], { cwd: root })).code === 0
}

/**
 * @param {string} from
 * @param {string} to appears whole or not at all
 */
function copyWhole(from, to) {
  mkdirSync(dirname(to), { recursive: true })
  const beside = `${to}.${process.pid}`
  copyFileSync(from, beside)
  renameSync(beside, to)
}

/** Node's headers beside the program, so that node-gyp need not fetch them. */
function headers() {
  const prefix = dirname(dirname(process.execPath))
  if (process.env.npm_config_nodedir || !existsSync(join(prefix, 'include', 'node', 'node.h'))) return {}
  return { npm_config_nodedir: prefix }
}

/**
 * Sees to it that the database driver's compiled part is in node_modules: from the cache, else fetched, else compiled.
 * @param {import('./say.mjs').Say} say
 */
export async function requireSqlite(say) {
  if (existsSync(binary)) return
  const store = cached()
  if (existsSync(store)) {
    copyWhole(store, binary)
    if (await works()) return
    say.line('• The cached SQLite driver does not load here; making it anew')
  }
  if (!offline) {
    const prebuilt = join(modules, 'prebuild-install', 'bin.js')
    const fetchIt = () => run(process.execPath, [prebuilt, '-r', 'napi'], { cwd: folder, timeoutMs: 60_000 })
    await say.step('Fetching the compiled SQLite driver', fetchIt)
  }
  if (!(await works())) {
    await requirePrograms(['python3', 'make', 'g++'], 'compile the SQLite driver', say)
    await say.step('No ready-made one to be had; compiling it (a minute or two, once)', compile)
  }
  if (!(await works()))
    throw new Stop('The SQLite driver was made but does not load. Remove node_modules and start again.')
  copyWhole(binary, store)
}

async function compile() {
  const gyp = join(modules, 'node-gyp', 'bin', 'node-gyp.js')
  const env = { ...process.env, ...headers() }
  const { code, tail } = await run(process.execPath, [gyp, 'rebuild'], { cwd: folder, env })
  if (code !== 0) throw new Stop(`The SQLite driver could not be compiled: ${errorLine(tail)}`)
}
