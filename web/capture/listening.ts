import { toast } from '../ui/Toaster.tsx'
import { sayHere } from './http.ts'
import { recordSound } from './media-recorder.ts'
import { MicrophoneDeniedError } from './microphone.ts'
import {
  keepPause,
  keepsNothing,
  microphoneError,
  sessionNow,
  take,
  type Part,
  type Session,
} from './session.ts'
import { NotSharedError, openSound, type Input, type Sound, type Source } from './sources.ts'
import { change, elapsed, recorder } from './state.ts'
import { NotNowError, type Chunk } from './transport.ts'
import { watchSound } from './watch.ts'

/** From the microphone, the tab or both to chunks; whatever becomes of them in the middle of a meeting. */

const microphoneAgain = 2000

const sleep = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time))

/** Opens where the sound comes from. @returns null when there is none; the person has been told */
export async function openFor(source: Source): Promise<Sound | null> {
  try {
    return await openSound(source, ended)
  } catch (error) {
    if (error instanceof NotSharedError)
      toast({ title: 'No sound to record', description: error.message, destructive: true })
    else if (error instanceof MicrophoneDeniedError)
      toast({
        title: 'Microphone access denied',
        description: 'Please allow microphone access to record audio',
        destructive: true,
      })
    else microphoneError()
    return null
  }
}

/** Records from an opened sound, as an epoch of its own. */
export function listen(own: Session, input: Sound): void {
  own.epoch += 1
  own.input = input
  own.heardAt = performance.now()
  const { id, epoch, capture } = own
  const began = own.clock.elapsed
  const part: Part = { mimeType: '', chunks: [] }
  own.parts.push(part)
  let number = 0
  // Found again while the meeting has a break: it goes on when the person says so.
  const { paused } = recorder()
  change({
    stream: input.stream,
    inputs: input.inputs,
    clock: { before: elapsed(recorder()), since: paused ? null : performance.now() },
  })
  own.recording = recordSound({
    stream: input.stream,
    onSound: (sound, mimeType) => {
      own.heardAt = performance.now()
      own.until = Math.max(own.until, elapsed(recorder()))
      const chunk: Chunk = {
        ...{ recordingId: id, epoch, number, mimeType, until: own.until, sound },
        ...{ recorder: capture.recorder, began },
      }
      number += 1
      part.mimeType = mimeType
      part.chunks.push(sound)
      take(own, chunk)
    },
    onLost: () => void findSound(own),
  })
  if (paused) own.recording.pause()
  own.unwatch()
  own.unwatch = watchSound({
    stream: input.stream,
    lastSound: () => (recorder().paused || recorder().phase !== 'recording' ? null : own.heardAt),
    onAsleep: () => void listenAnew(own, input),
    onSoundless: () => void findSound(own),
    onSilent: (silent) => change({ silent }),
  })
}

/** The clock of recorded sound stands. @param at seconds; what it says now otherwise */
export function stopClock(at = elapsed(recorder())): void {
  change({ clock: { before: at, since: null } })
}

async function endRecording(own: Session): Promise<void> {
  own.unwatch()
  own.unwatch = () => undefined
  await own.recording?.stop().catch(keepsNothing)
  own.recording = null
}

/** After the machine was asleep: another epoch, so that what is missing is known by its beginning. */
async function listenAnew(own: Session, input: Sound): Promise<void> {
  stopClock(own.until)
  await endRecording(own)
  if (recorder().phase !== 'recording' || own.input !== input) return
  if (input.stream.getAudioTracks().every(({ readyState }) => readyState === 'live')) listen(own, input)
  else await findSound(own)
}

/** An input has ended while another one may go on. */
function ended(input: Input): void {
  const own = sessionNow()
  if (!own?.input?.inputs.includes(input) || recorder().phase !== 'recording') return
  const others = recorder().inputs.filter((one) => one !== input)
  change({ inputs: others })
  if (others.length === 0) return void findSound(own)
  if (input.kind === 'microphone') microphoneError()
  else
    toast({
      title: 'Sharing has ended',
      description: 'The sound of the tab or screen no longer comes. The microphone goes on.',
      destructive: true,
    })
}

/** There is nothing to record from: goes on with whichever microphone there is, or once the person shares again. */
async function findSound(own: Session): Promise<void> {
  if (own.input === null || recorder().phase !== 'recording') return
  own.input.close()
  own.input = null
  stopClock(own.until)
  change({ stream: null, inputs: [], silent: false })
  await endRecording(own)
  if (recorder().source === 'screen') {
    toast({
      title: 'Sharing has ended',
      description: 'The sound of the tab or screen no longer comes. Share it again to go on.',
      destructive: true,
    })
    return
  }
  microphoneError()
  while (sessionNow() === own && recorder().phase === 'recording' && own.input === null) {
    const input = await openSound('microphone', ended).catch(() => null)
    if (input && recorder().phase === 'recording' && own.input === null) return listen(own, input)
    input?.close()
    await sleep(microphoneAgain)
  }
}

/** The person wants another source, another microphone, or to share again, in the middle of a recording. */
export async function listenTo(source: Source): Promise<void> {
  const own = sessionNow()
  if (!own || recorder().phase !== 'recording') return change({ source })
  const input = await openFor(source)
  if (!input) return
  if (sessionNow() !== own || recorder().phase !== 'recording') return input.close()
  const before = own.input
  own.input = null
  stopClock()
  await endRecording(own)
  before?.close()
  change({ source, paused: false })
  own.clock.resume()
  listen(own, input)
}

/** So often a page in a pause says that it is there: the server takes one for gone that is not heard for 15 seconds. */
const hereEvery = 5000

/**
 * No sound tells in a pause that somebody still records, and a socket that came anew has not been told what it is for.
 */
async function stayHeard(own: Session): Promise<void> {
  while (recorder().paused && sessionNow() === own) {
    const { id, capture, closing } = own
    if (capture.recorder !== undefined)
      await sayHere(id, capture.recorder, closing.signal).catch((error: unknown) => {
        // A server that is away hears it the next time; anything else ends this.
        if (!(error instanceof NotNowError)) throw error
      })
    await sleep(hereEvery)
  }
}

/** The meeting has a break. */
export function pause(): void {
  const own = sessionNow()
  if (!own?.recording || recorder().phase !== 'recording' || recorder().paused) return
  own.recording.pause()
  own.clock.pause()
  stopClock()
  change({ paused: true, silent: false })
  keepPause(own)
  stayHeard(own).catch((error: unknown) => console.error('The pause could not be told', error))
}

export function goOn(): void {
  const own = sessionNow()
  if (!own || !recorder().paused) return
  own.heardAt = performance.now()
  own.clock.resume()
  own.recording?.resume()
  change({ paused: false, clock: { before: elapsed(recorder()), since: performance.now() } })
}

/** No more sound: the microphone and what is shared are let go. */
export async function stopListening(own: Session): Promise<void> {
  await endRecording(own)
  own.input?.close()
  own.input = null
  own.clock.pause()
  stopClock()
  change({ stream: null, inputs: [], paused: false, silent: false })
}
