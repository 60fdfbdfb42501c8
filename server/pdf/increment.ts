import { createHash } from 'node:crypto'
import { PDFName, PDFRef, PDFStream, type PDFContext, type PDFObject } from 'pdf-lib'

/**
 * Writes what has changed in a document behind the bytes that were there (PDF 32000-1, 7.5.6), so that what was signed
 * stays as it was. pdf-lib's own way rewrites more than it must, and picks its kind of cross-reference by the version.
 */

export type Before = { bytes: Uint8Array; digests: Map<string, string> }

const digestOf = (object: PDFObject): string => {
  // What is in a stream is never changed here, and may be large.
  const part = object instanceof PDFStream ? object.dict : object
  const buffer = new Uint8Array(part.sizeInBytes())
  part.copyBytesInto(buffer, 0)
  return createHash('sha1').update(buffer).digest('base64')
}

/** How every part is before it is worked on. */
export function remember(bytes: Uint8Array, context: PDFContext): Before {
  const digests = new Map<string, string>()
  for (const [ref, object] of context.enumerateIndirectObjects()) digests.set(ref.tag, digestOf(object))
  return { bytes, digests }
}

export const lastStartXref = (bytes: Uint8Array): number => {
  const tail = Buffer.from(bytes.subarray(Math.max(0, bytes.length - 2048))).toString('latin1')
  const at = tail.lastIndexOf('startxref')
  return at === -1 ? -1 : Number.parseInt(tail.slice(at + 9, at + 40), 10)
}

const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  Buffer.from(bytes.subarray(at, at + length)).toString('latin1')

/** Why an update cannot refer to what is there; null: it can. */
export function whyRewrite(bytes: Uint8Array): string | null {
  if (textAt(bytes, 0, 5) !== '%PDF-') return 'there was something before its beginning'
  const at = lastStartXref(bytes)
  if (!(at > 0 && at < bytes.length)) return 'its table of contents was missing'
  const there = textAt(bytes, at, 40)
  if (/^\s{0,4}\d{1,10} \d{1,5} obj/.test(there)) return null
  if (!/^\s{0,4}xref\s/.test(there)) return 'its table of contents was in another place than it said'
  // Files that were cut and joined by hand have a table whose places are wrong.
  const rows = textAt(bytes, at, 20_000).matchAll(/(\d{10}) \d{5} n/g)
  for (const [, place] of rows)
    if (!/^\s{0,2}\d{1,10}\s+\d{1,5}\s+obj/.test(textAt(bytes, Number(place), 30)))
      return 'its table of contents was wrong'
  return null
}

function serialised(ref: PDFRef, object: PDFObject): Buffer {
  const head = Buffer.from(`${ref.objectNumber} ${ref.generationNumber} obj\n`, 'latin1')
  const body = new Uint8Array(object.sizeInBytes())
  object.copyBytesInto(body, 0)
  return Buffer.concat([head, body, Buffer.from('\nendobj\n', 'latin1')])
}

/** @returns the bytes of the file, and where each written object begins */
export function increment(
  { bytes, digests }: Before,
  context: PDFContext,
): { bytes: Buffer; places: Map<PDFRef, number> } {
  const startXref = lastStartXref(bytes)
  const parts: Buffer[] = [Buffer.from(bytes), Buffer.from('\n', 'latin1')]
  let at = bytes.length + 1
  const places = new Map<PDFRef, number>()
  const changed = context
    .enumerateIndirectObjects()
    .filter(([ref, object]) => digests.get(ref.tag) !== digestOf(object))
  for (const [ref, object] of changed) {
    const part = serialised(ref, object)
    places.set(ref, at)
    parts.push(part)
    at += part.length
  }
  const isTable = /^\s{0,4}xref/.test(textAt(bytes, startXref, 10))
  parts.push(isTable ? table(context, places, startXref) : stream(context, places, { prev: startXref, at }))
  parts.push(Buffer.from(`startxref\n${at}\n%%EOF\n`, 'latin1'))
  return { bytes: Buffer.concat(parts), places }
}

const inOrder = (places: Map<PDFRef, number>): [PDFRef, number][] =>
  [...places].sort(([a], [b]) => a.objectNumber - b.objectNumber)

/** Objects that follow each other, as both kinds of cross-reference want them. */
function runs(entries: [PDFRef, number][]): [PDFRef, number][][] {
  const all: [PDFRef, number][][] = []
  for (const entry of entries) {
    const last = all.at(-1)
    if (last && last.at(-1)![0].objectNumber + 1 === entry[0].objectNumber) last.push(entry)
    else all.push([entry])
  }
  return all
}

const trailerOf = (context: PDFContext, size: number, prev: number) => {
  const { Root, Info, ID } = context.trailerInfo
  return context.obj({
    Size: size,
    ...(Root && { Root }),
    ...(Info && { Info }),
    ...(ID && { ID }),
    Prev: prev,
  })
}

function table(context: PDFContext, places: Map<PDFRef, number>, prev: number): Buffer {
  const sections = runs(inOrder(places)).map((run) => {
    const rows = run.map(
      ([ref, at]) => `${String(at).padStart(10, '0')} ${String(ref.generationNumber).padStart(5, '0')} n \n`,
    )
    return `${run[0]![0].objectNumber} ${run.length}\n${rows.join('')}`
  })
  const trailer = trailerOf(context, context.largestObjectNumber + 1, prev)
  return Buffer.from(`xref\n${sections.join('')}trailer\n${trailer.toString()}\n`, 'latin1')
}

function stream(
  context: PDFContext,
  places: Map<PDFRef, number>,
  { prev, at }: { prev: number; at: number },
): Buffer {
  const own = PDFRef.of(context.largestObjectNumber + 1)
  const entries: [PDFRef, number][] = [...inOrder(places), [own, at]]
  const rows = Buffer.alloc(entries.length * 7)
  for (const [i, [ref, place]] of entries.entries()) {
    rows.writeUInt8(1, i * 7)
    rows.writeUInt32BE(place, i * 7 + 1)
    rows.writeUInt16BE(ref.generationNumber, i * 7 + 5)
  }
  const dict = trailerOf(context, own.objectNumber + 1, prev)
  dict.set(PDFName.of('Type'), PDFName.of('XRef'))
  dict.set(PDFName.of('W'), context.obj([1, 4, 2]))
  const index = runs(entries).flatMap((run) => [run[0]![0].objectNumber, run.length])
  dict.set(PDFName.of('Index'), context.obj(index))
  dict.set(PDFName.of('Length'), context.obj(rows.length))
  return Buffer.concat([
    Buffer.from(`${own.objectNumber} 0 obj\n${dict.toString()}\nstream\n`, 'latin1'),
    rows,
    Buffer.from('\nendstream\nendobj\n', 'latin1'),
  ])
}
