/**
 * Who goes first on a small machine: the one place that says so. A worker takes the first waiting job of the first
 * lane that has room; `atOnce` is how many of a lane run side by side.
 * Later lanes: live before transcription; diarisation, then language after it.
 */
export const lanes = [
  { name: 'transcription', atOnce: 1 },
  // Waits for the network nearly all of its time, and for no speech engine: never behind the other work.
  { name: 'download', atOnce: 1 },
] as const

export type Lane = (typeof lanes)[number]['name']
