import type { SigningSpot } from '#contract/signatures.ts'

/** The shape of the block that is placed, as server/pdf/block.ts draws it: the drawing, a line, and lines of text. */
export const blockShape = (lines: number): number => (61 + lines * 10) / 200

export const firstSpot = (page: number): SigningSpot => ({ page: page - 1, x: 0.58, y: 0.78, width: 0.34 })

const narrowest = 0.12
const widest = 0.9
const clamp = (value: number, from: number, to: number): number => Math.min(Math.max(value, from), to)

/** Wholly on its page. @param page its height as a part of its width @param block the same of the block */
export function onPage(spot: SigningSpot, page: number, block: number): SigningSpot {
  const width = clamp(spot.width, narrowest, Math.min(widest, page / block))
  return {
    page: spot.page,
    width,
    x: clamp(spot.x, 0, 1 - width),
    y: clamp(spot.y, 0, Math.max(0, 1 - (width * block) / page)),
  }
}

const step = 0.01
const leap = 0.05

/** Where an arrow key moves it, and + and - make it larger and smaller; null: the key does nothing here. */
export function afterKey(spot: SigningSpot, key: string, large: boolean): SigningSpot | null {
  const by = large ? leap : step
  switch (key) {
    case 'ArrowLeft':
      return { ...spot, x: spot.x - by }
    case 'ArrowRight':
      return { ...spot, x: spot.x + by }
    case 'ArrowUp':
      return { ...spot, y: spot.y - by }
    case 'ArrowDown':
      return { ...spot, y: spot.y + by }
    case '+':
    case '=':
      return { ...spot, width: spot.width + by }
    case '-':
      return { ...spot, width: spot.width - by }
    default:
      return null
  }
}
