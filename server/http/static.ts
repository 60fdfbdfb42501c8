import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import type { Middleware } from 'koa'
import { z } from 'zod'
import { isMissing } from '../files/exists.ts'
import { signInPath } from './gate.ts'
import { sendFile } from './range.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.map': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
}

/**
 * Serves the web bundle; every other path that is no call of the API is the page itself, which routes in the browser.
 * @param timezone in which the page shows times (config.ts has checked it)
 * @param signIn whether there is a page to sign in; where nobody signs in, its address leads home
 */
export function staticFiles(
  folder: string,
  { timezone, signIn }: { timezone: string; signIn: boolean },
): Middleware {
  return async (ctx, next) => {
    if (ctx.path.startsWith('/api/') || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next()
    const isSignIn = ctx.path === signInPath
    if (isSignIn && !signIn) return ctx.redirect('/')
    const type = types[extname(ctx.path)]
    if (!type || ctx.path === '/index.html') {
      ctx.type = types['.html']!
      ctx.set('Cache-Control', 'no-cache')
      const page = await readFile(join(folder, isSignIn ? 'sign-in.html' : 'index.html'), 'utf8')
      ctx.body = page.replace('<html ', `<html data-timezone="${timezone}" `)
      return
    }
    const file = fileFor(folder, ctx.path)
    if (!file) return next()
    // Vite puts a hash of the content into every name under assets/. What stands behind the gate is in no shared cache.
    const cacheControl = ctx.path.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-cache'
    try {
      await sendFile(ctx, file, { type, cacheControl })
    } catch (error) {
      // A name that is too long, or goes on below a file, is missing too.
      const code = error instanceof Error && 'code' in error ? error.code : null
      if (!isMissing(error) && code !== 'ENOTDIR' && code !== 'ENAMETOOLONG') throw error
    }
  }
}

/** The file that a path means; null when it means nothing below `folder`. */
function fileFor(folder: string, path: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    return null // malformed percent-encoding names no file
  }
  const file = normalize(join(folder, decoded))
  return file.startsWith(folder + sep) && !file.includes('\0') ? file : null
}

const buildManifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).optional(),
    assets: z.array(z.string()).optional(),
    imports: z.array(z.string()).optional(),
  }),
)

/** What the sign-in page needs of the web bundle, by Vite's own list: this stands outside the gate, all else within. */
export async function signInFiles(folder: string): Promise<Set<string>> {
  const manifest = buildManifest.parse(
    JSON.parse(await readFile(join(folder, '.vite', 'manifest.json'), 'utf8')),
  )
  const found = new Set(['/favicon.svg', '/theme.js'])
  const seen = new Set<string>()
  const add = (name: string): void => {
    const chunk = manifest[name]
    if (!chunk || seen.has(name)) return
    seen.add(name)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) found.add(`/${file}`)
    for (const other of chunk.imports ?? []) add(other)
  }
  add('sign-in.html')
  // Fonts are named by the style sheets, which the list does not look into.
  for (const { file } of Object.values(manifest)) if (file.endsWith('.woff2')) found.add(`/${file}`)
  return found
}
