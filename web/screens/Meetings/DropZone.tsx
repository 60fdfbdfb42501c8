import { Upload } from 'lucide-react'
import { useEffect, useState } from 'react'

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false
}

/** Lets files be dropped anywhere on the window, and says so while some hang over it. */
export function DropZone({ onDrop }: { onDrop: (files: File[]) => void }) {
  const [over, setOver] = useState(false)

  useEffect(() => {
    // Entering a child fires before leaving its parent, so only the balance tells.
    let depth = 0
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return
      depth += 1
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return
      depth = Math.max(0, depth - 1)
      if (depth === 0) setOver(false)
    }
    const hover = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      depth = 0
      setOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0) onDrop(files)
    }
    addEventListener('dragenter', enter)
    addEventListener('dragleave', leave)
    addEventListener('dragover', hover)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragenter', enter)
      removeEventListener('dragleave', leave)
      removeEventListener('dragover', hover)
      removeEventListener('drop', drop)
    }
  }, [onDrop])

  if (!over) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-40 flex items-center justify-center bg-shade p-6 md:left-64">
      <p className="flex items-center gap-3 rounded-md border border-line bg-surface px-5 py-4 text-lg font-semibold shadow-float">
        <Upload size={20} strokeWidth={1.75} aria-hidden />
        Drop files to upload them
      </p>
    </div>
  )
}
