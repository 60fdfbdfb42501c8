import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { hashFiles, readIfThere } from './files.mjs'
import { writeLicences } from './licences.mjs'
import { dist, root } from './paths.mjs'
import { isEnding } from './run.mjs'
import { Stop } from './say.mjs'

/**
 * A part of dist/ that is built from sources of its own, and anew only when these have changed.
 * @typedef {object} Bundle
 * @property {string} name
 * @property {string[]} sources files and folders of the checkout
 * @property {string[]} made what it makes in dist/
 * @property {(outDir: string) => Promise<void>} build
 */

/** @type {Bundle} */
const server = {
  name: 'server',
  sources: ['server', 'cli', 'tsconfig.json', 'package.json', 'package-lock.json', 'scripts/lib/bundle.mjs'],
  made: ['server', 'cli', 'chunks'],
  build: async (outDir) => {
    const { build } = await import('esbuild')
    await build({
      absWorkingDir: root,
      entryPoints: [
        { in: 'server/main.ts', out: 'server/main' },
        { in: 'server/worker.ts', out: 'server/worker' },
        { in: 'server/processes/diariser.ts', out: 'server/diariser' },
        { in: 'server/http/digest-thread.ts', out: 'server/file-digest' },
        { in: 'server/transcripts/names/thread.ts', out: 'server/name-guesser' },
        { in: 'server/transcripts/import/reader-thread.ts', out: 'server/text-reader' },
        { in: 'server/news/thread.ts', out: 'server/feed-reader' },
        { in: 'server/minutes/thread.ts', out: 'server/minutes-composer' },
        { in: 'server/calendar/thread.ts', out: 'server/calendar-reader' },
        { in: 'server/print/thread.ts', out: 'server/printer' },
        { in: 'server/pdf/program.ts', out: 'server/pdf' },
        { in: 'cli/main.ts', out: 'cli/main' },
      ],
      outdir: outDir,
      chunkNames: 'chunks/[name]-[hash]',
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      packages: 'external',
      sourcemap: true,
      logLevel: 'warning',
    })
  },
}

/** @type {Bundle} */
const web = {
  name: 'web',
  sources: ['web', 'server/contract', 'vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json'],
  made: ['web'],
  build: async (outDir) => {
    const { build } = await import('vite')
    await build({
      root: join(root, 'web'),
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: join(outDir, 'web'), emptyOutDir: true },
    })
  },
}

/** @type {Bundle} */
const licences = {
  name: 'licences',
  sources: ['package-lock.json', 'scripts/third-parties.json', 'scripts/lib/licences.mjs'],
  made: ['licences.json', 'sbom.cdx.json'],
  build: writeLicences,
}

export const bundles = { server, web, licences }

/** @param {string} path */
const isProduct = (path) => !/\.test\.tsx?$|^web\/e2e\/|^server\/test\//.test(path)

/**
 * Builds the parts of dist/ whose sources have changed. What was there stays until the new is whole.
 * @param {import('./say.mjs').Say} say
 * @param {{ force?: boolean, only?: Bundle[] }} [options]
 */
export async function buildBundles(say, { force = false, only = Object.values(bundles) } = {}) {
  for (const bundle of only) {
    const stamp = join(dist, `.${bundle.name}-sources`)
    const wanted = hashFiles(root, bundle.sources, isProduct)
    const current = readIfThere(stamp) === wanted && existsSync(join(dist, bundle.made[0] ?? ''))
    if (current && !force) continue
    await say
      .step(`Building dist/${bundle.name}`, () => buildOne(bundle))
      .catch((error) => {
        throw isEnding()
          ? error
          : new Stop(
              `dist/${bundle.name} could not be built: ${error instanceof Error ? error.message : error}`,
            )
      })
    writeFileSync(stamp, wanted)
  }
}

const weekMs = 7 * 24 * 3_600_000

/**
 * Adds files whose names hold a hash of their content to those of earlier builds; the ones of long ago go.
 * @param {string} from
 * @param {string} to
 */
function mixIn(from, to) {
  cpSync(from, to, { recursive: true, force: true })
  for (const name of readdirSync(to)) {
    const file = join(to, name)
    if (Date.now() - statSync(file).mtimeMs > weekMs) rmSync(file, { force: true })
  }
}

/** @param {Bundle} bundle */
async function buildOne(bundle) {
  const fresh = join(dist, `.${bundle.name}-${process.pid}`)
  mkdirSync(fresh, { recursive: true })
  try {
    await bundle.build(fresh)
    for (const name of bundle.made) {
      // A running server loads its handlers when it first needs them: the chunks that it knows must still be there.
      if (name === 'chunks') {
        mixIn(join(fresh, name), join(dist, name))
        continue
      }
      rmSync(join(dist, name), { recursive: true, force: true })
      if (existsSync(join(fresh, name))) renameSync(join(fresh, name), join(dist, name))
    }
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}
