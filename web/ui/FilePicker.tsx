import { useId, useRef } from 'react'
import { Button, type Icon } from './Button.tsx'
import { cx } from './cx.ts'

type FilePickerProps = {
  label: string
  icon: Icon
  /** Of what was chosen. */
  name: string | undefined
  /** Its size. */
  detail: string | undefined
  /** Stands there while nothing is chosen. */
  hint: string
  /** Why the last choice was refused, or what is missing. */
  error?: string | undefined
  accept: string
  disabled?: boolean
  multiple?: boolean
  onChoose: (files: readonly File[]) => void
}

/** A field for a file, which says what was chosen. */
export function FilePicker({
  label,
  icon: FileIcon,
  name,
  detail,
  hint,
  error,
  accept,
  disabled,
  multiple,
  onChoose,
}: FilePickerProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div>
      <p className="mb-1 font-medium" id={id}>
        {label}
      </p>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple ?? false}
        className="sr-only"
        tabIndex={-1}
        aria-labelledby={id}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          if (files.length > 0) onChoose(files)
          event.target.value = ''
        }}
      />
      <div
        className={cx(
          'flex min-h-14 items-center gap-3 rounded-md border border-dashed px-3 py-2',
          error ? 'border-bad' : 'border-control',
        )}
      >
        <FileIcon size={20} strokeWidth={1.75} className="shrink-0 text-ink-3" aria-hidden />
        {name ? (
          <p className="min-w-0 flex-1">
            <span className="block truncate" title={name}>
              {name}
            </span>
            <span className="block text-sm text-ink-3 tabular-nums">{detail}</span>
          </p>
        ) : (
          <p className="min-w-0 flex-1 text-ink-3">{hint}</p>
        )}
        <Button small disabled={disabled} onClick={() => input.current?.click()} data-autofocus>
          {name ? 'Choose another' : 'Choose a file'}
        </Button>
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
