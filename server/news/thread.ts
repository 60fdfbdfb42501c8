import { serveThread } from '../processes/thread-end.ts'
import { parse } from './parse.ts'

serveThread(parse)
