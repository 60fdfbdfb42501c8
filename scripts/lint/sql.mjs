import { isStore } from './layers.mjs'

/**
 * Why a file may not hold a query; null when it may.
 * @param {import('./layers.mjs').Place} place
 */
export function whyNotSql({ kind, folder, file, path }) {
  const mayKnow =
    kind === 'test' ||
    kind === 'elsewhere' ||
    kind === 'web' ||
    kind === 'scripts' ||
    folder === 'db' ||
    isStore(file)
  if (mayKnow || path === 'server/jobs/queue.ts') return null
  return 'Only a store knows SQL (and server/db, and the job queue): put the query in the store.ts of the slice whose table it is.'
}
