import { availableParallelism } from 'node:os'

/**
 * Who goes first on a small machine: the one place that says so. Each lane runs by itself, its waiting jobs in the order in
 * which they came; `atOnce` is how many of a lane run side by side, and `before` says which lanes wait for which.
 */
export const lanes = [
  // Meetings that are being recorded or have just ended: a piece a job, beside the hours of an upload and not behind them.
  { name: 'recording', atOnce: 1 },
  { name: 'transcription', atOnce: 1 },
  // Its child gives way to what computes beside it (nice).
  { name: 'diarisation', atOnce: 1 },
  // Moments a recording, and only after an upgrade: what changes is indexed as it changes.
  { name: 'index', atOnce: 1 },
  // What a person asked of the language model and waits for; work that nobody asked for keeps its place meanwhile.
  { name: 'asked', atOnce: 1 },
  // The language model takes every core for minutes, and another process's priority is not ours to set: see `before`.
  { name: 'language', atOnce: 1 },
  // Names of speakers: minutes are what people wait for.
  { name: 'names', atOnce: 1 },
  // Seconds of work that somebody waits for: never behind the other work either.
  { name: 'quick', atOnce: 1 },
  // What lies in the shared folder, file by file: copies and reads texts, beside all other work.
  { name: 'inbox', atOnce: 1 },
  // Reads and writes the disk, and gives way to what computes (nice).
  { name: 'backup', atOnce: 1 },
  // Waits for the network nearly all of its time, and for no speech engine: never behind the other work.
  { name: 'download', atOnce: 1 },
] as const

export type Lane = (typeof lanes)[number]['name']

/** With fewer cores, speech and language each take longer together than one after the other. */
const coresForBoth = 8

/**
 * Whether speech and language share a machine that is too small for both at once.
 * @param languageIsHere the language model computes on this machine
 */
export const isSmall = (languageIsHere: boolean, cores: number = availableParallelism()): boolean =>
  languageIsHere && cores < coresForBoth

/** Lanes whose work is done by the language model. */
export const isOfModel = (lane: Lane): boolean => lane === 'asked' || lane === 'language' || lane === 'names'

/**
 * The lanes whose work goes before this one's: while any of it waits or runs, nothing of this lane begins, and what runs waits
 * at its next step (JobContext.giveWay). Speech only on a small machine; what somebody asked for on any.
 */
export function before(lane: Lane, { small }: { small: boolean }): Lane[] {
  const speech: Lane[] = small && isOfModel(lane) ? ['recording', 'transcription', 'diarisation'] : []
  if (lane === 'names') return [...speech, 'asked', 'language', 'quick']
  return lane === 'language' ? [...speech, 'asked'] : speech
}
