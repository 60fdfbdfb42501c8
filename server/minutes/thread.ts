import { serveThread } from '../processes/thread-end.ts'
import { compose, outline } from './compose.ts'
import type { Composed, ComposeInput } from './composer.ts'
import { reduce } from './model/reduce.ts'
import { renderMinutes } from './render.ts'

/** A thread of its own beside the job worker; see composer.ts, which starts it. */
serveThread(({ meeting, source, heading, body, said }: ComposeInput): Composed => {
  const found = outline(meeting, source)
  const { content, used } = said
    ? reduce(said.answers, { outline: found, meeting, source, gaps: said.gaps })
    : { content: compose(found, meeting, source), used: 0 }
  return { content, used, ...renderMinutes(body, content, heading) }
})
