import type { Block } from '../pdf/run.ts'

/** Minutes as they stand, in the Markdown that people read and edit, set as a document with a place to sign. */

const plain = (text: string): string =>
  text
    .replace(/\*\*|__/g, '')
    .replace(/(?<![\w*\\])\*([^*\s](?:[^*]*[^*\s])?)\*(?![\w*])/g, '$1')
    .replace(/\\([\\*_|#-])/g, '$1')
    .trim()

/** "**Present:** Ada Chair, Ben Orr" */
const labelled = /^\*\*([^*:]{1,40}):\*\*\s*(.*)$/
const decided = /^(?:resolved|carried|decided|agreed|rejected|deferred|withdrawn|noted|approved)/i

function blockOf(line: string): Block | null {
  const text = line.trim()
  if (text === '') return null
  const heading = /^(#{1,6})\s+(.*)$/.exec(text)
  if (heading) {
    if (heading[1] === '#') return { kind: 'title', text: plain(heading[2]!) }
    const numbered = /^(\d{1,3}(?:\.\d{1,3})?)[.)]?\s+(.*)$/.exec(plain(heading[2]!))
    return numbered
      ? { kind: 'heading', number: `${numbered[1]}.`, text: numbered[2]! }
      : { kind: 'heading', text: plain(heading[2]!) }
  }
  if (/^(?:-\s*){3,}$|^(?:\*\s*){3,}$/.test(text)) return { kind: 'gap' }
  const bullet = /^[-*+]\s+(.*)$/.exec(text)
  if (bullet) {
    const label = labelled.exec(bullet[1]!)
    return label && decided.test(label[1]!)
      ? { kind: 'notice', text: plain(`${label[1]}: ${label[2]}`) }
      : { kind: 'bullet', text: plain(bullet[1]!), indent: /^\s{2,}/.test(line) ? 18 : 0 }
  }
  const pair = labelled.exec(text)
  if (pair) return { kind: 'pair', left: pair[1]!, text: plain(pair[2]!) }
  if (text.startsWith('|')) return rowOf(text)
  return { kind: 'paragraph', text: plain(text) }
}

/** A line of a table; the one below its head has lines alone and is none. */
function rowOf(text: string): Block | null {
  const cells = text
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map(plain)
  return cells.every((cell) => /^:?-+:?$/.test(cell)) ? null : { kind: 'table', head: cells, rows: [] }
}

/** Lines that follow each other are one table. */
function joined(blocks: Block[]): Block[] {
  const all: Block[] = []
  for (const block of blocks) {
    const last = all.at(-1)
    if (block.kind === 'table' && last?.kind === 'table') last.rows.push(block.head)
    else all.push(block)
  }
  return all
}

export function minutesBlocks(markdown: string, title: string): Block[] {
  const read = joined(
    markdown
      .split('\n')
      // Date and place stand on a line of their own each.
      .flatMap((line) => (/^\*\*[^*]+:\*\*/.test(line) ? line.split(' · ') : [line]))
      .flatMap((line) => blockOf(line) ?? []),
  )
  const [first] = read
  const head: Block[] = first?.kind === 'title' ? [] : [{ kind: 'title', text: `Minutes: ${title}` }]
  const lead = read.findIndex(({ kind }) => kind === 'heading')
  const body: Block[] = lead > 0 ? [...read.slice(0, lead), { kind: 'gap' }, ...read.slice(lead)] : read
  return [...head, ...body, { kind: 'signature', label: 'Signed as a true record of the meeting:' }]
}
