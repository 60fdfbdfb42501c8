import { CircleAlert, FileText, Upload } from 'lucide-react'
import { textTypes, textTypesHint } from '../../uploads/text-file.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { FilePicker } from '../../ui/FilePicker.tsx'
import { fileSize } from '../../ui/format.ts'
import { SpeakerNames } from './SpeakerNames.tsx'
import { useTranscriptUpload } from './transcript-upload.ts'

export function UploadTranscript({ open, onClose }: { open: boolean; onClose: () => void }) {
  const upload = useTranscriptUpload(onClose)
  const { form, change, state, error, refusal, choose, cancel, send } = upload
  const uploading = state === 'uploading'
  return (
    <Dialog
      open={open}
      onClose={uploading ? () => undefined : cancel}
      title="Upload Transcript"
      actions={
        <>
          <Button look="primary" icon={Upload} onClick={() => void send()} disabled={state !== 'idle'}>
            {uploading ? 'Uploading…' : 'Upload'}
          </Button>
          <Button onClick={cancel} disabled={uploading}>
            Cancel
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <FilePicker
          label="Transcript file"
          icon={FileText}
          name={form.file?.name}
          detail={form.file ? fileSize(form.file.size) : undefined}
          hint={textTypesHint}
          error={refusal ?? undefined}
          accept={textTypes}
          disabled={state !== 'idle'}
          onChoose={(files) => void choose(files)}
        />
        <Field
          label="Title"
          value={form.title}
          maxLength={300}
          disabled={uploading}
          onChange={(event) => change({ title: event.target.value })}
        />
        <Field
          label="Meeting date"
          type="date"
          value={form.day}
          disabled={uploading}
          onChange={(event) => change({ day: event.target.value })}
        />
        {state === 'analysing' && (
          <p role="status" className="text-ink-2">
            Looking for speakers…
          </p>
        )}
        <SpeakerNames
          speakers={form.speakers}
          disabled={uploading}
          onChange={(speakers) => change({ speakers })}
        />
        {error && (
          <Banner tone="bad" icon={CircleAlert} live>
            {error}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
