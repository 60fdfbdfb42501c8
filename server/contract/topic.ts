import type { Route } from './route.ts'

/** A kind of change that open pages follow, declared beside the routes of its domain. */
export type Topic = {
  topic: string
  /** GET calls whose answers on the page are fetched again; a path covers what is below it. */
  refreshes: readonly Route[]
  /** The subject is a person, and nobody else is told. */
  personal: boolean
  /** The kind of its subject, as `access: reads('document')` names it: only who may see that is told. */
  of?: string
}

/** `export const documentsChanged = topic('documents', [listDocuments])`; published with publishChange (db/events.ts). */
export function topic(
  name: string,
  refreshes: readonly Route[],
  { personal = false, of }: { personal?: boolean; of?: string } = {},
): Topic {
  return { topic: name, refreshes, personal, ...(of !== undefined && { of }) }
}

/**
 * The addresses that a change makes stale: `/api/documents/:id/pages` and subject 7 give `/api/documents/7/pages`.
 * A parameter whose value is not known ends the address, which then covers all that begins so.
 */
export function stalePaths({ refreshes, personal }: Topic, subject: number | null): string[] {
  const paths = refreshes.map(({ path }) => {
    const known = subject === null || personal ? path : path.replace(/:[A-Za-z]+/, String(subject))
    return known.replace(/\/:.*$/, '')
  })
  return [...new Set(paths)]
}
