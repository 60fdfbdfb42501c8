import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { root } from '../lib/paths.mjs'
import { productFiles, writtenIn } from './patterns.mjs'

export type Pattern = { source: string; flags: string; file: string }

/** Threads' ends and programs begin to work when they are loaded; they compose no patterns. */
const isProgram = (file: string): boolean => /(?:thread|main|program|worker)\.ts$|^web\/.*\.tsx$/.test(file)

/** Every pattern of the product: those that are written out, and those that are composed when a module is loaded. */
export async function allPatterns(): Promise<Pattern[]> {
  const files = productFiles()
  const written = (await Promise.all(files.map(writtenIn))).flat()
  return [...written, ...(await composed(files))]
}

async function composed(files: readonly string[]): Promise<Pattern[]> {
  const found: Pattern[] = []
  const Original = globalThis.RegExp
  let file = ''
  const watched = new Proxy(Original, {
    construct(target, given: [string, string?]) {
      const made = new target(...given)
      found.push({ source: made.source, flags: made.flags, file })
      return made
    },
  })
  vi.resetModules() // what other tests have loaded composes nothing any more
  vi.stubGlobal('RegExp', watched)
  try {
    for (const one of files) {
      if (isProgram(one) || !readFileSync(join(root, one), 'utf8').includes('new RegExp(')) continue
      file = one
      await import(join(root, one))
    }
  } finally {
    vi.unstubAllGlobals()
    vi.resetModules()
  }
  return found
}
