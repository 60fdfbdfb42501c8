import { createRecording, deleteRecording, type Recording } from '#contract/recordings.ts'
import { getSettings } from '#contract/settings.ts'
import { call, userId } from '../api.ts'
import { toast } from '../ui/Toaster.tsx'
import { PageClock } from './clock.ts'
import { fillWords, unfollow } from './after-stop.ts'
import type { CaptureState } from '#contract/capture.ts'
import { captureOf, reopen } from './http.ts'
import { listen, openFor } from './sound-capture.ts'
import { heldCaptures } from './lock.ts'
import { unsentSound, type UnsentRecording } from './unsent-sound.ts'
import { endedElsewhere, movedOn } from './saving.ts'
import { hearNoMore, openSession, sessionNow, type Session } from './session.ts'
import { canShareSound, type Source } from './sources.ts'
import { change, isBusy, nothingRecorded, recorder } from './state.ts'
import type { Choices } from './connection-messages.ts'
import { noText } from './text.ts'
import type { Chunk } from './transport.ts'

/** Starts a recording, or goes on with one that was not finished. */

function failed(title: string, error: unknown, before = ''): void {
  const message = error instanceof Error ? error.message : String(error)
  toast({ title, description: before + message, destructive: true })
}

async function create(title: string, peopleTold: boolean): Promise<number | null> {
  // The calendar names the meeting that is to be recorded.
  const meeting = Number(new URLSearchParams(location.search).get('meeting'))
  const body = { title, userId, peopleTold, ...(meeting > 0 && { meetingId: meeting }) }
  try {
    const answer = await call(createRecording, { body })
    return answer.recording?.id ?? answer.id
  } catch (error) {
    failed('Error', error, 'Failed to create recording: ')
    return null
  }
}

/** What the person's settings say of new recordings. */
async function choices(): Promise<Choices> {
  try {
    const { settings } = await call(getSettings)
    return { diarization: settings.speakerDiarization, summary: settings.autoGenerateSummary }
  } catch (error) {
    // As the specification has it; a meeting that begins does not wait for this.
    console.error('The settings were not there in time', error)
    return { diarization: true, summary: true }
  }
}

function getReady(title: string, source: Source): void {
  unfollow()
  hearNoMore()
  const text = { ...noText }
  change({
    ...nothingRecorded,
    phase: 'starting',
    title,
    source,
    savedId: null,
    endedElsewhere: null,
    outcome: null,
    text,
  })
}

type Wanted = { title: string; source?: Source; peopleTold: boolean }

/** Starts a recording. Its place on the server comes first, so that no word is said into the void. */
export async function start({ title: given, source = 'microphone', peopleTold }: Wanted): Promise<boolean> {
  const title = given.trim()
  if (isBusy(recorder())) return false
  if (!title) {
    toast({
      title: 'Meeting title required',
      description: 'Please enter a title for your meeting',
      destructive: true,
    })
    return false
  }
  getReady(title, source)
  change({ peopleTold })
  const id = await create(title, peopleTold)
  if (id === null) {
    change({ phase: 'ready' })
    return false
  }
  const chosen = choices()
  const input = await openFor(source)
  if (!input) {
    await call(deleteRecording, { params: { id } }).catch((error: unknown) => {
      console.error('The empty recording was not deleted', error)
    })
    change({ phase: 'ready' })
    return false
  }
  const own = openSession({
    ...{ id, title, choices: await chosen, onRefused: refused, onMoved: movedOn, onEnded },
    ...{ startedAt: new Date().toISOString(), recorder: crypto.randomUUID(), clock: new PageClock() },
    ...{ seconds: 0, lastEpoch: -1, left: [], peopleTold },
  })
  listen(own, input)
  return true
}

type Left = { capture: UnsentRecording | undefined; chunks: Chunk[] }

/** What this browser has of a recording. @throws Error when another tab of it records it */
async function leftHere(id: number): Promise<Left> {
  if ((await heldCaptures()).has(id))
    throw new Error(
      'This meeting is being recorded in another tab of this browser. Continue there, or close that tab.',
    )
  const captures = await unsentSound.captures().catch((error: unknown) => {
    console.error('What this browser kept could not be read', error)
    return []
  })
  const capture = captures.find(({ recordingId }) => recordingId === id)
  return { capture, chunks: capture ? await unsentSound.chunks(id) : [] }
}

/** What the page's clock would say now, had the page that recorded before gone on; without that page's pauses. */
function elapsedUntilNow({ capture }: Left, { epochs, quietFor }: CaptureState): number {
  const last = epochs.at(-1)
  const there = last ? (last.elapsed ?? secondsOf(epochs.slice(0, -1))) + last.nextChunk + (quietFor ?? 0) : 0
  if (capture?.elapsed === undefined || capture.epoch === undefined) return there
  const { epoch, elapsed, elapsedAt } = capture
  const here = elapsed + (elapsedAt ? Math.max(0, Date.now() - elapsedAt) / 1000 : 0)
  // This browser knows better, unless another device has gone on with it since.
  return last && last.epoch > epoch ? Math.max(here, there) : here
}

/** The pauses that this browser knows of; one that lasted when the page went has lasted until now. */
function pausedUntilNow({ capture }: Left): number {
  const { paused = 0, pausedAt } = capture ?? {}
  return paused + (pausedAt ? Math.max(0, Date.now() - pausedAt) / 1000 : 0)
}

/** Seconds of sound. The last chunk of each epoch is a shorter one, so this browser knows better than the count of them. */
function secondsUntilNow({ capture }: Left, { epochs }: CaptureState): number {
  const last = epochs.at(-1)
  const isNewest = capture?.epoch !== undefined && (!last || last.epoch <= capture.epoch)
  return isNewest ? capture.seconds : Math.max(capture?.seconds ?? 0, secondsOf(epochs))
}

/** A chunk is about a second. */
const secondsOf = (epochs: CaptureState['epochs']): number =>
  epochs.reduce((sum, { nextChunk }) => sum + nextChunk, 0)

/** What this browser recorded it from; phones share no tab. */
function sourceOf({ capture }: Left): Source {
  const source = capture?.source ?? 'microphone'
  return source === 'microphone' || canShareSound() ? source : 'microphone'
}

/**
 * Goes on with a recording that was not finished: this page's, or one that was begun elsewhere.
 * @param from what it is recorded from; without it what this browser recorded it from before, else the microphone
 * @returns whether it goes on; the person has been told why not
 */
export async function resume(
  recording: Pick<Recording, 'id' | 'title' | 'createdAt' | 'capture'>,
  from?: Source,
): Promise<boolean> {
  if (isBusy(recorder())) return false
  const { id, title } = recording
  getReady(title, from ?? 'microphone')
  try {
    const [chosen, left, there] = await Promise.all([
      choices(),
      leftHere(id),
      captureOf(id, new AbortController().signal),
    ])
    const { capture, chunks } = left
    const { epochs } = there
    // From here on: what is said until a microphone is found is missing too.
    const clock = new PageClock(elapsedUntilNow(left, there), pausedUntilNow(left))
    if (!there.open) throw new Error('This recording is closed. No more audio can be added to it.')
    const source = from ?? sourceOf(left)
    change({ source })
    const input = await openFor(source)
    if (!input) {
      const { noSound } = recorder()
      change({ phase: 'ready', noSound: noSound && { ...noSound, resuming: true } })
      return false
    }
    // In this browser it is the same recorder as before, and need not wait until that one is forgotten.
    const name = capture?.recorder ?? crypto.randomUUID()
    try {
      if (there.endedAt !== null) await reopen(id, name, new AbortController().signal)
    } catch (error) {
      input.close()
      throw error
    }
    const startedAt = capture?.startedAt ?? recording.capture?.startedAt ?? recording.createdAt
    const used = [...epochs.map(({ epoch }) => epoch), ...chunks.map(({ epoch }) => epoch)]
    const own = openSession({
      ...{ id, title, startedAt, choices: chosen, onRefused: refused, onMoved: movedOn, onEnded },
      recorder: name,
      clock,
      peopleTold: capture?.peopleTold ?? recording.capture?.peopleTold ?? null,
      seconds: secondsUntilNow(left, there),
      ...{ lastEpoch: Math.max(-1, ...used), left: chunks },
    })
    listen(own, input)
    void fillWords(id, () => sessionNow() === own)
    return true
  } catch (error) {
    failed('Cannot resume', error)
    change({ phase: 'ready' })
    return false
  }
}

/** The server will not take it, or not what was left behind: it is kept here, and what is said is recorded all the same. */
function refused(error: Error): void {
  failed('Error', error)
}

function onEnded(own: Session, at: string): void {
  endedElsewhere(own, at).catch((error: unknown) => failed('Error', error))
}
