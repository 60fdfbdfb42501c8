// Every regular expression of the product, and whether a text can be written that keeps it busy.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../lib/paths.mjs'

/** @typedef {{ source: string, flags: string, file: string }} Pattern */
/** @typedef {'linear' | 'square' | 'cube' | 'more' | 'exponential' | 'undecided'} Verdict */

const known = join(root, 'scripts', 'lint', 'patterns.json')

/** @param {string} name */
const isProduct = (name) => /\.tsx?$/.test(name) && !/\.(test|spec|d)\.tsx?$/.test(name)

/** Files of the product, from the root. */
export function productFiles() {
  return ['server', 'cli', 'web'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && isProduct(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .filter((file) => !/^server\/test\/|^web\/e2e\//.test(file)),
  )
}

/** Those that are written out. @param {string} file @returns {Promise<Pattern[]>} */
export async function writtenIn(file) {
  const text = readFileSync(join(root, file), 'utf8')
  if (!text.includes('/')) return []
  const { parseSync } = await import('vite')
  const { program } = parseSync(file, text)
  /** @type {Pattern[]} */
  const found = []
  /** @param {unknown} node */
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    if ('regex' in node && node.regex) {
      const { pattern: source, flags } = /** @type {{ pattern: string, flags: string }} */ (node.regex)
      found.push({ source, flags, file })
    }
    Object.values(node).forEach(visit)
  }
  visit(program)
  return found
}

/** @param {Pattern} pattern */
export const keyOf = ({ source, flags }) =>
  createHash('sha256').update(`/${source}/${flags}`).digest('base64url').slice(0, 16)

/** Verdicts that were found before: looking at all of them takes minutes. @returns {Record<string, Verdict>} */
export const knownVerdicts = () => JSON.parse(readFileSync(known, 'utf8'))

/** @param {Record<string, Verdict>} verdicts */
export const asFile = (verdicts) =>
  `${JSON.stringify(Object.fromEntries(Object.entries(verdicts).sort(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`

/**
 * @param {Pattern} pattern
 * @param {{ timeout: number, checkers?: readonly ('auto' | 'fuzz')[] }} patience
 * @returns {Promise<Verdict>}
 */
export async function verdictOn({ source, flags }, { timeout, checkers = ['auto', 'fuzz'] }) {
  process.env.RECHECK_BACKEND = 'pure' // the others are programs of their own
  const { checkSync } = await import('recheck')
  for (const checker of checkers) {
    const found = checkSync(source, flags, { checker, timeout })
    if (found.status === 'unknown') continue
    if (found.status === 'safe') return 'linear'
    const { complexity } = found
    if (complexity.type === 'exponential') return 'exponential'
    const degree = complexity.type === 'polynomial' ? complexity.degree : 2
    return degree === 2 ? 'square' : degree === 3 ? 'cube' : 'more'
  }
  return 'undecided'
}
