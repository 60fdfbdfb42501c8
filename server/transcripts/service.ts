import { createAbout } from './about.ts'
import type { TranscriptsDeps } from './deps.ts'
import { createTranscriptQueries } from './transcript-queries.ts'
import { createFollowing } from './runs/follow-requests.ts'
import { createRunRequests } from './runs/run-requests.ts'
import { createDiariseRequests } from './speakers/diarise-requests.ts'
import { createEditing } from './versions/editing.ts'
import { createWordsOf } from './versions/lineage.ts'

export {
  addTranscriptHandlers,
  newTranscriptHooks,
  type TranscriptHandlers,
  type TranscriptHooks,
} from './hooks.ts'
export { kindsOfRecording } from './search-sources.ts'
export type { StoredCaptions } from './runs/stored-captions.ts'
export type { TermsService } from './terms/service.ts'

/** More names than this are no longer asked for one by one. */
const mostSpeakers = 50

export type TranscriptsService = ReturnType<typeof createTranscripts>

/** Transcripts: read (transcript-queries.ts), changed (versions/editing.ts), and made (runs/run-requests.ts). */
export function createTranscripts(deps: TranscriptsDeps) {
  const { db, recordings, terms, guess, reader, analysis, speakers } = deps
  const { diarisation, diarisationOn, diarisationModels } = deps
  const editing = createEditing({
    ...{ db, recordings, reader },
    jobName: deps.job.name,
    diarisationResults: deps.diarisationResults,
    corrected: terms.corrected,
    bringBack: speakers.bringBack,
    textArrived: deps.textArrived,
  })

  return {
    speakers,
    analysis,
    ...createTranscriptQueries(deps),
    ...createWordsOf({ recordings, speakers }),
    ...createRunRequests(deps),
    ...createAbout({ db, recordings, speakers, diarisation, diarisationOn, places: deps.places }),
    ...createDiariseRequests({ db, recordings, diarisation, diarisationOn, models: diarisationModels }),
    following: createFollowing({ db, job: deps.follow }),

    attach: editing.attach,
    takeText: editing.takeText,
    replaceText: editing.replaceText,
    editSegment: editing.editSegment,
    replaceWords: editing.replaceWords,
    restore: editing.restore,
    publishRun: editing.publishRun,

    /** Speakers that a text names, and who they say that they are. */
    async analyze(content: string): Promise<{ speakers: string[]; speakerMap: Record<string, string> }> {
      const { labels, lines } = await reader.lines(content)
      const segments = lines.map((line, id) => ({ ...line, id, start: line.time ?? 0 }))
      const named = [...new Set(lines.flatMap(({ speaker }) => speaker ?? []))]
      const nothing = { listed: [], confirmed: new Map(), dismissed: new Map() }
      const guesses = await guess({ segments, ...nothing })
      // The dialog shows them to be changed, so what people call themselves is enough.
      const known = labels.flatMap((label) => {
        const first = guesses.get(label)?.[0]
        const own = first?.evidence.some(({ rule }) => rule === 'introduction') && !first.contradicted
        return first && own ? [[label, first.name] as const] : []
      })
      const others = named.filter((name) => !labels.includes(name)).slice(0, mostSpeakers)
      const speakers = [...labels, ...others]
      return { speakers, speakerMap: Object.fromEntries([...known, ...others.map((name) => [name, name])]) }
    },

    /** The text of a transcript's file. @throws AppError empty_file, unsupported_media_type, invalid_input */
    readFile: reader.file,
    nameSpeakers: (content: string, speakerMap: Record<string, string>) =>
      reader.name({ content, speakerMap }),
  }
}
