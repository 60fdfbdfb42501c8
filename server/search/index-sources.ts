import { createHash } from 'node:crypto'
import type { SearchKind } from '#contract/search.ts'
import type { Db, Handle } from '../db/open.ts'
import { currentViewer } from '../viewer.ts'
import { placeNames, rowsOf } from './rows.ts'
import type { SearchEntry, SearchSource } from './source.ts'
import * as store from './store.ts'

/** Counts up when passages are cut or described in another way: what was indexed before is read again at the next start. */
const form = 7

/** What there is to find, and the index of its words. */
export function createIndex(db: Db) {
  const sources = new Map<SearchKind, SearchSource>()

  const sourceOf = (kind: SearchKind): SearchSource => {
    const source = sources.get(kind)
    if (!source) throw new Error(`Nobody has registered what ${kind} is`)
    return source
  }

  /** Puts a source's passages in the place of what was there. */
  async function put(trx: Handle, kind: SearchKind, id: string, entry: SearchEntry): Promise<void> {
    const hash = createHash('sha256').update(JSON.stringify(entry)).digest('hex')
    const there = await store.findSource(trx, kind, id)
    if (there?.hash === hash && there.form === form) return
    const { title, date, href, companyId = null } = entry
    const facts = {
      title,
      date,
      href,
      company_id: companyId,
      hash,
      form,
    }
    const source = there?.id ?? (await store.insertSource(trx, { kind, source_id: id, ...facts }))
    if (there) await store.updateSource(trx, there.id, facts)
    const rows = rowsOf(kind, entry)
    const before = await store.passagesOf(trx, source)
    const kept = await store.replacePassages(trx, source, before, rows)
    // Another title or name: the vectors of the words stay.
    const others = new Map<string, number[]>()
    for (const [was, { text: _text, context, ...place }] of kept) {
      if (context !== was.context) others.set(context, [...(others.get(context) ?? []), was.id])
      if (placeNames.some((name) => place[name] !== was[name])) await store.changePlace(trx, was.id, place)
    }
    for (const [context, ids] of others) await store.changeContext(trx, ids, context)
  }

  async function remove(trx: Handle, kind: SearchKind, id: string): Promise<void> {
    const there = await store.findSource(trx, kind, id)
    if (there) await store.deleteSource(trx, there.id)
  }

  /** "kind:id" of what whoever asks may not see. */
  async function hiddenSources(): Promise<string[]> {
    const viewer = currentViewer()
    if (viewer === null || viewer.administrator) return []
    const hidden: string[] = []
    for (const source of sources.values())
      for (const id of (await source.hidden?.(db.read)) ?? []) hidden.push(`${source.kind}:${id}`)
    return hidden
  }

  return {
    hiddenSources,

    register(source: SearchSource): void {
      sources.set(source.kind, source)
    },

    put,
    remove,

    /** Reads it again from whoever owns it; in the transaction that changed it. */
    async refresh(trx: Handle, kind: SearchKind, id: string): Promise<void> {
      const entry = await sourceOf(kind).read(trx, id)
      if (entry === null || entry.passages.length === 0) await remove(trx, kind, id)
      else await put(trx, kind, id, entry)
    },

    /** What has yet to be indexed and what has to go: after an upgrade, or where files have changed. */
    async due(handle: Handle): Promise<{ kind: SearchKind; id: string }[]> {
      const due: { kind: SearchKind; id: string }[] = []
      for (const { kind, ids, readAtStart } of sources.values()) {
        const wanted = new Set(await ids(handle))
        const indexed = new Set(readAtStart ? [] : await store.indexedSources(handle, kind, form))
        const there = await store.allSources(handle, kind)
        for (const id of new Set([...wanted, ...there]))
          if (!wanted.has(id) || !indexed.has(id)) due.push({ kind, id })
      }
      return due
    },
  }
}
