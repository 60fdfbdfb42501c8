import { createRecording } from '#contract/recordings.ts'
import { call } from '../api.ts'
import { closeCapture, httpTransport } from './http.ts'
import { unsentSound, type UnsentRecording } from './unsent-sound.ts'
import { ChunkQueue } from './queue.ts'

/** Sound that is in this browser alone, and that the server does not take where it belongs. */

const sliceBytes = 8 * 1024 * 1024
const patience = 30_000

/** @param from its first seconds up to here are there for the header's sake, and are on the server already */
export type LeftPart = { sound: Blob; from: number }

/** The header's chunk ends a little before or after its second. */
const slack = 0.2

/** What is left of a recording, a file for each part; each begins with its header, so that it plays. */
export async function leftParts(id: number): Promise<LeftPart[]> {
  const [headers, chunks] = await Promise.all([unsentSound.headers(id), unsentSound.chunks(id)])
  const epochs = [...new Set(chunks.map(({ epoch }) => epoch))]
  return epochs.map((epoch) => {
    const left = chunks.filter((chunk) => chunk.epoch === epoch)
    const first = left[0]
    const header = first?.number === 0 ? undefined : headers.find((chunk) => chunk.epoch === epoch)
    const sounds = [...(header ? [header] : []), ...left].map(({ sound }) => sound)
    return {
      sound: new Blob(sounds, { type: first?.mimeType ?? 'audio/webm' }),
      from: header && first ? Math.max(0, first.until - header.until - slack) : 0,
    }
  })
}

export const leftSound = async (id: number): Promise<Blob[]> =>
  (await leftParts(id)).map(({ sound }) => sound)

/**
 * Makes a recording of its own of it: of the same meeting as long as there is that, with when it began and whether people
 * were told.
 * @returns its id
 * @throws Error with a sentence for the person
 */
export async function saveAsNew(
  { recordingId, title, startedAt, peopleTold }: UnsentRecording,
  parts: readonly LeftPart[],
): Promise<number> {
  const { id } = await call(createRecording, {
    body: {
      title: `${title} (saved in the browser)`.slice(0, 300),
      restOf: { recordingId, startedAt },
      ...(peopleTold != null && { peopleTold }),
    },
  })
  const queue = new ChunkQueue({
    transport: httpTransport,
    onChange: () => undefined,
    onSafe: () => undefined,
  })
  try {
    let until = 0
    parts.forEach(({ sound: part, from }, epoch) => {
      for (let number = 0; number * sliceBytes < part.size; number += 1) {
        const sound = part.slice(number * sliceBytes, (number + 1) * sliceBytes)
        until += 1
        queue.add({ recordingId: id, epoch, number, mimeType: part.type, until, from, sound })
      }
    })
    if (!(await queue.drained(patience)))
      throw new Error('The server could not store it. It is still saved in this browser.')
    await closeCapture(id, {}, new AbortController().signal)
  } finally {
    queue.stop()
  }
  return id
}

/** Gives the browser the sound to save, a file for each part. */
export function downloadSound(title: string, parts: readonly Blob[]): void {
  parts.forEach((part, index) => {
    const extension = /(webm|ogg|mp4)/.exec(part.type)?.[1] ?? 'webm'
    const link = document.createElement('a')
    link.href = URL.createObjectURL(part)
    link.download = `${title}${parts.length > 1 ? ` ${index + 1}` : ''}.${extension}`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  })
}
