import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PDFDocument, degrees } from 'pdf-lib'
import { expect, test } from 'vitest'
import { drawing } from '../test/documents.ts'
import { temporaryFolder } from '../test/files.ts'
import { createPdf } from './run.ts'

const run = promisify(execFile)
const appRoot = join(import.meta.dirname, '..', '..')

/** The smallest box with all that is dark, in parts of the page as it is displayed. */
async function inkOf(file: string): Promise<{ left: number; top: number; right: number; bottom: number }> {
  const { stdout } = await run('pdftoppm', ['-r', '144', '-gray', '-cropbox', file], {
    encoding: 'buffer',
    maxBuffer: 50e6,
  })
  const [head] = /^P5\n(\d+) (\d+)\n255\n/.exec(stdout.subarray(0, 40).toString('latin1'))!
  const [width, height] = head.split(/\s/).slice(1, 3).map(Number) as [number, number]
  const pixels = stdout.subarray(head.length)
  const box = { left: width, top: height, right: 0, bottom: 0 }
  for (let i = 0; i < width * height; i++) {
    if (pixels[i]! > 128) continue
    const [x, y] = [i % width, Math.floor(i / width)]
    Object.assign(box, { left: Math.min(box.left, x), right: Math.max(box.right, x) })
    Object.assign(box, { top: Math.min(box.top, y), bottom: Math.max(box.bottom, y) })
  }
  return {
    ...{ left: box.left / width, right: box.right / width },
    ...{ top: box.top / height, bottom: box.bottom / height },
  }
}

/** An empty page of 600 by 800 points, turned; cut to 400 by 500 of them, away from its corner. */
async function pageOf(turn: number, cropped: boolean): Promise<string> {
  const doc = await PDFDocument.create()
  const page = doc.addPage([600, 800])
  page.setRotation(degrees(turn))
  if (cropped) page.setCropBox(120, 210, 400, 500)
  const file = join(await temporaryFolder(), 'page.pdf')
  await writeFile(file, await doc.save())
  return file
}

for (const turn of [0, 90, 180, 270])
  for (const cropped of [false, true])
    test(`a signature stands where it was put, upright, on a page turned by ${turn}${cropped ? ' and cropped' : ''}`, async () => {
      const file = await pageOf(turn, cropped)
      const output = `${file}.signed`
      const picture = await drawing()
      const spot = { page: 0, x: 0.3, y: 0.2, width: 0.5 }
      await createPdf({ appRoot }).place({
        ...{ file, output, spot },
        drawing: picture.slice(picture.indexOf(',') + 1),
        lines: ['Ada Chair', 'Director'],
        signaturePage: { title: 'Lease', lines: [], blocks: 1 },
        field: { signer: 'Ada Chair', reason: 'Signed', at: '2026-11-19T10:00:00Z' },
      })
      const short = cropped ? [400, 500] : [600, 800]
      const [width, height] = (turn % 180 === 0 ? short : short.toReversed()) as [number, number]
      const scale = (spot.width * width) / 200
      const ink = await inkOf(output)
      // The text begins at the left; the line that was drawn ends at 540 of 600, in a picture of 165 points in 200.
      expect(ink.left).toBeCloseTo(spot.x, 2)
      expect(ink.right).toBeCloseTo(spot.x + spot.width * ((540 / 600) * (165 / 200)), 2)
      expect(ink.top * height).toBeGreaterThan(spot.y * height + 20 * scale)
      expect(ink.top * height).toBeLessThan(spot.y * height + 35 * scale)
      const bottom = spot.y * height + (55 + 6 + 2 * 10) * scale
      expect(ink.bottom * height).toBeLessThan(bottom + 1)
      expect(ink.bottom * height).toBeGreaterThan(bottom - 10 * scale)
    })
