import { lexer, type Token, type Tokens } from 'marked'
import type { Spot } from '../pdf/protocol.ts'

/** A stretch of text in one style. */
export type Run = { text: string; bold?: boolean; italic?: boolean }

export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3; runs: Run[] }
  | { kind: 'paragraph'; runs: Run[] }
  | { kind: 'item'; depth: number; marker: string; runs: Run[] }
  | { kind: 'table'; head: Run[][]; rows: Run[][][] }
  /** A line of a transcript. */
  | { kind: 'said'; time: string | null; speaker: string | null; text: string }
  | { kind: 'note'; text: string }
  /** Something on the left (a name, a time), and what belongs to it. */
  | { kind: 'pair'; label: string; value: string }
  /** Set apart from the text: a warning. */
  | { kind: 'notice'; text: string }
  /** Room for a signature, with what stands above it. */
  | { kind: 'signature'; label: string }
  /** Becomes the blocks that it holds. */
  | { kind: 'markdown'; text: string }
  | { kind: 'rule' }
  | { kind: 'pageBreak' }

/** A document as it was printed. */
export type Printed = {
  bytes: Uint8Array
  /** Where a PDF's room for a signature is; null: it has none. */
  signature: Spot | null
}

/** What is printed as a Word file or a PDF: plain data, so that a thread can be handed it. */
export type PrintDocument = {
  title: string
  /** Below the title: the date, the place, who was there. */
  facts: { label: string; value: string }[]
  blocks: Block[]
  /** At the foot of each page, before its number. */
  footer: string
}

const flatten = (tokens: readonly Token[] | undefined, style: Omit<Run, 'text'> = {}): Run[] =>
  (tokens ?? []).flatMap((token): Run[] => {
    switch (token.type) {
      case 'strong':
        return flatten(token.tokens, { ...style, bold: true })
      case 'em':
        return flatten(token.tokens, { ...style, italic: true })
      case 'br':
        return [{ text: '\n', ...style }]
      case 'checkbox':
        return []
      default:
        return 'tokens' in token && token.tokens
          ? flatten(token.tokens, style)
          : [{ text: textOf(token), ...style }]
    }
  })

const textOf = (token: Token): string => unescapeEntities('text' in token ? String(token.text) : token.raw)

/** The lexer of marked leaves the entities that it makes for HTML pages. */
const unescapeEntities = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

function listBlocks(list: Tokens.List, depth: number): PlainBlock[] {
  return list.items.flatMap((item, i): PlainBlock[] => {
    const marker = list.ordered ? `${(list.start || 1) + i}.` : '•'
    const own = item.tokens.filter((token) => token.type !== 'list')
    const nested = item.tokens.filter((token): token is Tokens.List => token.type === 'list')
    return [
      { kind: 'item', depth, marker, runs: own.flatMap((token) => flatten([token])) },
      ...nested.flatMap((inner) => listBlocks(inner, depth + 1)),
    ]
  })
}

function blocksOf(token: Token): PlainBlock[] {
  switch (token.type) {
    case 'heading': {
      const level = Math.min(3, Number(token.depth)) as 1 | 2 | 3
      return [{ kind: 'heading', level, runs: flatten(token.tokens) }]
    }
    case 'list':
      return listBlocks(token as Tokens.List, 0)
    case 'table': {
      const { header, rows } = token as Tokens.Table
      const cells = (row: Tokens.TableCell[]): Run[][] => row.map((cell) => flatten(cell.tokens))
      return [{ kind: 'table', head: cells(header), rows: rows.map(cells) }]
    }
    case 'hr':
      return [{ kind: 'rule' }]
    case 'blockquote':
      return (token.tokens ?? []).flatMap(blocksOf)
    case 'space':
    case 'def':
      return []
    default:
      return [{ kind: 'paragraph', runs: flatten([token]) }]
  }
}

export type PlainBlock = Exclude<Block, { kind: 'markdown' }>

/** Markdown is read here, in the thread: it may be long. */
export const plainBlocks = (blocks: readonly Block[]): PlainBlock[] =>
  blocks.flatMap((block) => (block.kind === 'markdown' ? lexer(block.text).flatMap(blocksOf) : [block]))

/**
 * Markdown as a document: its first heading is the title.
 * @param title where it has no such heading
 * @param closing what follows it
 */
export function documentOf(markdown: string, title: string, closing: Block[]): PrintDocument {
  const [first = ''] = markdown.split('\n', 1)
  const heading = lexer(first).find((token) => token.type === 'heading' && token.depth === 1)
  return {
    title: heading
      ? flatten([heading])
          .map(({ text }) => text)
          .join('')
      : title,
    facts: [],
    blocks: [
      { kind: 'markdown', text: heading ? markdown.slice(first.length).trim() : markdown },
      ...closing,
    ],
    footer: title,
  }
}

/** Word and PDF readers take neither control characters nor halves of a character. */
export const printable = (text: string): string =>
  text.replace(/[\u0000-\u0009\u000b-\u001f\u007f\ufffe\uffff]|\p{Cs}/gu, ' ')
