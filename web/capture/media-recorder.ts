/** The MediaRecorder that makes chunks of a stream of sound. */

/** The specification's order of preference. */
const mimeTypes = ['audio/webm;codecs=opus', 'audio/webm', 'audio/ogg;codecs=opus', 'audio/mp4']
const bitsPerSecond = 128_000
const chunkEvery = 1000

type RecordOptions = {
  stream: MediaStream
  onSound: (sound: Blob, mimeType: string) => void
  /** It ended without being asked to: the microphone was unplugged, or the browser gave up. */
  onLost: () => void
}

export type SoundRecorder = {
  /** Resolves when the last chunk has been handed over. */
  stop: () => Promise<void>
}

/** Records in chunks of a second until it is stopped. */
export function recordSound({ stream, onSound, onLost }: RecordOptions): SoundRecorder {
  const mimeType = mimeTypes.find((type) => MediaRecorder.isTypeSupported(type))
  const recorder = new MediaRecorder(stream, {
    ...(mimeType && { mimeType }),
    audioBitsPerSecond: bitsPerSecond,
  })
  let asked = false
  const stopped = new Promise<void>((resolve) => {
    recorder.onstop = () => {
      resolve()
      if (!asked) onLost()
    }
  })
  recorder.ondataavailable = ({ data }) => {
    if (data.size > 0) onSound(data, recorder.mimeType || mimeType || 'audio/webm')
  }
  // When every track has ended, it stops by itself; a track that has ended while another goes on is none of ours.
  recorder.start(chunkEvery)
  return {
    stop: () => {
      asked = true
      if (recorder.state !== 'inactive') recorder.stop()
      return stopped
    },
  }
}
