import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import type { Recording } from '#contract/recordings.ts'
import { filesOf } from '../api.ts'
import { toast } from '../ui/Toaster.tsx'

/** The specification's: milliseconds between a source's error and the next source. */
const fallbackDelay = 500

/** Where a recording's sound is looked for, in this order; each is tried when the one before gave an error. */
export function audioSources(id: number): (() => string)[] {
  const files = filesOf(id)
  return [
    () => files.audio,
    () => files.directDownload,
    () => files.repaired,
    () => files.wav,
    () => files.mp3,
    files.uncached,
  ]
}

export type Player = {
  /** To be given to the one `<audio>` of this player. */
  audio: RefObject<HTMLAudioElement | null>
  /** Something is to be heard. */
  playing: boolean
  /** Wanted, but the sound is still on its way. */
  loading: boolean
  /** Seconds; what the file says, else what the server knows. */
  duration: number
  speed: number
  toggle: () => void
  /** Starts to play from there. @param seconds from the start of the recording */
  playFrom: (seconds: number) => void
  seek: (seconds: number) => void
  skip: (seconds: number) => void
  setSpeed: (speed: number) => void
  /** Calls back with the position in seconds whenever it changes (each frame while playing). Returns the way out. */
  onTime: (listener: (seconds: number) => void) => () => void
}

/** Two recordings at once are of no use to anybody. */
let sounding: HTMLAudioElement | null = null

/** What the person wants. */
type Wanted = { playing: boolean; at: number; speed: number; /** -1: none is loaded. */ source: number }

type Listening = {
  id: number
  wanted: Wanted
  load: (source: number) => void
  tell: () => void
  setPlaying: (playing: boolean) => void
  setLoading: (loading: boolean) => void
  setOwnDuration: (seconds: number) => void
}

/** Follows what the sound does, and goes on to the next source when one breaks. Returns the way out. */
function listenTo(
  element: HTMLAudioElement,
  { id, wanted: want, load, tell, setPlaying, setLoading, setOwnDuration }: Listening,
): () => void {
  let next: ReturnType<typeof setTimeout> | undefined
  let frame = 0

  const everyFrame = () => {
    tell()
    frame = requestAnimationFrame(everyFrame)
  }
  const onStop = () => {
    cancelAnimationFrame(frame)
    tell()
  }
  const onError = () => {
    if (want.source < 0) return
    const following = want.source + 1
    setPlaying(false)
    if (following < audioSources(id).length) {
      setLoading(want.playing)
      next = setTimeout(() => load(following), fallbackDelay)
      return
    }
    const tried = want.playing
    want.source = -1
    want.playing = false
    setLoading(false)
    if (tried)
      toast({
        title: 'Playback Failed',
        description: 'Please try downloading the file instead',
        destructive: true,
      })
  }
  const handlers: Record<string, () => void> = {
    loadedmetadata: () => {
      if (Number.isFinite(element.duration)) setOwnDuration(element.duration)
      element.playbackRate = want.speed
      if (want.at > 0) element.currentTime = want.at
      // A source that breaks has its own event; what else refuses to play is the browser.
      if (want.playing) element.play().catch(() => setLoading(element.error !== null))
    },
    playing: () => {
      if (sounding !== element) sounding?.pause()
      sounding = element
      setPlaying(true)
      setLoading(false)
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(everyFrame)
    },
    waiting: () => setLoading(true),
    timeupdate: () => {
      if (element.readyState > 0 && !element.error) want.at = element.currentTime
      tell()
    },
    seeked: tell,
    pause: () => {
      // A source that breaks pauses too; the wish to play stays.
      if (!element.error) want.playing = false
      setPlaying(false)
      setLoading(false)
      onStop()
    },
    ended: () => {
      want.playing = false
      want.at = 0
      onStop()
    },
    error: onError,
  }
  for (const [name, handler] of Object.entries(handlers)) element.addEventListener(name, handler)
  return () => {
    clearTimeout(next)
    cancelAnimationFrame(frame)
    for (const [name, handler] of Object.entries(handlers)) element.removeEventListener(name, handler)
    if (sounding === element) sounding = null
    want.source = -1
    element.pause()
    element.removeAttribute('src')
    element.load()
  }
}

/**
 * Plays one recording, falling back from source to source. Loads nothing until it is asked to play or seek.
 * @param eager fetch the file's head at once (its length, and a quick start)
 * @param speed to begin with
 */
export function usePlayer(
  recording: Pick<Recording, 'id' | 'duration' | 'audioBytes'>,
  { eager = false, speed: firstSpeed = 1 } = {},
): Player {
  const { id, audioBytes } = recording
  const audio = useRef<HTMLAudioElement | null>(null)
  const [playing, setPlaying] = useState(false)
  const [loading, setLoading] = useState(false)
  const [ownDuration, setOwnDuration] = useState<number | null>(null)
  const [speed, setSpeedState] = useState(firstSpeed)
  const timeListeners = useRef(new Set<(seconds: number) => void>())
  /** What the person wants, which outlives the change of sources. */
  const wanted = useRef<Wanted>({ playing: false, at: 0, speed: firstSpeed, source: -1 })

  const tell = () => {
    const seconds = audio.current?.currentTime ?? 0
    for (const listener of timeListeners.current) listener(seconds)
  }

  const load = (source: number) => {
    const element = audio.current
    const url = audioSources(id)[source]
    if (!element || !url) return
    wanted.current.source = source
    element.preload = wanted.current.playing ? 'auto' : 'metadata'
    element.src = url()
    element.load()
  }

  useEffect(() => {
    const element = audio.current
    if (!element) return
    const leave = listenTo(element, {
      wanted: wanted.current,
      load,
      tell,
      setPlaying,
      setLoading,
      setOwnDuration,
      id,
    })
    if (eager) load(0)
    return leave
    // A player belongs to one recording for life (its parent is keyed by the id).
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `load` reads refs and the id alone
  }, [id, eager])

  // More of the meeting has come: what is loaded is the sound of before.
  const loadedBytes = useRef(audioBytes)
  useEffect(() => {
    if (audioBytes === loadedBytes.current) return
    loadedBytes.current = audioBytes
    if (wanted.current.source >= 0) load(0)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `load` reads refs and the id alone
  }, [audioBytes])

  const play = () => {
    const element = audio.current
    if (!element) return
    wanted.current.playing = true
    // Not playing before something is to be heard: a damaged file never is.
    setLoading(true)
    if (wanted.current.source < 0) load(0)
    else if (element.readyState > 0) element.play().catch(() => setLoading(false))
  }

  const pause = () => {
    wanted.current.playing = false
    setPlaying(false)
    setLoading(false)
    audio.current?.pause()
  }

  const seek = (seconds: number) => {
    const element = audio.current
    if (!element) return
    const end = ownDuration ?? recording.duration
    const at = Math.max(0, end ? Math.min(seconds, end) : seconds)
    wanted.current.at = at
    if (wanted.current.source < 0) load(0)
    else if (element.readyState > 0) element.currentTime = at
    for (const listener of timeListeners.current) listener(at)
  }

  const onTime = useCallback((listener: (seconds: number) => void) => {
    timeListeners.current.add(listener)
    return () => {
      timeListeners.current.delete(listener)
    }
  }, [])

  return {
    audio,
    playing,
    loading,
    duration: ownDuration ?? recording.duration,
    speed,
    toggle: () => (wanted.current.playing ? pause() : play()),
    playFrom: (seconds) => {
      seek(seconds)
      play()
    },
    seek,
    skip: (seconds) => seek(wanted.current.at + seconds),
    setSpeed: (value) => {
      wanted.current.speed = value
      if (audio.current) audio.current.playbackRate = value
      setSpeedState(value)
    },
    onTime,
  }
}
