import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type Column<T> = {
  label: string
  render: (row: T) => ReactNode
  /** Numbers stand at the right. */
  numeric?: boolean
}

type TableProps<T> = {
  /** What the table lists, for those who do not see it. */
  label: string
  rows: readonly T[]
  keyOf: (row: T) => string | number
  /** The first names the row. */
  columns: readonly Column<T>[]
  /** Buttons and menu of a row. */
  renderActions?: (row: T) => ReactNode
  /** They are one menu, which stands in the corner of a stacked row. */
  corner?: boolean
}

const firstCell = 'font-medium @2xl:pl-4 @max-2xl:basis-full @max-2xl:pb-1'
const cell = 'py-2.5 align-top @2xl:table-cell @2xl:px-3 @max-2xl:py-0.5'
/** Where the rows are stacked, each value carries its column's name. */
const namedCell =
  '@max-2xl:flex @max-2xl:gap-1.5 @max-2xl:before:shrink-0 @max-2xl:before:text-ink-2 @max-2xl:before:content-[attr(data-label)]'

/**
 * A table where there is room for one, else stacked rows. Made of roles and not of <table>, which is none to a
 * screen reader any more once it is displayed in another way.
 */
export function Table<T>({ label, rows, keyOf, columns, renderActions, corner }: TableProps<T>) {
  return (
    <div className="@container">
      <div role="table" aria-label={label} className="w-full @2xl:table">
        <div role="rowgroup" className="@2xl:table-header-group @max-2xl:sr-only">
          <div role="row" className="@2xl:table-row">
            {columns.map((column) => (
              <span
                key={column.label}
                role="columnheader"
                className={cx(
                  'px-3 py-2 text-sm font-medium whitespace-nowrap text-ink-2 first:pl-4 @2xl:table-cell',
                  column.numeric && '@2xl:text-right',
                )}
              >
                {column.label}
              </span>
            ))}
            {renderActions && (
              <span role="columnheader" className="@2xl:table-cell">
                <span className="sr-only">Actions</span>
              </span>
            )}
          </div>
        </div>
        <div role="rowgroup" className="@2xl:table-row-group">
          {rows.map((row) => (
            <div
              key={keyOf(row)}
              role="row"
              className="relative @2xl:table-row @2xl:*:border-t @max-2xl:flex @max-2xl:flex-wrap @max-2xl:gap-x-4 @max-2xl:border-t @max-2xl:px-4 @max-2xl:py-3 @max-2xl:first:border-t-0"
            >
              {columns.map((column, index) => (
                <div
                  key={column.label}
                  role={index === 0 ? 'rowheader' : 'cell'}
                  data-label={column.label}
                  className={cx(
                    cell,
                    index === 0 ? cx(firstCell, corner && '@max-2xl:pr-9') : cx('tabular-nums', namedCell),
                    column.numeric && '@2xl:text-right @2xl:whitespace-nowrap',
                  )}
                >
                  <div className="min-w-0 break-words">{column.render(row)}</div>
                </div>
              ))}
              {renderActions && (
                <div
                  role="cell"
                  className={cx(
                    'align-top @2xl:table-cell @2xl:py-1.5',
                    corner
                      ? '@2xl:pr-2 @max-2xl:absolute @max-2xl:top-1.5 @max-2xl:right-1.5'
                      : '@2xl:pr-4 @max-2xl:basis-full @max-2xl:has-[button]:pt-2',
                  )}
                >
                  <div className="flex gap-1 @2xl:justify-end @max-2xl:-ml-0.5">{renderActions(row)}</div>
                </div>
              )}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
