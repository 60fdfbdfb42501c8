/** Words that two passes of the live engine agreed on. Times in milliseconds from the start of the recording. */
export type LiveSegment = { id: string; text: string; startMs: number; endMs: number }

/** Which model wrote them. */
export type LiveModel = { id: string; name: string; bundled: boolean }

/** Keeps the live words, so that they are there as soon as the recording is stopped. */
export type LiveWords = {
  /** Called with new ones only, in order of time. */
  add(recordingId: number, segments: LiveSegment[], model: LiveModel): Promise<void>
  /** Up to where there are words, of either pass; in milliseconds. */
  until(recordingId: number): Promise<number>
}
