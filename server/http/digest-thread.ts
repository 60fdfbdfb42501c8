import { sha256Of } from '../files/sha256.ts'
import { serveThread } from '../processes/thread-end.ts'

/** A thread of its own beside the server's; see digest.ts, which starts it. */
serveThread(sha256Of)
