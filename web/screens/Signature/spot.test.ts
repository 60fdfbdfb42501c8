import { expect, test } from 'vitest'
import { heightOf } from '../../../server/pdf/block.ts'
import { afterKey, blockShape, firstSpot, onPage } from './spot.ts'

test('the preview has the shape that the server draws, and a block never leaves its page', () => {
  for (const lines of [3, 4, 5]) expect(blockShape(lines)).toBeCloseTo(heightOf(1, lines))
  const shape = blockShape(5)
  for (const page of [1.4, 0.7, 0.2]) {
    const far = onPage({ page: 0, x: 4, y: 4, width: 4 }, page, shape)
    expect(far.x + far.width).toBeLessThanOrEqual(1)
    expect(far.y + (far.width * shape) / page).toBeLessThanOrEqual(1.0001)
    expect(onPage({ page: 0, x: -1, y: -1, width: 0 }, page, shape)).toMatchObject({ x: 0, y: 0 })
  }
})

test('arrow keys move it, + and - size it, with Shift in larger steps, and other keys do nothing', () => {
  const spot = firstSpot(3)
  expect(spot.page).toBe(2)
  expect(afterKey(spot, 'ArrowLeft', false)!.x).toBeLessThan(spot.x)
  expect(afterKey(spot, 'ArrowDown', true)!.y - spot.y).toBeCloseTo(0.05)
  expect(afterKey(spot, '+', false)!.width).toBeGreaterThan(spot.width)
  expect(afterKey(spot, 'Enter', false)).toBeNull()
})
