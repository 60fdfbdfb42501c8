/** A word of a clip; seconds from the clip's start; confidence 0 to 1. */
export type EngineWord = { text: string; start: number; end: number; confidence: number }

/** What the engine took for one utterance. */
export type EngineSegment = { start: number; end: number; text: string; words: EngineWord[] }

/** Speech to text, whichever program does it. */
export type SpeechEngine = {
  /**
   * @param clip 16 kHz mono, at most 30 seconds
   * @param options.language ISO 639-1, or "auto" for models that can tell
   * @param options.prompt words to expect
   * @param options.short hear only as much as the clip holds, not the engine's whole window: much faster for a few seconds
   * @throws AppError engine_crashed when it went away under the request (try again on the next one)
   */
  transcribe(
    clip: Int16Array,
    options: { language: string; prompt?: string; short?: boolean; signal: AbortSignal },
  ): Promise<EngineSegment[]>
}
