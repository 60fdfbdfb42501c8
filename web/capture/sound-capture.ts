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
import { change, elapsed, recorder, type NoSound } from './state.ts'
import { NotNowError, type Chunk } from './transport.ts'
import { watchSound } from './sound-watch.ts'

/** From the microphone, the tab or both to chunks; whatever becomes of them in the middle of a meeting. */

const microphoneAgain = 2000

const sleep = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time))

/** Opens where the sound comes from. @returns null when there is none; the person has been told */
export async function openFor(source: Source, open: readonly Input[] = []): Promise<Sound | null> {
  try {
    const sound = await openSound(source, ended, open)
    change({ noSound: null })
    return sound
  } catch (error) {
    tellNoSound(error)
    return null
  }
}

const denied = {
  title: 'Microphone access denied',
  description: 'Please allow microphone access to record audio',
}

/** As a toast; before there is a recording it also stays on the screen, since nothing else there would say why. */
function tellNoSound(error: unknown): void {
  const { phase } = recorder()
  const stays = (why: NoSound['why'], message: string) => {
    if (phase === 'starting') change({ noSound: { why, message, resuming: false } })
  }
  if (error instanceof NotSharedError) {
    const title = phase === 'recording' ? 'Nothing was shared' : 'No audio to record'
    toast({ title, description: error.message, destructive: true })
    stays('not_shared', error.message)
  } else if (error instanceof MicrophoneDeniedError) {
    toast({ ...denied, destructive: true })
    stays('denied', `${denied.title}: ${denied.description}`)
  } else {
    microphoneError()
    stays('broken', 'Microphone Error: Could not access your microphone. Please check browser permissions.')
  }
}

/** Records from an opened sound, as an epoch of its own; in a pause, once the person goes on. */
export function listen(own: Session, input: Sound): void {
  own.input = input
  change({ stream: input.stream, inputs: input.inputs })
  if (recorder().paused || own.recording) return
  own.epoch += 1
  own.heardAt = performance.now()
  const { id, epoch, capture } = own
  const { elapsed: began, paused } = own.clock
  const part: Part = { mimeType: '', chunks: [] }
  own.parts.push(part)
  let number = 0
  change({ clock: { before: elapsed(recorder()), since: performance.now() } })
  own.recording = recordSound({
    stream: input.stream,
    onSound: (sound, mimeType) => {
      own.heardAt = performance.now()
      own.until = Math.max(own.until, elapsed(recorder()))
      const chunk: Chunk = {
        ...{ recordingId: id, epoch, number, mimeType, until: own.until, sound },
        ...{ recorder: capture.recorder, began, paused },
      }
      number += 1
      part.mimeType = mimeType
      part.chunks.push(sound)
      take(own, chunk)
    },
    onLost: () => void findSound(own),
  })
  own.unwatch()
  own.unwatch = watchSound({
    stream: input.stream,
    inputs: input.inputs,
    lastSound: () => (recorder().paused || recorder().phase !== 'recording' ? null : own.heardAt),
    onAsleep: () => void listenAnew(own, input),
    onSoundless: () => void findSound(own),
    onSilent: (silent, silentKinds) => change({ silent, silentKinds }),
  })
}

/** The clock of recorded sound stands. @param at seconds; what it says now otherwise */
export function stopClock(at = elapsed(recorder())): void {
  change({ clock: { before: at, since: null } })
}

async function endRecording(own: Session): Promise<void> {
  own.unwatch()
  own.unwatch = () => undefined
  if (own.recording) own.ending = own.recording.stop().catch(keepsNothing)
  own.recording = null
  await own.ending
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
  const ending = { kind: input.kind, at: elapsed(recorder()) }
  change({ inputs: others, endings: [...recorder().endings, ending] })
  if (others.length === 0) return void findSound(own)
  if (input.kind === 'microphone') microphoneError()
  else
    toast({
      title: 'Sharing has ended',
      description: 'The tab or screen audio has stopped. The microphone is still recording.',
      destructive: true,
    })
}

/** There is nothing to record from: goes on with whichever microphone there is, or once the person shares again. */
async function findSound(own: Session): Promise<void> {
  if (own.input === null || recorder().phase !== 'recording') return
  own.input.close()
  own.input = null
  stopClock(own.until)
  change({ stream: null, inputs: [], silent: false, silentKinds: [] })
  await endRecording(own)
  if (recorder().source === 'screen') {
    toast({
      title: 'Sharing has ended',
      description: 'The tab or screen audio has stopped. Share it again to continue.',
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

/**
 * The person wants another source, another microphone, or to share again, in the middle of a recording.
 * @param open what goes on as it is, and is not asked for again
 */
export async function listenTo(source: Source, open: readonly Input[] = recorder().inputs): Promise<void> {
  const own = sessionNow()
  if (!own || recorder().phase !== 'recording') return change({ source })
  const input = await openFor(source, open)
  if (!input) return
  if (sessionNow() !== own || recorder().phase !== 'recording') return input.close(recorder().inputs)
  const before = own.input
  own.input = null
  stopClock()
  await endRecording(own)
  before?.close(input.inputs)
  change({ source, paused: false })
  own.clock.resume()
  listen(own, input)
  // It may have ended while the person chose what to share.
  for (const one of input.inputs)
    if (one.stream.getAudioTracks().every(({ readyState }) => readyState === 'ended')) ended(one)
}

/** So often a page in a pause says that it is there: the server takes one for gone that is not heard for 15 seconds. */
const hereEvery = 5000
/** By then all that was said before the pause is on the server: told once more, it ends the sentence there. */
const settled = 2000

/** Nothing else tells in a pause that it is one, and over HTTP that somebody still records. */
async function stayHeard(own: Session): Promise<void> {
  let first = true
  while (recorder().paused && sessionNow() === own) {
    const { id, line, capture, clock, closing } = own
    if (capture.recorder !== undefined)
      await sayHere(id, { recorder: capture.recorder, paused: clock.paused }, closing.signal).then(
        ({ endedAt }) => line.tellEnd(id, endedAt),
        (error: unknown) => {
          // A server that is away hears it the next time; anything else ends this.
          if (!(error instanceof NotNowError)) throw error
        },
      )
    await sleep(first ? settled : hereEvery)
    first = false
  }
}

/**
 * The meeting has a break. What is said after it is another epoch, so that the server knows where the break was and how long;
 * the microphone stays open.
 */
export function pause(): void {
  const own = sessionNow()
  if (!own?.input || recorder().phase !== 'recording' || recorder().paused) return
  own.clock.pause()
  stopClock()
  change({ paused: true, silent: false, silentKinds: [] })
  endRecording(own).catch(keepsNothing)
  keepPause(own)
  stayHeard(own).catch((error: unknown) => console.error('The pause was not sent', error))
}

export function goOn(): void {
  const own = sessionNow()
  if (!own || !recorder().paused) return
  own.clock.resume()
  change({ paused: false })
  goOnListening(own).catch((error: unknown) => console.error('The recording did not resume', error))
}

async function goOnListening(own: Session): Promise<void> {
  await own.ending
  const { input } = own
  // Paused again meanwhile, stopped, or there is nothing to listen to yet.
  if (!input || own.recording || recorder().paused || recorder().phase !== 'recording') return
  if (input.stream.getAudioTracks().every(({ readyState }) => readyState === 'live')) listen(own, input)
  else await findSound(own)
}

/** No more sound: the microphone and what is shared are let go. */
export async function stopListening(own: Session): Promise<void> {
  await endRecording(own)
  own.input?.close()
  own.input = null
  own.clock.pause()
  stopClock()
  change({ stream: null, inputs: [], paused: false, silent: false, silentKinds: [] })
}
