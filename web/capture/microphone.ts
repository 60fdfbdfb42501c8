import { removeStored, writeStored, readStored } from '../ui/browser-storage.ts'

/** The microphones of this machine, and which one is taken. */

/** The person, or the browser for them, said no. */
export class MicrophoneDeniedError extends Error {
  constructor(options?: ErrorOptions) {
    super('Microphone access denied', options)
    this.name = 'MicrophoneDeniedError'
  }
}

/** Browsers lend the microphone to secure pages alone: HTTPS, or this very machine. */
export function canRecord(): boolean {
  return typeof navigator.mediaDevices?.getUserMedia === 'function' && typeof MediaRecorder === 'function'
}

const chosenName = 'microphone'

/** '' stands for the one that the browser takes by itself. */
export const chosenMicrophone = (): string => readStored(chosenName) ?? ''

export function chooseMicrophone(deviceId: string): void {
  if (deviceId) writeStored(chosenName, deviceId)
  else removeStored(chosenName)
}

/** Those that there are; empty until the person has once let the page use one, since browsers do not tell before. */
export async function microphones(): Promise<{ value: string; label: string }[]> {
  const devices = await navigator.mediaDevices?.enumerateDevices()
  return (devices ?? [])
    .filter(({ kind, label, deviceId }) => kind === 'audioinput' && label && deviceId !== 'default')
    .map(({ deviceId, label }) => ({ value: deviceId, label }))
}

export function isDenied(error: unknown): boolean {
  return error instanceof DOMException && ['NotAllowedError', 'SecurityError'].includes(error.name)
}

const take = (deviceId: string): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    audio: {
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
      ...(deviceId && { deviceId: { exact: deviceId } }),
    },
  })

/** @throws MicrophoneDeniedError; any other error means that there is none, or that it does not work */
export async function openMicrophone(): Promise<MediaStream> {
  const chosen = chosenMicrophone()
  try {
    return await take(chosen).catch((error: unknown) => {
      // The chosen one is not plugged in today: any other is better than none.
      if (chosen && !isDenied(error)) return take('')
      throw error
    })
  } catch (cause) {
    if (isDenied(cause)) throw new MicrophoneDeniedError({ cause })
    throw cause
  }
}
