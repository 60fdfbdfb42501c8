import { serveThread } from '../processes/thread-end.ts'
import { renderDocx } from './docx.ts'
import { renderPdf } from './pdf.ts'
import type { PrintDocument } from './document.ts'

/** A thread of its own beside the server; see print.ts, which starts it. */
serveThread(({ document, format }: { document: PrintDocument; format: 'docx' | 'pdf' }) =>
  format === 'pdf' ? renderPdf(document) : renderDocx(document),
)
