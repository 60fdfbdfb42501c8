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
  accept: string
  disabled: boolean
  onAdd: (files: readonly File[]) => void
  onChange: (chosen: Chosen[]) => void
  /** Enter in a title. */
  onEnter: () => void
}

/** The dialog's two fields, a file and its title; one title a file where several were chosen. */
export function ChosenFiles({ chosen, accept, disabled, onAdd, onChange, onEnter }: ChosenFilesProps) {
  const list = useId()
  const [only] = chosen
  const several = chosen.length > 1
  const titleField = (one: Chosen | undefined, index: number) => (
    <Field
      label={several ? `Title of ${one?.file.name}` : 'Title'}
      value={one?.title ?? ''}
      disabled={disabled || !one}
      maxLength={300}
      onChange={(event) =>
        onChange(chosen.map((other, at) => (at === index ? { ...other, title: event.target.value } : other)))
      }
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
