import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { knowledgeEntry, type KnowledgeEntry } from '#contract/chat.ts'
import type { SearchSource } from '../search/service.ts'

const stored = knowledgeEntry
  .extend({
    id: z.string().regex(/^[a-z0-9-]{1,100}$/),
    /** Other words that people use for it. */
    also: z.string().optional(),
  })
  .strict()
type Stored = z.infer<typeof stored>

export type Knowledge = ReturnType<typeof createKnowledge>

/** What comes with the appliance on the duties of a company: files of models/knowledge, each entry dated and with its source. */
export function createKnowledge({ appRoot }: { appRoot: string }) {
  let read: Promise<ReadonlyMap<string, Stored>> | null = null

  async function load(): Promise<ReadonlyMap<string, Stored>> {
    const folder = join(appRoot, 'models', 'knowledge')
    const entries = new Map<string, Stored>()
    for (const file of (await readdir(folder)).filter((name) => name.endsWith('.json')).sort())
      for (const entry of z.array(stored).parse(JSON.parse(await readFile(join(folder, file), 'utf8')))) {
        if (entries.has(entry.id)) throw new Error(`Two entries of the knowledge base are called ${entry.id}`)
        entries.set(entry.id, entry)
      }
    return entries
  }

  const all = (): Promise<ReadonlyMap<string, Stored>> => (read ??= load())

  return {
    /** null: there is none of this id. */
    async find(id: string): Promise<KnowledgeEntry | null> {
      const entry = (await all()).get(id)
      if (!entry) return null
      const { also: _also, ...shown } = entry
      return shown
    },

    source: {
      kind: 'knowledge',
      readAtStart: true,
      ids: async () => [...(await all()).keys()],
      async read(_handle, id) {
        const entry = (await all()).get(id)
        if (!entry) return null
        return {
          title: `${entry.title} (${entry.section})`,
          date: entry.checked,
          href: null,
          also: entry.also ?? '',
          passages: [{ text: entry.text, at: null, page: null, speaker: null }],
        }
      },
    } satisfies SearchSource as SearchSource,
  }
}
