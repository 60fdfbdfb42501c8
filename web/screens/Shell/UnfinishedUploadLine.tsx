import { CircleAlert, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button, IconButton } from '../../ui/Button.tsx'
import { fileSize } from '../../ui/format.ts'
import { dismissUnfinished, type UnfinishedUpload } from '../../uploads/unfinished.ts'
import { addUpload } from '../../uploads/uploads.ts'

/** An upload of an earlier page, which goes on once its file has been chosen again. */
export function UnfinishedUploadLine({ upload }: { upload: UnfinishedUpload }) {
  const { name, size, title } = upload
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState(false)
  const choose = (file: File | undefined) => {
    if (!file) return
    const same = file.name === name && file.size === size
    setRefused(!same)
    if (!same) return
    dismissUnfinished(upload)
    addUpload(file, title)
  }
  return (
    <li className="flex items-start gap-1 py-2 pr-1.5 pl-4">
      <div className="min-w-0 flex-1 space-y-1.5">
        <p className="text-sm break-words">{name} was not finished. Choose the same file to continue.</p>
        {refused && (
          <p role="alert" className="flex items-start gap-1.5 text-sm text-bad">
            <CircleAlert size={16} strokeWidth={1.75} className="mt-px shrink-0" aria-hidden />
            This is a different file. It must be {name}, {fileSize(size)}.
          </p>
        )}
        <input
          ref={input}
          type="file"
          className="sr-only"
          tabIndex={-1}
          aria-label={`The file ${name}`}
          onChange={(event) => {
            choose(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button small onClick={() => input.current?.click()}>
          Choose the file
        </Button>
      </div>
      <IconButton icon={X} label={`Dismiss ${name}`} onClick={() => dismissUnfinished(upload)} />
    </li>
  )
}
