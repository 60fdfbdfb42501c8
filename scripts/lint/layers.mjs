import { dirname, join, normalize, sep } from 'node:path'

/**
 * Which file may import which: the rules of "Which way imports go" in the architecture, each with its reason.
 */

/** One may import those of the lines above it, never beside or below. */
const sliceLines = [
  ['audit', 'holds', 'search'],
  ['people', 'companies', 'organisations', 'mail', 'places'],
  ['meetings'],
  ['recordings', 'documents'],
  ['transcripts'],
  ['minutes', 'actions', 'live'],
  ['exports', 'overview'],
  ['signatures', 'calendar', 'chat', 'news', 'profile'],
  ['inbox', 'retention', 'backups', 'reminders', 'licences', 'system'],
]

const portFiles = [
  'errors.ts',
  'config.ts',
  'variables.ts',
  'variable-rules.ts',
  'log.ts',
  'regularly.ts',
  'viewer.ts',
  'metrics.ts',
]
const portFolders = ['speech', 'language', 'jobs', 'files', 'processes', 'print', 'pdf', 'db', 'tls']
/** What puts everything together, and so may import everything. */
const rootFiles = [
  'main.ts',
  'run.ts',
  'runtime.ts',
  'worker.ts',
  'run-jobs.ts',
  'services.ts',
  'slice.ts',
  'slices.ts',
  'app.ts',
  'house.ts',
  'decisions.ts',
  'events.ts',
]

/** What runs before anything is installed. */
const bootstrap = /^scripts\/(lib\/|(start|test|build|appliance)\.mjs$)/

/** What the command line may use of the server besides services.ts. */
const cliMayUse = ['services.ts', 'run.ts', 'runtime.ts', ...portFiles]

/**
 * @typedef {object} Place
 * @property {string} path from the checkout, with slashes
 * @property {'contract' | 'port' | 'http' | 'slice' | 'root' | 'test' | 'cli' | 'web' | 'scripts' | 'unknown' | 'elsewhere'} kind
 * @property {string} folder the folder below server/, or ''
 * @property {string} file its last part
 */

/**
 * @param {string} given from the checkout
 * @returns {Place}
 */
export function placeOf(given) {
  const path = given.split(sep).join('/')
  const [top = '', folder = ''] = path.split('/')
  const file = path.slice(path.lastIndexOf('/') + 1)
  /** @param {Place['kind']} kind */
  const place = (kind) => ({
    path,
    kind,
    folder: top === 'server' && path.split('/').length > 2 ? folder : '',
    file,
  })
  if (/\.test\.[cm]?[jt]sx?$/.test(path) || /^(server\/test|web\/e2e)\//.test(path)) return place('test')
  if (top === 'web' || top === 'cli') return place(top)
  if (bootstrap.test(path)) return place('scripts')
  if (top !== 'server') return place('elsewhere')
  if (path.split('/').length === 2)
    return place(rootFiles.includes(file) ? 'root' : portFiles.includes(file) ? 'port' : 'unknown')
  if (folder === 'contract' || folder === 'http') return place(folder)
  if (portFolders.includes(folder)) return place('port')
  return place(lineOf(folder) === -1 ? 'unknown' : 'slice')
}

/**
 * A slice with several groups of tables has a store for each: store.ts, access-store.ts.
 * @param {string} file
 */
export const isStore = (file) => /^([a-z-]+-)?store\.ts$/.test(file)

/** @param {string} slice */
const lineOf = (slice) => sliceLines.findIndex((line) => line.includes(slice))

/**
 * Where an import leads: a path from the checkout, or the name of a package.
 * @param {string} from the importing file, from the checkout
 * @param {string} specifier
 * @returns {{ path: string } | { module: string }}
 */
export function resolve(from, specifier) {
  if (specifier.startsWith('#contract/')) return { path: specifier.replace('#contract/', 'server/contract/') }
  if (specifier.startsWith('.'))
    return {
      path: normalize(join(dirname(from), specifier))
        .split(sep)
        .join('/'),
    }
  return {
    module: specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/'),
  }
}

/**
 * Why a file may not import this; null when it may.
 * @param {string} from the importing file, from the checkout
 * @param {string} specifier as it is written
 * @param {boolean} isType whether only types are imported
 */
export function whyNot(from, specifier, isType) {
  const source = placeOf(from)
  if (source.kind === 'test' || source.kind === 'elsewhere') return null
  if (source.kind === 'unknown')
    return `${source.path} has no place in the import order: put it in a slice or a port, or name it in scripts/lint/layers.mjs and in the architecture.`
  const target = resolve(from, specifier)
  if ('module' in target) return whyNotModule(source, target.module)
  const there = placeOf(target.path)
  if (there.kind === 'test')
    return 'Code for tests does not run in the appliance: move what is shared out of test/.'
  if (there.kind === 'unknown')
    return `${there.path} has no place in the import order: name it in scripts/lint/layers.mjs and in the architecture.`
  return between[source.kind](source, there, isType)
}

/**
 * @param {Place} source
 * @param {string} name
 */
function whyNotModule(source, name) {
  if (source.kind === 'contract' && name !== 'zod')
    return 'The contract is shared by browser and server: it imports zod and its own files, nothing else.'
  if ((name === 'sqlite3' || name === 'knex') && source.path !== 'server/db/open.ts')
    return `${name} is named in server/db/open.ts alone, so that another database can take its place: use its Db and Handle.`
  if (source.kind === 'web' && name.startsWith('node:'))
    return 'The page runs in a browser: there are no modules of Node.'
  if (source.kind === 'scripts' && !name.startsWith('node:'))
    return 'The scripts run before anything is installed: they import modules of Node alone (a package with import(), once it is there).'
  if (source.kind === 'slice' && source.file !== 'routes.ts' && /^(koa|@koa|ws$)/.test(name))
    return 'Only routes know HTTP: hand the service plain values.'
  return null
}

const downwards = 'What the other way needs is a handler that the lower one registers in services.ts.'

/** @type {Record<Exclude<Place['kind'], 'test' | 'elsewhere' | 'unknown'>, (source: Place, target: Place, isType: boolean) => string | null>} */
const between = {
  contract: (_source, { kind }) =>
    kind === 'contract'
      ? null
      : 'The contract is shared by browser and server: it imports zod and its own files, nothing else.',
  web: (_source, { kind }) =>
    kind === 'web' || kind === 'contract'
      ? null
      : 'Of the server side the page imports #contract alone: all else would be bundled for the browser.',
  scripts: (_source, { kind }) =>
    kind === 'scripts' || kind === 'elsewhere'
      ? null
      : 'The scripts run before anything is built: they import their own files alone.',
  root: (_source, { kind }) =>
    kind === 'web' || kind === 'cli' || kind === 'scripts' ? notOurs(kind) : null,
  cli: (_source, { kind, file, path }) => {
    if (kind === 'web' || kind === 'scripts') return notOurs(kind)
    if (path.startsWith('server/db/'))
      return 'The command line goes through services.ts: only stores know SQL.'
    if (kind === 'http') return 'The command line calls services, not HTTP.'
    if (kind === 'root' && !cliMayUse.includes(file))
      return 'The command line goes through services.ts (or run.ts, to serve).'
    if (kind === 'slice' && file !== 'service.ts')
      return 'The command line goes through services.ts: of a slice it may import service.ts, for types and plain functions.'
    return null
  },
  port: (_source, { kind, path }) => {
    if (kind === 'port' || kind === 'contract') return null
    if (kind === 'slice')
      return `A port knows nothing of the domain: ${path} may import it, not the reverse. ${downwards}`
    return `A port stands by itself: it imports other ports and the contract, not ${path}.`
  },
  http: (_source, { kind, folder, path }, isType) => {
    if (kind === 'port' || kind === 'contract' || kind === 'http') return null
    if (path === 'server/app.ts' && isType) return null
    if (folder === 'people') return null // who is calling is known to every call
    return `server/http carries any domain's calls and knows only people: it does not import ${path}.`
  },
  slice: whyNotSlice,
}

/** @param {string} kind */
const notOurs = (kind) => `The server does not import ${kind}/: it is built and run apart.`

/**
 * routes → service → own store → db
 * @param {Place} source
 * @param {Place} target
 * @param {boolean} isType
 */
function whyNotSlice(source, target, isType) {
  const { file } = source
  switch (target.kind) {
    case 'contract':
      return null
    case 'port':
      // A route may open the transaction that its calls share.
      if (file === 'routes.ts' && target.folder === 'db' && target.file !== 'open.ts' && !isType)
        return 'routes → service → store → db: a route calls its service; only a store knows SQL.'
      return null
    case 'http':
      return file === 'routes.ts'
        ? null
        : 'Only routes know HTTP: a service throws AppError and takes plain values.'
    case 'slice':
      return source.folder === target.folder
        ? whyNotOwn(file, target.file, isType)
        : whyNotOther(source, target, isType)
    case 'root':
      return isType && ((target.file === 'services.ts' && file === 'routes.ts') || target.file === 'slice.ts')
        ? null
        : `${target.file} puts the slices together: a slice is given what it needs, and never reaches for it.`
    default:
      return notOurs(target.kind)
  }
}

/**
 * Within a slice. Types may go both ways: what a store returns is often the service's.
 * @param {string} from
 * @param {string} to
 * @param {boolean} isType
 */
function whyNotOwn(from, to, isType) {
  if (from === 'routes.ts' && isStore(to))
    return 'routes → service → store: a route calls its service, not the store.'
  if (to === 'routes.ts' && from !== 'slice.ts')
    return 'routes → service → store: nothing below imports the routes.'
  if (isStore(from) && to === 'service.ts' && !isType)
    return 'routes → service → store: a store does not import its service.'
  return null
}

/**
 * @param {Place} source
 * @param {Place} target
 * @param {boolean} isType
 */
function whyNotOther(source, target, isType) {
  if (lineOf(target.folder) >= lineOf(source.folder))
    return `${source.folder} stands ${lineOf(target.folder) === lineOf(source.folder) ? 'beside' : 'above'} ${target.folder} in the import order and may not import it. ${downwards}`
  if (isStore(source.file))
    return 'A store reads its own tables: what it needs of another slice, its service hands it.'
  // What a slice gives to others may be several services: its slice.ts says which.
  if (target.file === 'slice.ts' && source.file === 'slice.ts' && isType) return null
  if (target.file !== 'service.ts')
    return `Of another slice only its service.ts may be imported, never its ${target.file}: the tables and parts are its own.`
  return null
}
