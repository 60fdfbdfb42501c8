import { join } from 'node:path'
import { AppError } from '../errors.ts'
import { createThread, ThreadDeadline } from '../processes/thread.ts'
import type { Printed, PrintDocument } from './document.ts'

export type { Block, Printed, PrintDocument, Run } from './document.ts'

export type PrintFormat = 'docx' | 'pdf'

/** Makes Word files and PDFs, and keeps nobody waiting meanwhile. */
export type Print = (document: PrintDocument, format: PrintFormat, signal?: AbortSignal) => Promise<Printed>

/** Far beyond what a whole day of talk takes. */
const deadlineMs = 120_000

export function createPrint(appRoot: string): Print {
  const inThread = createThread(join(appRoot, 'dist', 'server', 'printer.js'))
  return async (document, format, signal) => {
    try {
      return (await inThread({ document, format }, { deadlineMs, ...(signal && { signal }) })) as Printed
    } catch (error) {
      if (!(error instanceof ThreadDeadline)) throw error
      throw new AppError(
        'export_failed',
        'This is too long to be printed. The text formats can still be exported.',
      )
    }
  }
}
