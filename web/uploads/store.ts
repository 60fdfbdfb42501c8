import { useSyncExternalStore } from 'react'
import type { Recording } from '#contract/recordings.ts'
import type { AboutMeeting } from '#contract/transcripts.ts'
import type { UploadProgress } from '../send.ts'

/** Every upload of this page, wherever the person has gone meanwhile. */

export type Upload = {
  id: number
  file: File
  title: string
  /** What the person has said of the meeting; null: nothing was asked. */
  about: AboutMeeting | null
  state: 'waiting' | 'sending' | 'done' | 'failed'
  progress: UploadProgress
  /** The line has gone; it is tried again by itself. */
  offline: boolean
  error: { message: string; detail: string | null } | null
  recording: Recording | null
  /** The dialog shows it; the tray need not. */
  inDialog: boolean
}

let uploads: readonly Upload[] = []
const listeners = new Set<() => void>()

export function setUploads(changed: readonly Upload[]): void {
  uploads = changed
  for (const listener of listeners) listener()
  const active = uploads.some(isUnderWay)
  if (active) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
}

const warn = (event: BeforeUnloadEvent): void => event.preventDefault()

export function updateUpload(id: number, part: Partial<Upload>): void {
  setUploads(uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)))
}

export function allUploads(): readonly Upload[] {
  return uploads
}

export function isUnderWay({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending'
}

export function useUploads(): readonly Upload[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, allUploads)
}
