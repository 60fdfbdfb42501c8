/**
 * Who goes first on a small machine: the one place that says so. A worker takes the first waiting job of the first
 * lane that has room; `atOnce` is how many of a lane run side by side.
 * Later lane: language after these.
 */
export const lanes = [
  // Meetings that are being recorded or have just ended: a piece a job, beside the hours of an upload and not behind them.
  { name: 'recording', atOnce: 1 },
  { name: 'transcription', atOnce: 1 },
  // Its child gives way to what computes beside it (nice).
  { name: 'diarisation', atOnce: 1 },
  // Waits for the network nearly all of its time, and for no speech engine: never behind the other work.
  { name: 'download', atOnce: 1 },
] as const

export type Lane = (typeof lanes)[number]['name']
