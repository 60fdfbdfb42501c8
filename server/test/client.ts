import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { recording as recordingShape, type Recording } from '#contract/recordings.ts'
import { transcript as transcriptShape, type Transcript } from '#contract/transcripts.ts'

/** Uploads as a browser does. */
export async function upload(
  url: string,
  file: string | Blob,
  fields: { title?: string; type?: string; name?: string } = {},
): Promise<Response> {
  const blob = typeof file === 'string' ? await openAsBlob(file, { type: fields.type ?? 'audio/wav' }) : file
  const form = new FormData()
  form.set('audio', blob, fields.name ?? (typeof file === 'string' ? basename(file) : 'sound.wav'))
  if (fields.title !== undefined) form.set('title', fields.title)
  form.set('userId', '1')
  return fetch(`${url}/api/recordings/upload`, { method: 'POST', body: form })
}

export async function uploaded(url: string, file: string, title = 'Board meeting'): Promise<Recording> {
  const answer = await upload(url, file, { title })
  if (!answer.ok) throw new Error(`upload answered ${answer.status}: ${await answer.text()}`)
  const body = (await answer.json()) as { recording: unknown }
  return recordingShape.parse(body.recording)
}

export async function getRecording(url: string, id: number): Promise<Recording> {
  return recordingShape.parse(await (await fetch(`${url}/api/recordings/${id}`)).json())
}

export async function getTranscript(url: string, id: number): Promise<Transcript> {
  return transcriptShape.parse(await (await fetch(`${url}/api/recordings/${id}/transcript`)).json())
}

/** Asks until `ready`; a test's own time limit ends it. */
export async function until<T>(
  ask: () => Promise<T>,
  ready: (value: T) => boolean,
  everyMs = 100,
): Promise<T> {
  for (;;) {
    const value = await ask()
    if (ready(value)) return value
    await pause(everyMs)
  }
}

/** Waits until the transcription has ended, however. */
export function ended(url: string, id: number): Promise<Recording> {
  return until(
    () => getRecording(url, id),
    (recording) => recording.status !== 'waiting' && recording.status !== 'transcribing',
  )
}

/** Sends JSON and reads it, whatever the status. */
export async function send(
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: z.record(z.string(), z.unknown()).parse(await answer.json()) }
}

/** Waits until telling the speakers apart has ended, however. */
export const toldApart = (url: string, id: number): Promise<Transcript> =>
  until(
    () => getTranscript(url, id),
    ({ diarisation: { state } }) => ['done', 'failed', 'cancelled'].includes(state),
  )

/** Deletes a recording, and then what the bin has of it. */
export async function deleteForGood(url: string, id: number): Promise<number[]> {
  const paths = [`/api/recordings/${id}`, `/api/bin/${id}`]
  const statuses: number[] = []
  for (const path of paths) statuses.push((await fetch(url + path, { method: 'DELETE' })).status)
  return statuses
}
