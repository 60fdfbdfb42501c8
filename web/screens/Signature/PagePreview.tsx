import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { downloadDocument, type DocumentView } from '#contract/documents.ts'
import { urlOf } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { SpotBox, type Placing } from './SpotBox.tsx'

GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href

/** Sharp enough to be read where the preview is widest. */
const drawnWidth = 1100

type PagePreviewProps = {
  document: DocumentView
  /** From 1. */
  page: number
  onPage: (page: number) => void
  /** The signature that is being placed on it. */
  placing?: Placing | undefined
}

/** A page of the PDF, drawn in the browser; nothing in it runs. */
export function PagePreview({ document, page, onPage, placing }: PagePreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null)
  const [failure, setFailure] = useState(false)
  const [drawn, setDrawn] = useState<{ page: number; shape: number } | null>(null)

  useEffect(() => {
    const url = urlOf(downloadDocument, { id: document.id }, { as: 'view' })
    const task = getDocument({ url, isEvalSupported: false, disableFontFace: true })
    task.promise.then(setPdf, () => setFailure(true))
    return () => void task.destroy()
  }, [document.id])

  useEffect(() => {
    if (!pdf) return undefined
    let cancelled = false
    async function draw(source: PDFDocumentProxy): Promise<void> {
      const sheet = await source.getPage(page)
      const target = canvas.current
      if (cancelled || !target) return
      const scale = drawnWidth / sheet.getViewport({ scale: 1 }).width
      const viewport = sheet.getViewport({ scale })
      target.width = viewport.width
      target.height = viewport.height
      await sheet.render({ canvas: target, viewport }).promise
      if (!cancelled) setDrawn({ page, shape: viewport.height / viewport.width })
    }
    // A drawing that another page took the place of is no failure.
    draw(pdf).catch(() => !cancelled && setFailure(true))
    return () => {
      cancelled = true
    }
  }, [pdf, page])

  return (
    <div>
      <div className="mb-2 flex items-center justify-between gap-2">
        <p className="text-ink-2 tabular-nums" aria-live="polite">
          Page {page} of {document.pages}
        </p>
        <div className="flex gap-2">
          <Button small disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          <Button small disabled={page >= document.pages} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </div>
      </div>
      {failure ? (
        <p role="alert" className="rounded-md border border-line px-4 py-8 text-center text-ink-2">
          This page cannot be shown. The document can be downloaded.
        </p>
      ) : (
        <div className="relative rounded-md border border-line bg-[#fff]">
          <canvas
            ref={canvas}
            role="img"
            data-drawn={drawn?.page}
            aria-label={`Page ${page} of ${document.fileName}`}
            className={drawn ? 'block w-full rounded-md' : 'block aspect-[1/1.414] w-full'}
          />
          {placing && drawn?.page === page && <SpotBox {...placing} shape={drawn.shape} />}
        </div>
      )}
      {!document.hasText && (
        <p className="mt-2 text-sm text-ink-2">Its pages are pictures: their words cannot be searched.</p>
      )}
    </div>
  )
}
