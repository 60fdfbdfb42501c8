import { Download } from 'lucide-react'
import { useState } from 'react'
import { filesOf } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'

type DownloadAudioProps = {
  recordingId: number
  /** Why there is nothing to save yet. */
  unavailable?: string | undefined
  onFailure: (failed: boolean) => void
}

/** Saves the sound as "{title}.wav". The server is asked first whether it can give it, for a link says nothing. */
export function DownloadAudio({ recordingId, unavailable, onFailure }: DownloadAudioProps) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    onFailure(false)
    try {
      const address = filesOf(recordingId).directDownload
      const response = await fetch(address, { method: 'HEAD' })
      if (!response.ok) throw new Error(String(response.status))
      const link = document.createElement('a')
      link.href = address
      link.download = ''
      link.click()
    } catch {
      onFailure(true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      icon={Download}
      disabled={busy || unavailable !== undefined}
      title={unavailable}
      aria-description={unavailable}
      onClick={() => void download()}
    >
      {busy ? 'Preparing…' : 'Download Audio'}
    </Button>
  )
}
