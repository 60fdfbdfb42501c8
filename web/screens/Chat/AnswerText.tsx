import type { ReactNode } from 'react'
import { piecesOf } from './pieces.ts'
import { cx } from '../../ui/cx.ts'

type AnswerTextProps = {
  text: string
  /** Those that can be opened; others stay as they are written. */
  numbers: ReadonlySet<number>
  onCitation: (number: number) => void
  /** Parts that no cited passage bears out. */
  unsupported: readonly string[]
}

/**
 * What a model wrote, as text: paragraphs, lists and bold, and numbers of passages. There are no links, images or HTML in
 * it, whatever it says.
 */
export function AnswerText({ text, ...rest }: AnswerTextProps) {
  return (
    <div className="space-y-2.5 text-read">
      {blocksOf(text).map((block, i) =>
        block.list ? (
          <ul key={i} className="list-disc space-y-1.5 pl-5">
            {block.lines.map((line, j) => (
              <li key={j} dir="auto">
                <Line text={line} {...rest} />
              </li>
            ))}
          </ul>
        ) : (
          <p key={i} dir="auto" className="whitespace-pre-line">
            <Line text={block.lines.join('\n')} {...rest} />
          </p>
        ),
      )}
    </div>
  )
}

const item = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/

function blocksOf(text: string): { list: boolean; lines: string[] }[] {
  const blocks: { list: boolean; lines: string[] }[] = []
  let open = false
  for (const line of text.split('\n')) {
    if (line.trim() === '') {
      open = false
      continue
    }
    const list = item.test(line)
    const plain = line.replace(item, '').replace(/^#{1,6}\s+/, '')
    const last = blocks.at(-1)
    if (open && last && last.list === list) last.lines.push(plain)
    else blocks.push({ list, lines: [plain] })
    open = true
  }
  return blocks
}

function Line({ text, numbers, onCitation, unsupported }: AnswerTextProps) {
  return piecesOf(text, unsupported).map((piece, i): ReactNode => {
    if ('number' in piece) {
      const { number } = piece
      if (!numbers.has(number)) return `[${number}]`
      return (
        <button
          key={i}
          type="button"
          aria-label={`Source ${number}`}
          onClick={() => onCitation(number)}
          className={cx(
            'touch-room mx-0.5 inline-flex h-5 min-w-5 items-center justify-center rounded-md border border-line-strong',
            'bg-sunken px-1 align-text-top text-xs font-medium text-ink-2 hover:text-ink',
          )}
        >
          {number}
        </button>
      )
    }
    const words = piece.bold ? <strong className="font-semibold">{piece.text}</strong> : piece.text
    if (!piece.unsupported) return <span key={i}>{words}</span>
    return (
      <span key={i} className="underline decoration-warn decoration-dotted decoration-2 underline-offset-4">
        {words}
        {piece.ends && <span className="sr-only"> (not supported by any source)</span>}
      </span>
    )
  })
}
