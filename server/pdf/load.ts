import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from 'pdf-lib'
import { Refused } from './refused.ts'

export const n = (name: string): PDFName => PDFName.of(name)

/** @throws Refused */
export async function load(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, {
      ignoreEncryption: true,
      updateMetadata: false,
      preserveXFA: true,
      forIncrementalUpdate: true,
    })
  } catch (cause) {
    throw new Refused('This PDF is damaged: its parts cannot be put together.', { cause })
  }
}

/** What a dictionary has under a name, wherever it lies; undefined when it is something else. */
export function dictOf(from: PDFDict | undefined, name: string): PDFDict | undefined {
  const value = from?.lookup(n(name))
  return value instanceof PDFDict ? value : undefined
}

export function arrayOf(from: PDFDict | undefined, name: string): PDFArray | undefined {
  const value = from?.lookup(n(name))
  return value instanceof PDFArray ? value : undefined
}

export function textOf(from: PDFDict, name: string): string | null {
  const value = from.lookup(n(name))
  if (!(value instanceof PDFString || value instanceof PDFHexString)) return null
  try {
    return value.decodeText()
  } catch {
    return null // bytes that are no text in any encoding of PDF
  }
}

/** Dictionaries of signatures with a value, in no order. */
export function signatureDicts(doc: PDFDocument): PDFDict[] {
  return doc.context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .filter((object): object is PDFDict => object instanceof PDFDict)
    .filter((dict) => dict.has(n('ByteRange')) && dict.has(n('Contents')))
}

/** What may be changed in a certified document (PDF 32000-1, 12.8.2.2): 1 nothing, 2 filling in and signing; null: anything. */
export function certification(doc: PDFDocument): number | null {
  const certifying = dictOf(dictOf(doc.catalog, 'Perms'), 'DocMDP')
  const references = arrayOf(certifying, 'Reference')
  if (!certifying) return null
  for (let i = 0; i < (references?.size() ?? 0); i++) {
    const reference = references?.lookup(i)
    const params = reference instanceof PDFDict ? dictOf(reference, 'TransformParams') : undefined
    const level = params?.lookup(n('P'))
    if (level instanceof PDFNumber) return level.asNumber()
  }
  return 2
}

/** Why nothing may be added to it; null: it may. @throws Refused */
export function whyNotSign(doc: PDFDocument): string | null {
  if (doc.context.trailerInfo.Encrypt)
    return 'This PDF is protected against changes. Save it without a password and upload it again.'
  if (certification(doc) === 1) return 'Whoever certified this PDF allows no changes, not even a signature.'
  const form = dictOf(doc.catalog, 'AcroForm')
  if (form?.has(n('XFA')))
    return 'This is an XFA form, whose pages are made anew each time it is opened. Print it to a PDF file and upload that.'
  return null
}
