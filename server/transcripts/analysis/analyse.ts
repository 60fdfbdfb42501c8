import { recordEvent } from '../../db/events.ts'
import { transact, type Db } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import { PermanentFailure, type JobContext } from '../../jobs/define.ts'
import type { LanguageEngine } from '../../language/engine.ts'
import type { RecordingsService } from '../../recordings/service.ts'
import type { SpeakersService, Unsure } from '../speakers/service.ts'
import { findTranscript } from '../store.ts'
import { askForNames } from './ask.ts'
import { carryToCurrent } from './carry.ts'
import type { AnalysePayload } from './jobs.ts'
import { findReading, storeClaims, type ReadClaim } from './store.ts'
import { createVerifier } from './verify.ts'

export type AnalyseDeps = {
  db: Db
  recordings: RecordingsService
  language: LanguageEngine
  speakers: Pick<SpeakersService, 'unsure'>
}

/**
 * The job: asks the language model who the speakers of the current version are, keeps what bears examination, and looks once
 * more where another version has come meanwhile. Without it, or when it fails, what the rules have found stays.
 */
export function createAnalyser({ db, recordings, language, speakers }: AnalyseDeps) {
  return async function run({ recordingId }: AnalysePayload, context: JobContext): Promise<void> {
    for (;;) {
      const unsure = await speakers.unsure(recordingId)
      if (!unsure || (await findReading(db.read, unsure.transcriptId))?.read_at) return
      await read(recordingId, unsure, context)
    }
  }

  async function read(recordingId: number, unsure: Unsure, context: JobContext): Promise<void> {
    const { windows, model } = await asked(unsure, context)
    const verified = createVerifier(unsure)
    const claims = windows.flatMap(({ names, given }) => names.flatMap((one) => verified(one, given) ?? []))
    context.signal.throwIfAborted()
    await transact(db, async (trx) => {
      const { transcriptId } = unsure
      if (!(await findTranscript(trx, transcriptId))) return // deleted meanwhile
      const reading = { model, read_at: new Date().toISOString() }
      await storeClaims(trx, transcriptId, reading, once(claims))
      await carryToCurrent(trx, transcriptId, await recordings.currentTranscript(trx, recordingId))
      await recordEvent(trx, 'speakers', recordingId)
    })
  }

  async function asked(unsure: Unsure, context: JobContext): ReturnType<typeof askForNames> {
    try {
      return await askForNames(language, unsure, context)
    } catch (error) {
      context.signal.throwIfAborted()
      // The engine has tried again already.
      if (error instanceof AppError && error.code.startsWith('language_'))
        throw new PermanentFailure(error.code, error.message, { cause: error })
      throw error
    }
  }
}

/** Windows overlap, and a model may say a thing twice. */
function once(claims: readonly ReadClaim[]): ReadClaim[] {
  const keyOf = ({ segmentId, label, name }: ReadClaim): string => `${segmentId}\n${label}\n${name}`
  return [...new Map(claims.map((claim) => [keyOf(claim), claim])).values()]
}
