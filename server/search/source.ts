import type { SearchKind } from '#contract/search.ts'
import type { Handle } from '../db/open.ts'
import type { TimedLine } from './timed-lines.ts'

export type NewPassage = {
  text: string
  /** Seconds; null: nobody knows when it was said. */
  at: number | null
  page: number | null
  speaker: string | null
  /** All who speak in it, where there are several. */
  speakers?: readonly string[]
  /** The heading that it stands under. */
  item?: string | null
  /** When its lines were said; absent: nobody knows. */
  lines?: readonly TimedLine[]
}

export type SearchEntry = {
  title: string
  /** ISO 8601. */
  date: string | null
  href: string | null
  /** Whose meeting or document it is. */
  companyId?: number | null
  /** Further words by which it is found: names, what it is also called. */
  also?: string
  passages: NewPassage[]
}

/** What a slice has that can be found; registered in services.ts. */
export type SearchSource = {
  kind: SearchKind
  ids(handle: Handle): Promise<string[]>
  /** null: nothing of it can be found (any longer). */
  read(handle: Handle, id: string): Promise<SearchEntry | null>
  /** Of its things those that whoever asks may not see (viewer.ts); absent: everybody sees all of them. */
  hidden?(handle: Handle): Promise<string[]>
  /** Changes only between two starts, as files of the appliance do: it is read at each. */
  readAtStart?: boolean
}
