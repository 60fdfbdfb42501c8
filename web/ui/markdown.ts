/** The Markdown that minutes are written in: headings, lists, tables, paragraphs, bold and italic. All else is shown as it stands. */

export type Inline = { text: string; bold: boolean; italic: boolean }

/** A line with what it says; `line` is its number from 0. */
export type MarkdownLine = { line: number; words: Inline[] }

export type Side = 'left' | 'centre' | 'right'

/** Cells of a row are all on its line. */
export type TableBlock = {
  kind: 'table'
  header: MarkdownLine[]
  align: Side[]
  rows: MarkdownLine[][]
}

export type Block =
  | { kind: 'heading'; level: number; lines: [MarkdownLine] }
  | { kind: 'bullets' | 'numbers'; lines: MarkdownLine[]; first: number }
  | { kind: 'paragraph'; lines: MarkdownLine[] }
  | { kind: 'rule'; lines: [] }
  | TableBlock

const heading = /^(#{1,6})\s+(?=\S)(.*)$/
const bullet = /^\s{0,6}[-*+]\s+(?=\S)(.*)$/
const number = /^\s{0,6}(\d{1,4})[.)]\s+(.*)$/
const rule = /^\s{0,3}(?:-\s*){3,}$|^\s{0,3}(?:\*\s*){3,}$/

/** "|---|:---:|", below the names of the columns. */
const delimiter = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/
/** What stands between the bars; one that is escaped is a character. */
const cellsOf = (row: string): string[] =>
  row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

function sideOf(cell: string): Side {
  if (!cell.endsWith(':')) return 'left'
  return cell.startsWith(':') ? 'centre' : 'right'
}

export function parseMarkdown(text: string): Block[] {
  const blocks: Block[] = []
  let open: Block | null = null
  const add = (block: Block): void => {
    blocks.push(block)
    open = block
  }
  const all = text.split('\n')
  all.forEach((raw, line) => {
    const last: Block | null = open
    if (raw.trim() === '') return void (open = null)
    const of = (words: string): MarkdownLine => ({ line, words: parseInline(words.trim()) })
    if (last?.kind === 'table' && raw.includes('|')) {
      // The line below the names of the columns is none of its rows.
      if (last.rows.length > 0 || !delimiter.test(raw.trim()) || last.header[0]?.line !== line - 1) {
        const cells = cellsOf(raw)
        last.rows.push(last.header.map((_, at) => of(cells[at] ?? '')))
      }
      return
    }
    const below = all[line + 1] ?? ''
    if (raw.includes('|') && below.includes('|') && delimiter.test(below.trim())) {
      const header = cellsOf(raw)
      const sides = cellsOf(below)
      if (header.length === sides.length)
        return add({ kind: 'table', header: header.map(of), align: sides.map(sideOf), rows: [] })
    }
    const head = heading.exec(raw)
    if (head) {
      add({ kind: 'heading', level: head[1]!.length, lines: [of(head[2]!)] })
      open = null
      return
    }
    if (rule.test(raw)) {
      add({ kind: 'rule', lines: [] })
      open = null
      return
    }
    const item = bullet.exec(raw)
    if (item) {
      if (last?.kind === 'bullets') last.lines.push(of(item[1]!))
      else add({ kind: 'bullets', lines: [of(item[1]!)], first: 1 })
      return
    }
    const counted = number.exec(raw)
    if (counted) {
      if (last?.kind === 'numbers') last.lines.push(of(counted[2]!))
      else add({ kind: 'numbers', lines: [of(counted[2]!)], first: Number(counted[1]) })
      return
    }
    if (last?.kind === 'paragraph') last.lines.push(of(raw))
    else add({ kind: 'paragraph', lines: [of(raw)] })
  })
  return blocks
}

const token = /\\([\\`*_[\]<>|~#+.()!-])|(\*\*|__)|(\*|_)/g
const isWord = /[\p{L}\p{N}]/u

/** Bold and italic; a mark that is never closed is a character like any other. */
export function parseInline(text: string): Inline[] {
  const parts: Inline[] = []
  let [bold, italic] = [false, false]
  const add = (words: string): void => {
    const last = parts.at(-1)
    if (words === '') return
    if (last && last.bold === bold && last.italic === italic) last.text += words
    else parts.push({ text: words, bold, italic })
  }
  let from = 0
  for (const match of text.matchAll(token)) {
    const [all, escaped, strong, soft] = match
    const at = match.index
    if (at < from) continue
    add(text.slice(from, at))
    from = at + all.length
    const mark = strong ?? soft
    if (mark === undefined) {
      add(escaped!)
      continue
    }
    const isOpen = strong ? bold : italic
    const rest = text.slice(from)
    // "snake_case" and "2 * 3" are no marks.
    const inWord = isWord.test(text[at - 1] ?? '') && isWord.test(rest[0] ?? '')
    const can = isOpen
      ? /\S/.test(text[at - 1] ?? '') && !(soft === '_' && inWord)
      : /^\S/.test(rest) && closes(rest, mark) && !(mark.startsWith('_') && inWord)
    if (!can) add(all)
    else if (strong) bold = !bold
    else italic = !italic
  }
  add(text.slice(from))
  return parts
}

function closes(rest: string, mark: string): boolean {
  const plain = rest.replace(/\\./g, '  ')
  return plain.includes(mark)
}
