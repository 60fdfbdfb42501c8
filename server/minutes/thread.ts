import { serveThread } from '../processes/thread-end.ts'
import { compose, outline } from './compose.ts'
import type { Composed, ComposeInput } from './composer.ts'
import { withFates } from './grounds.ts'
import { reduce } from './model/reduce.ts'
import { renderMinutes } from './render.ts'

/** A thread of its own beside the job worker; see composer.ts, which starts it. */
serveThread(({ meeting, source, heading, body, said }: ComposeInput): Composed => {
  const of = outline(meeting, source)
  const { content, used, quoted } = said
    ? reduce(said.answers, { outline: of, meeting, source, gaps: said.gaps })
    : { content: compose(of, meeting, source), used: 0, quoted: 0 }
  const checked = { ...content, toCheck: withFates(content.toCheck, of.extraction.talk) }
  return { content: checked, used, quoted, ...renderMinutes(body, checked, heading) }
})
