import type { ReactNode } from 'react'
import type { MarkdownLine, TableBlock } from './markdown.ts'

const sides = { left: 'text-left', centre: 'text-center', right: 'text-right' } as const

/** A table that a person wrote; where it is wider than the page, it scrolls by itself. */
export function TableView({
  table: { header, align, rows },
  line,
  words,
}: {
  table: TableBlock
  /** What stands at the end of a row, with what the row rests on. */
  line: (one: MarkdownLine) => ReactNode
  words: (one: MarkdownLine) => ReactNode
}) {
  const side = (at: number): string => sides[align[at] ?? 'left']
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div role="region" aria-label="Table" tabIndex={0} className="overflow-x-auto">
      <table className="w-full border-collapse text-base">
        <thead>
          <tr>
            {header.map((cell, at) => (
              <th
                key={at}
                dir="auto"
                scope="col"
                className={`min-w-20 border-b border-line-strong px-2 py-1.5 align-bottom font-semibold first:pl-0 last:pr-0 ${side(at)}`}
              >
                {words(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells[0]?.line}>
              {cells.map((cell, at) => (
                <td
                  key={at}
                  dir="auto"
                  className={`border-b border-line px-2 py-1.5 align-top tabular-nums first:pl-0 last:pr-0 ${side(at)}`}
                >
                  {at === cells.length - 1 ? line(cell) : words(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
