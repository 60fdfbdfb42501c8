import { readFile, writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { pdfRequest, type PdfRequest } from './protocol.ts'
import { Refused } from './refused.ts'

/** Reads and writes PDF files, as a program of its own: run.ts starts it, with limits of time and memory. */

async function answer(request: PdfRequest): Promise<unknown> {
  switch (request.op) {
    case 'inspect':
      return (await import('./inspect.ts')).inspect(await readFile(request.file))
    case 'place': {
      const { bytes, ...placed } = await (
        await import('./place.ts')
      ).place(await readFile(request.file), request)
      await writeFile(request.output, bytes, { mode: 0o600 })
      return placed
    }
    case 'verify':
      return (await import('./verify.ts')).verify(await readFile(request.file))
  }
}

async function main(): Promise<void> {
  const request = pdfRequest.parse(JSON.parse(await text(process.stdin)))
  const given = await answer(request).catch((error: unknown) => {
    if (error instanceof Refused) return { refused: error.message }
    throw error
  })
  process.stdout.write(JSON.stringify(given))
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
})
