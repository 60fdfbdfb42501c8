import { serveThread } from '../processes/thread-end.ts'
import { composeMinutes, outline } from './compose.ts'
import type { Composed, ComposeInput } from './composer.ts'
import { withFates } from './grounds.ts'
import { reduce } from './model/reduce.ts'
import { renderMinutes } from './render.ts'

/** A thread of its own beside the job worker; see composer.ts, which starts it. */
serveThread(({ meeting, source, heading, body, said }: ComposeInput): Composed => {
  const { content, used } = said
    ? reduce(said.answers, { outline: outline(meeting, source), meeting, source, gaps: said.gaps })
    : { content: composeMinutes(meeting, source), used: 0 }
  const checked = { ...content, toCheck: withFates(content.toCheck) }
  return { content: checked, used, ...renderMinutes(body, checked, heading) }
})
