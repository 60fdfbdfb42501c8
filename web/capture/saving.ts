import { toast } from '../ui/Toaster.tsx'
import { mayDoze } from './awake.ts'
import { follow } from './after-stop.ts'
import { captureOf, closeCapture } from './http.ts'
import { stopListening } from './sound-capture.ts'
import { unsentSound } from './unsent-sound.ts'
import { saveAsNew } from './rescue.ts'
import { closeSession, keepsNothing, sessionNow, soundParts, wholeSound, type Session } from './session.ts'
import { change, nothingRecorded, recorder } from './state.ts'
import { noText } from './text.ts'
import { NotNowError } from './transport.ts'

/** The end of a recording: the tail, the microphone, what is still to be sent, and what comes after. */

/** The specification's: milliseconds in which the last words are still caught. */
const tail = 2000
/** How long Stop waits for a server that does not answer before it says so. */
const patience = 10_000
/** Between looks whether the server answers again, in milliseconds: twice as long after each Stop that failed anyway. */
const lookAgain = { first: 3000, longest: 60_000 }

export const recordedElsewhere = 'This meeting is being recorded on another page or another device.'

const sleep = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time))

/** The person has said that the meeting is over. */
export async function stop(): Promise<void> {
  const own = sessionNow()
  if (!own || recorder().phase !== 'recording') return
  const { paused } = recorder()
  change({ phase: 'stopping' })
  if (!paused) await sleep(tail)
  await endAndSave(own)
}

/** A person has ended it on another page or device: nothing more is recorded, and what is here joins what is there. */
export async function endedElsewhere(own: Session, at: string): Promise<void> {
  if (sessionNow() !== own || recorder().phase !== 'recording') return
  const { title, startedAt } = own.capture
  change({ phase: 'saving', endedElsewhere: { id: own.id, title, startedAt, at } })
  await endAndSave(own)
}

async function endAndSave(own: Session): Promise<void> {
  await stopListening(own)
  mayDoze()
  await own.keeping
  await save(own)
}

/** Sends what is left and closes the recording; what cannot be sent stays here. @param tries that failed before this one */
async function save(own: Session, tries = 0): Promise<void> {
  own.saving = true
  const seconds = recorder().clock.before
  const { elapsed } = own.clock
  const { recorder: name } = own.capture
  change({ phase: 'saving', failure: null })
  let overSocket = false
  try {
    const all = await own.queue.drained(patience)
    overSocket = all && (await own.line.stop({ recordingId: own.id, elapsed, recorder: name }))
    if (!overSocket) {
      // The upload would close it, while another page records.
      if (recorder().queue.trouble === 'elsewhere') throw new Error(recordedElsewhere)
      const sound = all ? null : wholeSound()
      if (!all && !sound) throw new Error('Some of it has not arrived.')
      await closeCapture(own.id, { sound, elapsed, recorder: name }, own.closing.signal)
    }
  } catch (error) {
    own.saving = false
    change({ phase: 'unsaved', failure: error instanceof Error ? error.message : String(error) })
    if (tries === 0)
      toast({
        title: 'Upload Error',
        description: 'Could not upload audio. Please try again.',
        destructive: true,
      })
    if (error instanceof NotNowError) void saveOnceBack(own, tries)
    return
  }
  finish(own)
  change({ savedId: own.id, queue: { safe: seconds, waiting: 0, trouble: null } })
  toast({ title: 'Recording saved' })
  follow(own.id, seconds, { live: overSocket })
}

/** The latest of those that wait for the server: a Try again that fails as well begins another in its place. */
let looking: symbol | null = null

const waitsForTheEnd = (own: Session): boolean =>
  sessionNow() === own && recorder().phase === 'unsaved' && own.queue.empty && !own.saving

/** What could not be sent at Stop may have gone after all. */
export function movedOn(own: Session): void {
  if (waitsForTheEnd(own)) void save(own)
}

/** Where all sound has gone and only the end of it was not heard, nothing moves any more: the server is asked until it answers. */
async function saveOnceBack(own: Session, tries: number): Promise<void> {
  const pause = Math.min(lookAgain.longest, lookAgain.first * 2 ** tries)
  const mine = Symbol('looking')
  looking = mine
  const isWanted = (): boolean => looking === mine && waitsForTheEnd(own)
  for (;;) {
    await sleep(pause)
    if (!isWanted()) return
    try {
      await captureOf(own.id, own.closing.signal, patience)
    } catch (error) {
      if (error instanceof NotNowError) continue
      // A person's Try again tells of what is wrong there.
      return
    }
    if (isWanted()) return save(own, tries + 1)
  }
}

/** It is safe, or the person has put it somewhere else: this browser forgets it. */
export function finish(own: Session): void {
  closeSession(own, { hearOut: true })
  // What was left behind and refused stays: it is offered again.
  void own.keeping.then(() => unsentSound.discardFrom(own.id, own.firstEpoch)).catch(keepsNothing)
  change({ ...nothingRecorded })
}

/**
 * What this page has recorded becomes a recording of its own: the server does not take it, or has that recording no more.
 * One under way ends with it.
 * @throws Error with a sentence for the person; everything is kept then
 */
export async function saveOwnAsNew(): Promise<void> {
  const own = sessionNow()
  if (!own || own.saving) return
  own.saving = true
  try {
    if (recorder().phase === 'recording') {
      change({ phase: 'saving' })
      await stopListening(own)
      mayDoze()
      await own.keeping
    }
    const seconds = recorder().clock.before
    const savedId = await saveAsNew(
      own.capture,
      soundParts().map((sound) => ({ sound, from: 0 })),
    )
    finish(own)
    change({ savedId, endedElsewhere: null, outcome: null, text: noText })
    toast({ title: 'Recording saved' })
    follow(savedId, seconds, { live: false })
  } catch (error) {
    change({ phase: 'unsaved', failure: error instanceof Error ? error.message : String(error) })
    throw error
  } finally {
    own.saving = false
  }
}

/** The person does not want to wait for the next turn. */
export function sendNow(): void {
  const own = sessionNow()
  own?.line.hurry()
  own?.queue.hurry()
}

/** The person asks again after an upload that failed. */
export async function saveAgain(): Promise<void> {
  const own = sessionNow()
  if (!own || recorder().phase !== 'unsaved') return
  own.line.hurry()
  own.queue.retry()
  await save(own)
}
