import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import type { Evidence, Minutes } from '#contract/minutes.ts'
import { parseMarkdown, type Block, type MarkdownLine } from './markdown.ts'
import { lineOf } from './quote.ts'
import { QuoteGone } from './QuoteGone.tsx'
import { Statement } from './Statement.tsx'
import { TableView } from './TableView.tsx'

type MinutesTextProps = {
  markdown: string
  lines: Minutes['lines']
  onPlay: ((seconds: number) => void) | null
  /** Words of it that a link leads to; null: none does. */
  quote?: string | null
}

/** Minutes as they read, each line with what it rests on. */
export function MinutesText({ markdown, lines, onPlay, quote = null }: MinutesTextProps) {
  const blocks = useMemo(() => parseMarkdown(markdown), [markdown])
  const evidence = useMemo(() => new Map(lines.map((one) => [one.line, one.evidence])), [lines])
  const cited = useMemo(() => (quote === null ? null : lineOf(quote, markdown)), [quote, markdown])
  const box = useRef<HTMLDivElement>(null)
  // Once for each link: whoever edits the minutes afterwards stays where they are.
  useEffect(() => {
    const place = quote === null ? null : box.current?.querySelector<HTMLElement>('[data-cited]')
    place?.focus({ preventScroll: true })
    place?.scrollIntoView({ block: 'center' })
  }, [quote])
  return (
    <div ref={box} className="max-w-[62ch] space-y-3 text-read break-words print:max-w-none">
      {quote !== null && cited === null && (
        <QuoteGone where="minutes" className="text-base text-ink-2 print:hidden" />
      )}
      {blocks.map((block, at) => (
        <BlockView key={at} block={block} evidence={evidence} onPlay={onPlay} cited={cited} />
      ))}
    </div>
  )
}

type BlockProps = {
  block: Block
  evidence: ReadonlyMap<number, readonly Evidence[]>
  onPlay: MinutesTextProps['onPlay']
  /** The line that a link leads to. */
  cited: number | null
}

function BlockView({ block, evidence, onPlay, cited }: BlockProps) {
  const words = (one: MarkdownLine): ReactNode =>
    one.line === cited ? (
      <span data-cited tabIndex={-1} className="found-words box-decoration-clone">
        <Words of={one} />
      </span>
    ) : (
      <Words of={one} />
    )
  const line = (one: MarkdownLine) => (
    <Statement evidence={evidence.get(one.line) ?? []} onPlay={onPlay}>
      {words(one)}
    </Statement>
  )
  switch (block.kind) {
    case 'heading': {
      // The card's own heading is the second of the page.
      const Heading = block.level === 1 ? 'h3' : block.level === 2 ? 'h4' : 'h5'
      return (
        <Heading dir="auto" className={block.level === 1 ? 'text-lg font-semibold' : 'pt-2 font-semibold'}>
          {words(block.lines[0])}
        </Heading>
      )
    }
    case 'table':
      return <TableView table={block} line={line} words={words} />
    case 'rule':
      return <hr className="border-line" />
    case 'paragraph':
      return (
        <p dir="auto">
          {block.lines.map((one, at) => (
            <span key={one.line}>
              {at > 0 && !evidence.has(block.lines[at - 1]!.line) && <br />}
              {line(one)}
            </span>
          ))}
        </p>
      )
    case 'bullets':
    case 'numbers': {
      const List = block.kind === 'bullets' ? 'ul' : 'ol'
      return (
        <List
          {...(block.kind === 'numbers' && { start: block.first })}
          className={
            block.kind === 'bullets'
              ? 'list-disc space-y-1.5 pl-5 marker:text-ink-3'
              : 'list-decimal space-y-1.5 pl-6 marker:text-ink-3'
          }
        >
          {block.lines.map((one) => (
            <li key={one.line} dir="auto">
              {line(one)}
            </li>
          ))}
        </List>
      )
    }
  }
}

function Words({ of: { words } }: { of: MarkdownLine }) {
  return words.map(({ text, bold, italic }, at) => {
    const inner = italic ? <em>{text}</em> : text
    return bold ? (
      <strong key={at} className="font-semibold">
        {inner}
      </strong>
    ) : (
      <span key={at}>{inner}</span>
    )
  })
}
