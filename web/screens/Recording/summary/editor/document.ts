import type { JSONContent } from '@tiptap/core'
import { parseMarkdown, type Block, type MarkdownLine, type Side } from '../../../../ui/markdown.ts'

/** Minutes are kept as Markdown and edited as they read: from one to the other and back. */

/** What the editor shows of a Markdown text. */
export function documentOf(markdown: string): JSONContent {
  const content = parseMarkdown(markdown).map(nodeOf)
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }
}

const inline = ({ words }: MarkdownLine): JSONContent[] =>
  words.map(({ text, bold, italic }) => ({
    type: 'text',
    text,
    marks: [...(bold ? [{ type: 'bold' }] : []), ...(italic ? [{ type: 'italic' }] : [])],
  }))

const paragraph = (line: MarkdownLine): JSONContent => ({ type: 'paragraph', content: inline(line) })

function nodeOf(block: Block): JSONContent {
  switch (block.kind) {
    case 'heading':
      return { type: 'heading', attrs: { level: block.level }, content: inline(block.lines[0]) }
    case 'rule':
      return { type: 'horizontalRule' }
    case 'paragraph':
      return {
        type: 'paragraph',
        content: block.lines.flatMap((line, at) => [
          ...(at > 0 ? [{ type: 'hardBreak' }] : []),
          ...inline(line),
        ]),
      }
    case 'bullets':
      return { type: 'bulletList', content: itemsOf(block.lines) }
    case 'numbers':
      return { type: 'orderedList', attrs: { start: block.first }, content: itemsOf(block.lines) }
    case 'table': {
      const row = (type: string, cells: MarkdownLine[]): JSONContent => ({
        type: 'tableRow',
        content: cells.map((cell, at) => ({
          type,
          attrs: { side: block.align[at] ?? 'left' },
          content: [paragraph(cell)],
        })),
      })
      return {
        type: 'table',
        content: [row('tableHeader', block.header), ...block.rows.map((cells) => row('tableCell', cells))],
      }
    }
  }
}

const itemsOf = (lines: MarkdownLine[]): JSONContent[] =>
  lines.map((line) => ({ type: 'listItem', content: [paragraph(line)] }))

/**
 * Writes what stands in the editor as Markdown. A line that says what one of the original says is written as it is there:
 * what rests on words that were said is known by its line.
 */
export function writerFor(original: string): (doc: JSONContent) => string {
  const known = linesAsWritten(original)
  return (doc) =>
    plainMarkdown(doc)
      .split('\n')
      .map((line) => known.get(line) ?? line)
      .join('\n')
}

function linesAsWritten(original: string): Map<string, string> {
  const words = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')
  const written = words(original)
  const plain = words(plainMarkdown(documentOf(original)))
  if (written.length !== plain.length) return new Map()
  return new Map(plain.map((line, at) => [line, written[at]!.trimEnd()]))
}

const plainMarkdown = ({ content = [] }: JSONContent): string =>
  content
    .map(blockText)
    .filter((text) => text !== '')
    .join('\n\n')

function blockText(node: JSONContent): string {
  const { type, attrs, content = [] } = node
  switch (type) {
    case 'heading': {
      const text = lineOf(content)
      return text === '' ? '' : `${'#'.repeat(Number(attrs?.level ?? 2))} ${text}`
    }
    case 'horizontalRule':
      return '---'
    case 'bulletList':
      return listText(content, () => '-')
    case 'orderedList': {
      const first = Number(attrs?.start ?? 1)
      return listText(content, (at) => `${first + at}.`)
    }
    case 'table':
      return tableText(content)
    default:
      return linesOf(content).map(atLineStart).join('\n')
  }
}

const listText = (items: readonly JSONContent[], sign: (at: number) => string): string =>
  items
    .map((item) => (item.content ?? []).map((one) => lineOf(one.content ?? [])).join(' '))
    .filter((text) => text.trim() !== '')
    .map((text, at) => `${sign(at)} ${text}`)
    .join('\n')

const delimiters: Record<Side, string> = { left: '---', centre: ':---:', right: '---:' }

function tableText(rows: readonly JSONContent[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const [head, ...others] = rows.map(({ content = [] }) => content)
  if (!head) return ''
  const text = (cell: JSONContent): string =>
    (cell.content ?? []).map((one) => lineOf(one.content ?? [])).join(' ')
  return [
    line(head.map(text)),
    line(head.map(({ attrs }) => delimiters[(attrs?.side as Side | undefined) ?? 'left'])),
    ...others.map((cells) => line(cells.map(text))),
  ].join('\n')
}

/** One line, whatever breaks were put in. */
const lineOf = (nodes: readonly JSONContent[]): string => linesOf(nodes).join(' ').trim()

/** The lines of a paragraph; those without words say nothing. */
function linesOf(nodes: readonly JSONContent[]): string[] {
  const lines: JSONContent[][] = [[]]
  for (const node of nodes) {
    if (node.type === 'hardBreak') lines.push([])
    else lines.at(-1)!.push(node)
  }
  return lines.map((line) => runs(line).trim()).filter((line) => line !== '')
}

const hasMark = ({ marks = [] }: JSONContent, type: string): boolean =>
  marks.some((mark) => mark.type === type)

/** Bold and italic open and close around words, never around the space beside them. */
function runs(nodes: readonly JSONContent[]): string {
  return nodes
    .map((node) => {
      const text = (node.text ?? '').replace(/\s+/g, ' ')
      const sign = `${hasMark(node, 'bold') ? '**' : ''}${hasMark(node, 'italic') ? '*' : ''}`
      const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/.exec(text) ?? []
      if (words === '') return text
      return `${before}${sign}${escaped(words)}${sign.startsWith('**') ? sign.slice(2) + '**' : sign}${after}`
    })
    .join('')
}

/** What reads as a mark and is none. */
const escaped = (text: string): string => text.replace(/[\\`*_[\]<>|~]/g, '\\$&')

function atLineStart(text: string): string {
  const safe = text.replace(/^([#+-])(?=\s)/, '\\$1').replace(/^(\d{1,4})([.)])(?=\s)/, '$1\\$2')
  return /^-{3,}$/.test(safe) ? `\\${safe}` : safe
}
