/** A word with its times in seconds from the start of the clip; `confidence` is 0 to 1, the least of its tokens. */
export type EngineWord = { text: string; start: number; end: number; confidence: number }

/** What the engine wrote in one go; times in seconds from the start of the clip, in order, within the clip. */
export type EngineSegment = { start: number; end: number; text: string; words: EngineWord[] }

export type EngineRequest = {
  /** ISO 639-1, or "auto". */
  language: string
  /** Names and terms that are likely to come up; at most about 60 words. */
  prompt?: string
  /** Aborting also ends the engine's own work. */
  signal?: AbortSignal
}

/** Speech to text, whoever does it. */
export type SpeechEngine = {
  /**
   * @param clip 16 kHz mono, at most 30 seconds that hold speech
   * @throws AppError engine_crashed when the engine went away: wait for it to be back and try again; internal when it
   * refused. The signal's reason when aborted.
   */
  transcribe(clip: Int16Array, request: EngineRequest): Promise<EngineSegment[]>
}
