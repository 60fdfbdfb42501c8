import { FileAudio, FileVideo } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { FilePicker } from '../../ui/FilePicker.tsx'
import { fileSize } from '../../ui/format.ts'
import { isVideo } from '../../uploads/media.ts'

export type Chosen = { file: File; title: string }

type ChosenFilesProps = {
  chosen: Chosen[]
  /** The title that was typed before a file was chosen. */
  early: string
  /** Why the last choice was not taken. */
  refusal: string | null
  /** Somebody wanted to go on: what is missing is said. */
  tried: boolean
  accept: string
  disabled: boolean
  onAdd: (files: readonly File[]) => void
  onChange: (chosen: Chosen[]) => void
  onEarly: (title: string) => void
  /** Enter in a title. */
  onEnter: () => void
}

const incomplete = 'Please select a file and enter a title'

/** The dialog's two fields, a file and its title; one title a file where several were chosen. */
export function ChosenFiles(props: ChosenFilesProps) {
  const { chosen, early, refusal, tried, accept, disabled, onAdd, onChange, onEarly, onEnter } = props
  const list = useId()
  const [only] = chosen
  const several = chosen.length > 1
  const titleField = (one: Chosen | undefined, index: number) => (
    <Field
      label={several ? `Title of ${one?.file.name}` : 'Title'}
      value={one?.title ?? early}
      disabled={disabled}
      maxLength={300}
      error={one && one.title.trim() === '' ? incomplete : undefined}
      onChange={({ target }) => {
        if (!one) return onEarly(target.value)
        onChange(chosen.map((other, at) => (at === index ? { ...other, title: target.value } : other)))
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter()
      }}
    />
  )

  return (
    <>
      <FilePicker
        label="Audio or video file"
        icon={only && isVideo(only.file) ? FileVideo : FileAudio}
        name={several ? `${chosen.length} files` : only?.file.name}
        detail={only && fileSize(chosen.reduce((sum, { file }) => sum + file.size, 0))}
        hint="Any audio, or MP4, WebM, MOV, AVI or MKV video"
        error={refusal ?? (!only && (tried || early.trim() !== '') ? incomplete : undefined)}
        accept={accept}
        disabled={disabled}
        multiple
        onChoose={onAdd}
      />
      {several ? (
        <ul aria-labelledby={list} className="max-h-72 space-y-3 overflow-y-auto pb-1">
          {chosen.map((one, index) => (
            <li
              key={`${one.file.name} ${one.file.size} ${one.file.lastModified}`}
              className="flex items-end gap-2"
            >
              <div className="min-w-0 flex-1">{titleField(one, index)}</div>
              <Button small onClick={() => onChange(chosen.filter((other) => other !== one))}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        titleField(only, 0)
      )}
    </>
  )
}
