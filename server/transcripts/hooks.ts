import type { Handle } from '../db/open.ts'

type Handler = (handle: Handle, recordingId: number) => Promise<void>

/** What transcripts report to the slices that read them; each in the transaction of the change. */
export type TranscriptHooks = {
  /** A transcription or diarisation of the recording was queued, moved on or ended. */
  workMoved: Handler[]
  /** A text was attached that the appliance did not write. */
  textArrived: Handler[]
}

/** What one slice adds: at most one of each. */
export type TranscriptHandlers = { [K in keyof TranscriptHooks]?: Handler }

export const newTranscriptHooks = (): TranscriptHooks => ({ workMoved: [], textArrived: [] })

export function addTranscriptHandlers(hooks: TranscriptHooks, handlers: TranscriptHandlers): void {
  if (handlers.workMoved) hooks.workMoved.push(handlers.workMoved)
  if (handlers.textArrived) hooks.textArrived.push(handlers.textArrived)
}

/** Calls them one after the other. */
export const callAll =
  (handlers: readonly Handler[]): Handler =>
  async (handle, recordingId) => {
    for (const handler of handlers) await handler(handle, recordingId)
  }
