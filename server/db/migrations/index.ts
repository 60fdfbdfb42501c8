import { meetingsRecordingsJobs } from './0001_meetings_recordings_jobs.ts'

/** In order; a migration that has been released is never changed, only followed by another. */
export const migrations: { name: string; up: string }[] = [
  { name: 'meetings, recordings, jobs', up: meetingsRecordingsJobs },
]
