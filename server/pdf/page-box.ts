import type { PDFPage } from 'pdf-lib'
import type { Spot } from './protocol.ts'

/** A rectangle in the page's own space: lower left and upper right corner. */
export type Rect = [x1: number, y1: number, x2: number, y2: number]

export type Box = {
  /** As the page is displayed. */
  width: number
  height: number
  turn: 0 | 90 | 180 | 270
  /** From points of the displayed page (from its top left) to its own. */
  rect(left: number, top: number, width: number, height: number): Rect
}

/** A page as readers display it: cut to its crop box, and turned. */
export function boxOf(page: PDFPage): Box {
  const crop = page.getCropBox()
  const media = page.getMediaBox()
  // What is outside of the media box is not shown; a crop box that shows nothing is not used.
  const x = Math.max(crop.x, media.x)
  const y = Math.max(crop.y, media.y)
  const right = Math.min(crop.x + crop.width, media.x + media.width)
  const top = Math.min(crop.y + crop.height, media.y + media.height)
  const usable = right - x > 1 && top - y > 1
  const [cx, cy] = usable ? [x, y] : [0, 0]
  const [w, h] = usable ? [right - x, top - y] : [595, 842]
  const turn = ((((page.getRotation().angle % 360) + 360) % 360) -
    (page.getRotation().angle % 90)) as Box['turn']
  const toPage = (left: number, down: number): [number, number] => {
    if (turn === 90) return [cx + down, cy + left]
    if (turn === 180) return [cx + w - left, cy + down]
    if (turn === 270) return [cx + w - down, cy + h - left]
    return [cx + left, cy + h - down]
  }
  const isTurned = turn === 90 || turn === 270
  return {
    width: isTurned ? h : w,
    height: isTurned ? w : h,
    turn,
    rect(left, down, width, height) {
      const [ax, ay] = toPage(left, down)
      const [bx, by] = toPage(left + width, down + height)
      return [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)]
    },
  }
}

/** Turns what is drawn upright so that it is upright on the displayed page. */
export function matrixOf({ turn }: Box, width: number, height: number): number[] {
  if (turn === 90) return [0, 1, -1, 0, height, 0]
  if (turn === 180) return [-1, 0, 0, -1, width, height]
  if (turn === 270) return [0, -1, 1, 0, 0, width]
  return [1, 0, 0, 1, 0, 0]
}

/** The spot in points of the displayed page, wholly on it. */
export function onPage(box: Box, { x, y, width }: Spot, shape: (width: number) => number) {
  const wide = Math.min(box.width, Math.max(40, width * box.width))
  const high = Math.min(box.height, shape(wide))
  const left = Math.min(x * box.width, box.width - wide)
  const down = Math.min(y * box.height, box.height - high)
  return { left, down, wide, high }
}
