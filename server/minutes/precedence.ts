import { isPersons, type MinutesRow } from './store.ts'

/**
 * Whether the minutes that are there stay, so that new ones only wait to be chosen: a person's stay until a person who
 * knows of them asks for something else, and what the language model wrote is not lost to the rules because it is away just
 * now. `over` is the id of those that were there when a person asked; null: there were none.
 */
export function staysBefore(
  before: Pick<MinutesRow, 'id' | 'origin' | 'model' | 'job_id'> | null,
  made: {
    origin: 'rules' | 'model'
    personId: number | null
    over?: number | null | undefined
    /** The language model was to write them, and did not. */
    failed: boolean
  },
): boolean {
  if (before === null) return false
  // What the rules have made gives way to what they make now, whatever became of the language model.
  const isOfRules = before.origin === 'rules'
  if (made.origin === 'rules' && !isOfRules && (made.failed || before.model !== null)) return true
  if (made.personId === null) return isPersons(before)
  // Other work may have written meanwhile; that gives way as it would have before.
  return made.over !== undefined && before.id !== made.over && before.job_id === null
}

type Standing = Pick<MinutesRow, 'origin' | 'job_id' | 'person_id' | 'transcript_version'>
type Late = { personId: number | null; jobId: number; transcriptVersion: number }

/** A person has asked since, and that went before it (jobs/lanes.ts) and was made of the same words. */
export const isAskedSince = (before: Standing | null, made: Late): boolean =>
  made.personId === null &&
  before !== null &&
  before.person_id !== null &&
  before.job_id !== null &&
  before.job_id > made.jobId &&
  before.transcript_version === made.transcriptVersion
