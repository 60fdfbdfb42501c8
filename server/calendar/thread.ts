import { serveThread } from '../processes/thread-end.ts'
import { readIcs } from './read-ics.ts'

/** A thread of its own beside the server: calendars of strangers may be long, and their rules without an end. */
serveThread(readIcs)
