import { useId } from 'react'
import type { Draft } from './draft.ts'

/** What is read out before a meeting is recorded. */
export function RecordingNotice({ draft }: { draft: Draft }) {
  const id = useId()
  const text = draft.values.recordingNotice
  const isEmpty = text.trim() === ''
  return (
    <div className="px-4 py-3">
      <label htmlFor={id} className="block font-medium">
        Recording notice
      </label>
      <p id={`${id}-about`} className="text-ink-2">
        Shown on the recorder before each recording, to be read out to everyone present.
      </p>
      <textarea
        id={id}
        value={text}
        rows={4}
        maxLength={2000}
        required
        aria-invalid={isEmpty || undefined}
        aria-describedby={`${id}-about`}
        onChange={({ target }) => draft.set({ recordingNotice: target.value })}
        className="mt-2 w-full rounded-md border border-control bg-surface px-2.5 py-1.5 text-read aria-invalid:border-bad"
      />
      {isEmpty && (
        <p role="alert" className="mt-1 text-sm text-bad">
          Please enter a notice.
        </p>
      )}
    </div>
  )
}
