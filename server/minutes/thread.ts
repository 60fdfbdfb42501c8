import { serveThread } from '../processes/thread-end.ts'
import { compose, findIn } from './compose.ts'
import type { Composed, ComposeInput, QuestionsInput, ThreadInput } from './composer.ts'
import { join, questionsOf } from './join.ts'
import type { Questions } from './model.ts'
import { renderMinutes } from './render.ts'

/** A thread of its own beside the job worker; see composer.ts, which starts it. */
serveThread((input: ThreadInput): Composed | Questions =>
  'questions' in input ? questions(input.questions) : composed(input.compose),
)

function questions({ meeting, source, mostTokens }: QuestionsInput): Questions {
  const found = findIn(meeting, source)
  const places = new Map(source.segments.map(({ id }, at) => [id, at]))
  const starts = found.items.map(({ from }) => places.get(found.talk[from]!.lines[0]!.id) ?? 0)
  return questionsOf(compose(found, meeting, source), starts, source, mostTokens)
}

function composed({ meeting, source, heading, body, said }: ComposeInput): Composed {
  const byRules = compose(findIn(meeting, source), meeting, source)
  const { content, used } = said ? join(byRules, said, source) : { content: byRules, used: 0 }
  return { content, used, ...renderMinutes(body, content, heading) }
}
