import { FileBox } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { listModels, uploadModel, type InstalledModel } from '#contract/models.ts'
import { errorFrom, keys } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { useLeaveWarning } from '../../hooks/page.ts'
import { isOk, sendForm, type UploadProgress } from '../../send.ts'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { bytes } from '../../ui/format.ts'
import { toast } from '../../ui/Toaster.tsx'
import { UploadLine } from '../../ui/UploadLine.tsx'

type SendOptions = { onProgress: (progress: UploadProgress) => void; signal: AbortSignal }

async function send(file: File, options: SendOptions): Promise<InstalledModel> {
  const form = new FormData()
  form.append('model', file)
  const request = await sendForm(uploadModel, { form, size: file.size, ...options })
  if (!isOk(request)) throw errorFrom(request.status, request.responseText)
  return (JSON.parse(request.responseText) as { model: InstalledModel }).model
}

/** A model that somebody carried here, for machines that fetch nothing themselves. */
export function AddModel({ onClose }: { onClose: () => void }) {
  const { mutate } = useSWRConfig()
  const input = useRef<HTMLInputElement>(null)
  const cancel = useRef<AbortController | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const action = useAction()
  const id = useId()
  useLeaveWarning(action.busy)

  const upload = async (chosen: File) => {
    const controller = new AbortController()
    cancel.current = controller
    setProgress({ sent: 0, total: chosen.size, rate: null, secondsLeft: null })
    const done = await action.run(async () => {
      const model = await send(chosen, { onProgress: setProgress, signal: controller.signal })
      toast({
        title: 'Model added',
        description: `${model.name} has been added${model.active ? ' and is in use' : ''}.`,
      })
      await Promise.all([mutate(listModels.path), mutate(keys.status)])
    })
    setProgress(null)
    if (controller.signal.aborted) action.clear()
    if (done) onClose()
  }

  return (
    <Dialog
      open
      onClose={action.busy ? () => undefined : onClose}
      title="Add a model from a file"
      actions={
        <>
          <Button look="primary" disabled={!file || action.busy} onClick={() => file && void upload(file)}>
            Add
          </Button>
          <Button onClick={action.busy ? () => cancel.current?.abort() : onClose}>
            {action.busy ? 'Cancel upload' : 'Cancel'}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <div>
          <p className="mb-1 font-medium" id={id}>
            Model file
          </p>
          <input
            ref={input}
            type="file"
            accept=".bin"
            className="sr-only"
            tabIndex={-1}
            aria-labelledby={id}
            onChange={(event) => {
              const chosen = event.target.files?.[0]
              if (chosen) setFile(chosen)
              action.clear()
              event.target.value = ''
            }}
          />
          <div className="flex min-h-14 items-center gap-3 rounded-md border border-dashed border-control px-3 py-2">
            <FileBox size={20} strokeWidth={1.75} className="shrink-0 text-ink-3" aria-hidden />
            {file ? (
              <p className="min-w-0 flex-1">
                <span className="block truncate" title={file.name}>
                  {file.name}
                </span>
                <span className="block text-sm text-ink-3 tabular-nums">{bytes(file.size)}</span>
              </p>
            ) : (
              <p className="min-w-0 flex-1 text-ink-3">A whisper.cpp model, ggml-….bin</p>
            )}
            <Button small disabled={action.busy} onClick={() => input.current?.click()} data-autofocus>
              {file ? 'Choose another' : 'Choose a file'}
            </Button>
          </div>
          <p className="mt-1 text-sm text-ink-3">It is checked, loaded once as a test, and then used.</p>
        </div>
        <FailureBanner error={action.error} />
        {file && progress && (
          <UploadLine
            progress={progress}
            name={file.name}
            sent={<p className="mt-1.5 text-sm text-ink-2">Checking and loading it</p>}
          />
        )}
      </div>
    </Dialog>
  )
}
