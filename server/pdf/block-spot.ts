import type { Spot } from './protocol.ts'

export const size = { width: 595.28, height: 841.89 }
export const margin = 64
const columns = 2
const rows = 4
const top = 190
const rowHeight = 150
const columnWidth = (size.width - 2 * margin + 24) / columns

/** How many signatures stand on a page that was added for them. */
export const blocksPerPage = columns * rows

/** Where the block of a number stands on the pages for signatures, which begin at `firstPage`. */
export function blockSpot(firstPage: number, number: number): Spot {
  const on = number % blocksPerPage
  return {
    page: firstPage + Math.floor(number / blocksPerPage),
    x: (margin + (on % columns) * columnWidth) / size.width,
    y: (top + Math.floor(on / columns) * rowHeight) / size.height,
    width: 205 / size.width,
  }
}
