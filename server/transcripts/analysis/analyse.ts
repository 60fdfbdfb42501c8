import { recordEvent } from '../../db/events.ts'
import { transact, type Db } from '../../db/open.ts'
import { PermanentFailure, type JobContext } from '../../jobs/define.ts'
import type { LanguageEngine } from '../../language/engine.ts'
import { isOfLanguage, plainly } from '../../language/plain.ts'
import type { RecordingsService } from '../../recordings/service.ts'
import type { SpeakersService, Unsure } from '../speakers/service.ts'
import { findTranscript } from '../store.ts'
import { askForNames } from './ask.ts'
import { carryToCurrent } from './carry.ts'
import type { AnalysePayload } from './jobs.ts'
import { findReading, readClaims, replaceClaims, storeReading, type ReadClaim } from './store.ts'
import type { VerifyNames } from './name-verifier.ts'

export type AnalyseDeps = {
  db: Db
  recordings: RecordingsService
  language: LanguageEngine
  speakers: Pick<SpeakersService, 'unsure'>
  verify: VerifyNames
}

/**
 * The job: asks the language model who the speakers of the current version are, keeps what bears examination as it comes, and
 * looks once more where another version has come meanwhile. Without it, or when it fails, what the rules have found stays.
 */
export function createAnalyser({ db, recordings, language, speakers, verify }: AnalyseDeps) {
  return async function run({ recordingId }: AnalysePayload, context: JobContext): Promise<void> {
    for (;;) {
      const unsure = await speakers.unsure(recordingId)
      if (!unsure) return
      const reading = await findReading(db.read, unsure.transcriptId)
      if (reading?.read_at) return
      try {
        await read(recordingId, unsure, reading?.lines_read ?? 0, context)
      } catch (error) {
        context.signal.throwIfAborted()
        // The engine has tried again already.
        if (isOfLanguage(error)) throw new PermanentFailure(error.code, plainly(error.code), { cause: error })
        throw error
      }
    }
  }

  async function read(recordingId: number, unsure: Unsure, from: number, context: JobContext): Promise<void> {
    const { transcriptId, segments, labels, attendees } = unsure
    await askForNames(language, unsure, context, {
      from,
      async onPart({ names, given, model, linesRead }) {
        context.signal.throwIfAborted()
        const claims = await verify({ segments, labels, attendees, names, given })
        const isAll = linesRead === segments.length
        const reading = { model, read_at: isAll ? new Date().toISOString() : null, lines_read: linesRead }
        await transact(db, async (trx) => {
          if (!(await findTranscript(trx, transcriptId))) return // deleted meanwhile
          await storeReading(trx, transcriptId, reading)
          await replaceClaims(trx, transcriptId, once([...(await readClaims(trx, transcriptId)), ...claims]))
          await carryToCurrent(trx, transcriptId, await recordings.currentTranscript(trx, recordingId))
          await recordEvent(trx, 'speakers', recordingId)
        })
        await context.partStored()
      },
    })
  }
}

/** Windows overlap, and a model may say a thing twice. */
function once(claims: readonly ReadClaim[]): ReadClaim[] {
  const keyOf = ({ segmentId, label, name }: ReadClaim): string => `${segmentId}\n${label}\n${name}`
  return [...new Map(claims.map((claim) => [keyOf(claim), claim])).values()]
}
