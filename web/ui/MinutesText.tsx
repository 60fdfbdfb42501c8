import { useMemo } from 'react'
import type { Evidence, Minutes } from '#contract/minutes.ts'
import { parseMarkdown, type Block, type MarkdownLine } from './markdown.ts'
import { Statement } from './Statement.tsx'

type MinutesTextProps = {
  markdown: string
  lines: Minutes['lines']
  onPlay: ((seconds: number) => void) | null
}

/** Minutes as they read, each line with what it rests on. */
export function MinutesText({ markdown, lines, onPlay }: MinutesTextProps) {
  const blocks = useMemo(() => parseMarkdown(markdown), [markdown])
  const evidence = useMemo(() => new Map(lines.map((one) => [one.line, one.evidence])), [lines])
  return (
    <div className="max-w-[62ch] space-y-3 text-read break-words">
      {blocks.map((block, at) => (
        <BlockView key={at} block={block} evidence={evidence} onPlay={onPlay} />
      ))}
    </div>
  )
}

type BlockProps = {
  block: Block
  evidence: ReadonlyMap<number, readonly Evidence[]>
  onPlay: MinutesTextProps['onPlay']
}

function BlockView({ block, evidence, onPlay }: BlockProps) {
  const line = (one: MarkdownLine) => (
    <Statement evidence={evidence.get(one.line) ?? []} onPlay={onPlay}>
      <Words of={one} />
    </Statement>
  )
  switch (block.kind) {
    case 'heading': {
      // The card's own heading is the second of the page.
      const Heading = block.level === 1 ? 'h3' : block.level === 2 ? 'h4' : 'h5'
      return (
        <Heading dir="auto" className={block.level === 1 ? 'text-lg font-semibold' : 'pt-2 font-semibold'}>
          <Words of={block.lines[0]} />
        </Heading>
      )
    }
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
