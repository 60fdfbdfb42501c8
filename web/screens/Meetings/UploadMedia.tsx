import { CircleAlert, Upload as UploadIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { tryNow } from '../../uploads/again.ts'
import { isVideo, usuallyAccepted } from '../../uploads/media.ts'
import { isUnderWay, useUploads, type Upload } from '../../uploads/store.ts'
import { addUpload, cancelUpload, forget, moveToTray } from '../../uploads/uploads.ts'
import { AboutMeetingFields, aboutOf, noAnswers, useOffered } from '../../ui/AboutMeeting.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Processing, UploadLine } from '../../ui/UploadLine.tsx'
import { useChosenFiles } from './chosen-files.ts'
import { ChosenFiles } from './ChosenFiles.tsx'

type UploadMediaProps = {
  open: boolean
  onClose: () => void
  /** Files that were dropped on the screen. */
  dropped: readonly File[]
  /** What the server takes, once it has said so. */
  accept: string | undefined
}

export function UploadMedia({ open, onClose, dropped, accept }: UploadMediaProps) {
  const choice = useChosenFiles(accept)
  const { chosen, tried, add } = choice
  const [answers, setAnswers] = useState(noAnswers)
  const [id, setId] = useState<number | null>(null)
  const upload = useUploads().find((one) => one.id === id)
  const uploading = upload !== undefined && isUnderWay(upload)
  const [first] = chosen
  const offered = useOffered(
    chosen.length === 1 ? (first?.title ?? '') : '',
    first?.file.lastModified ?? null,
  )

  const [seen, setSeen] = useState<readonly File[]>([])
  if (dropped !== seen) {
    setSeen(dropped)
    if (dropped.length > 0 && !uploading) add(dropped)
  }

  const reset = () => {
    choice.clear()
    setAnswers(noAnswers)
    setId(null)
    onClose()
  }

  // Wherever the person goes while it is under way, it is to be seen.
  useEffect(
    () => () => {
      if (id !== null) moveToTray(id)
    },
    [id],
  )

  const close = () => {
    if (upload && !uploading) forget(upload.id)
    reset()
  }

  const send = () => {
    if (!choice.complete) return choice.setTried(true)
    if (upload) forget(upload.id)
    const [only] = chosen
    if (only && chosen.length === 1) {
      const about = aboutOf(answers, offered, new Date(only.file.lastModified).toISOString())
      setId(addUpload(only.file, only.title.trim(), { onDone: reset, about }))
      return
    }
    for (const { file, title } of chosen) addUpload(file, title.trim())
    reset()
  }

  const cancel = () => {
    if (upload) cancelUpload(upload.id)
    setId(null)
  }

  const failure = failureOf(upload)
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Upload Media File"
      actions={
        uploading ? (
          <>
            <Button onClick={close}>Continue in the background</Button>
            <Button look="quiet" onClick={cancel}>
              Cancel upload
            </Button>
          </>
        ) : (
          <>
            <Button look="primary" icon={UploadIcon} onClick={send} disabled={!choice.complete}>
              Upload
            </Button>
            <Button onClick={close}>Cancel</Button>
          </>
        )
      }
    >
      <div className="space-y-4">
        <ChosenFiles
          chosen={chosen}
          early={choice.early}
          refusal={choice.refusal}
          tried={tried}
          onEarly={choice.setEarly}
          accept={accept ?? usuallyAccepted}
          disabled={uploading}
          onAdd={add}
          onChange={choice.setChosen}
          onEnter={send}
        />
        {/* Of several files each was another meeting: it is asked on their own pages. */}
        {chosen.length === 1 && (
          <AboutMeetingFields
            answers={answers}
            offered={offered}
            disabled={uploading}
            onChange={setAnswers}
          />
        )}
        {failure && !uploading && (
          <Banner tone="bad" icon={CircleAlert} live>
            {failure}
          </Banner>
        )}
        {upload && uploading && <Sending upload={upload} />}
      </div>
    </Dialog>
  )
}

/** That it failed, the toast says; here stands why, or what to do. */
function failureOf(upload: Upload | undefined): string | null {
  return upload?.error
    ? (upload.error.detail ?? 'Nothing was saved. Your file is still selected; try again.')
    : null
}

function Sending({ upload: { file, progress, offline } }: { upload: Upload }) {
  const video = isVideo(file)
  return (
    <UploadLine
      progress={progress}
      name={file.name}
      offline={offline}
      onTryNow={tryNow}
      sent={
        <>
          <Processing video={video} />
          {video && <p className="text-sm text-warn">Video processing may take a minute for larger files</p>}
        </>
      }
    />
  )
}
