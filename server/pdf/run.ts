import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { z } from 'zod'
import { AppError } from '../errors.ts'
import { spawnChild } from '../processes/child.ts'
import {
  inspection,
  placed,
  refusal,
  verification,
  type Inspection,
  type PdfRequest,
  type Placed,
  type Verification,
} from './protocol.ts'

export { blockSpot } from './block-spot.ts'
export type { FoundSignature, Inspection, Placed, Spot, Verification } from './protocol.ts'

/** A page of text is read in milliseconds; what takes this long is built to take long. */
const deadlineMs = 120_000
/** Of JavaScript's heap, and of everything. */
const heapMb = 768
const memory = 3_000_000_000
const longestAnswer = 64 * 1024 * 1024

export type Pdf = ReturnType<typeof createPdf>

type Of<Op extends PdfRequest['op']> = Omit<Extract<PdfRequest, { op: Op }>, 'op'>

/** PDF files are read and written in a child program each time: what a hostile one does, it does there. */
export function createPdf({ appRoot }: { appRoot: string }) {
  async function ask<S extends z.ZodType>(request: PdfRequest, answer: S): Promise<z.infer<S>> {
    const program = join(appRoot, 'dist', 'server', 'pdf.js')
    const args = [`--max-old-space-size=${heapMb}`, program]
    const child = spawnChild(process.execPath, args, {
      ...{ stdin: 'pipe', stdout: 'pipe', nice: 5, memory, network: false },
    })
    let late = false
    const timer = setTimeout(() => {
      late = true
      child.process.kill('SIGKILL')
    }, deadlineMs)
    try {
      child.process.stdin!.on('error', () => undefined) // a child that ended early says so by its end
      child.process.stdin!.end(JSON.stringify(request))
      let bytes = 0
      child.process.stdout!.on('data', (data: Buffer) => {
        bytes += data.length
        if (bytes > longestAnswer) child.process.kill('SIGKILL')
      })
      const printed = await text(child.process.stdout!)
      const { code } = await child.ended
      if (code !== 0 || printed === '') throw broken(late, child.tail())
      const value: unknown = JSON.parse(printed)
      const refused = refusal.safeParse(value)
      if (refused.success) throw new AppError('pdf_unusable', refused.data.refused)
      return answer.parse(value)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    /** Pages and their text, and whether it can be signed. @throws AppError pdf_unusable */
    inspect: (file: string): Promise<Inspection> => ask({ op: 'inspect', file }, inspection),
    /** Adds a signature's block and the room for its seal. @throws AppError pdf_unusable */
    place: (request: Of<'place'>): Promise<Placed> => ask({ op: 'place', ...request }, placed),
    /** @throws AppError pdf_unusable */
    verify: (file: string): Promise<Verification> => ask({ op: 'verify', file }, verification),
  }
}

function broken(late: boolean, tail: string): AppError {
  const why = late
    ? `This PDF could not be read within ${deadlineMs / 60_000} minutes. It may be damaged, or much too large.`
    : 'This PDF could not be read: it is damaged, or takes more memory than a PDF may.'
  return new AppError('pdf_unusable', why, { cause: new Error(tail || 'the PDF program said nothing') })
}
