import { createHash, type Hash } from 'node:crypto'
import { PDFArray, PDFDict, PDFRef, PDFStream, type PDFDocument, type PDFObject } from 'pdf-lib'
import { n } from './load.ts'

/** What of a page is seen and stays; annotations and fields, which later signatures add, are not among it. */
const seen = ['Contents', 'Resources', 'MediaBox', 'CropBox', 'Rotate', 'UserUnit'] as const

/** A digest of what is on the first pages (all of them where no number is given): the same before and after somebody signs. */
export function pagesDigest(doc: PDFDocument, count?: number): string {
  const hash = createHash('sha256')
  const pages = doc.getPages()
  for (const page of pages.slice(0, count ?? pages.length)) {
    const visited = new Set<PDFObject>()
    for (const name of seen) {
      hash.update(`\n${name}:`)
      const value = page.node.getInheritableAttribute(n(name)) ?? page.node.get(n(name))
      if (value) add(doc, hash, value, visited)
    }
  }
  return hash.digest('hex')
}

function add(doc: PDFDocument, hash: Hash, given: PDFObject, visited: Set<PDFObject>): void {
  const object = given instanceof PDFRef ? doc.context.lookup(given) : given
  if (!object || visited.has(object)) return
  if (object instanceof PDFStream) {
    visited.add(object)
    add(doc, hash, object.dict, visited)
    hash.update(object.getContents())
  } else if (object instanceof PDFDict) {
    visited.add(object)
    for (const [key, value] of object.entries()) {
      hash.update(key.toString())
      // Back to the page, and from there to everything.
      if (key !== n('Parent') && key !== n('P')) add(doc, hash, value, visited)
    }
  } else if (object instanceof PDFArray) {
    visited.add(object)
    for (const value of object.asArray()) add(doc, hash, value, visited)
  } else hash.update(object.toString())
}
