import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PDFDocument, StandardFonts, degrees } from 'pdf-lib'
import { documentView, type DocumentView } from '#contract/documents.ts'
import { verdict, type Verdict } from '#contract/signatures.ts'
import { send } from './client.ts'
import { temporaryFolder } from './files.ts'

const run = promisify(execFile)

/** A signature as the page's canvas gives it: 600 by 200, black on white. */
export async function drawing(): Promise<string> {
  const file = join(await temporaryFolder(), 'signature.png')
  const line = 'drawbox=x=60:y=100:w=480:h=2:color=black:t=fill,format=rgb24'
  await run('ffmpeg', [
    ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'color=c=white:s=600x200:d=0.1', '-vf', line],
    ...['-frames:v', '1', file],
  ])
  return `data:image/png;base64,${(await readFile(file)).toString('base64')}`
}

/** A PDF with these words on its pages. */
export async function pdfOf(pages: string[], { turn = 0 }: { turn?: number } = {}): Promise<Buffer> {
  const doc = await PDFDocument.create()
  const font = await doc.embedFont(StandardFonts.Helvetica)
  for (const text of pages) {
    const page = doc.addPage([595, 842])
    page.setRotation(degrees(turn))
    page.drawText(text, { x: 60, y: 760, size: 12, font, maxWidth: 460, lineHeight: 16 })
  }
  return Buffer.from(await doc.save())
}

export const dataUrl = (pdf: Buffer): string => `data:application/pdf;base64,${pdf.toString('base64')}`

export async function uploadPdf(
  url: string,
  pdf: Buffer,
  more: Record<string, unknown> = {},
): Promise<DocumentView> {
  const { status, body } = await send(url, 'POST', '/api/documents', {
    fileName: 'Lease of 4 Mill Lane',
    fileData: dataUrl(pdf),
    ...more,
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return documentView.parse(body.document)
}

export async function newDrawing(url: string): Promise<number> {
  return Number((await send(url, 'POST', '/api/signatures', { data: await drawing() })).body.id)
}

export async function downloaded(url: string, id: number, as = 'current'): Promise<Buffer> {
  return Buffer.from(await (await fetch(`${url}/api/documents/${id}/download?as=${as}`)).arrayBuffer())
}

/** What poppler says of each signature, and whether it covers the whole. */
export async function pdfsig(pdf: Buffer): Promise<{ text: string; states: string[]; total: boolean[] }> {
  const file = join(await temporaryFolder(), 'signed.pdf')
  await writeFile(file, pdf)
  const { stdout } = await run('pdfsig', ['-nocert', file]).catch(
    (error: unknown) => error as { stdout: string },
  )
  return {
    text: stdout,
    states: [...stdout.matchAll(/Signature Validation: (.*?)\.?$/gm)].map(([, state]) => state!),
    total: [...stdout.matchAll(/(Total|Not total) document signed/g)].map(([, what]) => what === 'Total'),
  }
}

/** What the appliance says of a PDF. */
export async function verifyAt(url: string, pdf: Buffer): Promise<Verdict> {
  const answer = await fetch(`${url}/api/verify`, { method: 'POST', body: new Uint8Array(pdf) })
  return verdict.parse(await answer.json())
}

/** What OpenSSL reads in the last seal of a PDF. */
export async function sealOf(pdf: Buffer): Promise<string> {
  const text = pdf.toString('latin1')
  const hex = [...text.matchAll(/\/Contents <([0-9a-f]{1000,})>/gi)].at(-1)![1]!
  const file = join(await temporaryFolder(), 'seal.der')
  await writeFile(file, Buffer.from(hex, 'hex'))
  const { stdout } = await run('openssl', ['cms', '-cmsout', '-print', '-inform', 'DER', '-in', file], {
    maxBuffer: 10_000_000,
  })
  return stdout
}
