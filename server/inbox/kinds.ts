import { extname } from 'node:path'
import type { InboxKind } from '#contract/inbox.ts'
import { AppError } from '../errors.ts'
import { isMediaFile } from '../recordings/service.ts'

const texts = new Set(['txt', 'text', 'srt', 'vtt', 'docx', 'md', 'markdown', 'sbv', 'log'])
const feeds = new Set(['xml', 'rss', 'atom', 'rdf', 'opml', 'json'])

/** What people could bring instead. */
const instead: Record<string, string> = {
  doc: 'Save it as a .docx Word file or as text.',
  rtf: 'Save it as a Word file (.docx) or as text.',
  odt: 'Save it as a Word file (.docx) or as text.',
  pages: 'Save it as a Word file (.docx) or as text.',
  html: 'Save it as text.',
  htm: 'Save it as text.',
  pdf: 'A PDF is taken in as an agenda: put "agenda" into its name. Documents to be signed are uploaded on the Signatures screen.',
  zip: 'Unpack it, and put its files into the shared folder.',
}

/** A word of its own, also between underscores. */
const agenda = /(?:^|[^\p{L}])agendas?(?:$|[^\p{L}])/iu

/**
 * What a file is, by its name; what is really in it shows when it is taken in.
 * @throws AppError unsupported_media_type
 */
export function kindOf(path: string): InboxKind {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const ending = extname(name).slice(1).toLowerCase()
  if (isMediaFile(name)) return 'recording'
  if (ending === 'ics') return 'calendar'
  if ((texts.has(ending) || ending === 'pdf') && agenda.test(name)) return 'agenda'
  if (texts.has(ending)) return 'transcript'
  if (feeds.has(ending)) return 'feed'
  const hint =
    instead[ending] ??
    'What it takes: recordings (audio and video), transcripts (txt, srt, vtt, docx), agendas, calendars (ics) and news feeds (xml, rss, atom, json, opml).'
  throw new AppError(
    'unsupported_media_type',
    `The appliance does not take ${ending === '' ? 'files without an ending' : `.${ending} files`} from here. ${hint}`,
  )
}
