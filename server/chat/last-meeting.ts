import { sentencesOf } from '../language/sentences.ts'
import { contentWords, type Found, type SearchService } from '../search/service.ts'
import { isOfDeciding, statesDecision } from './decided.ts'

/** "At our last board meeting": a meeting as a whole is asked for, by the words of its name. */
const lastMeeting = /\b(?:last|latest|most recent|newest|previous)((?: [\p{L}\p{N}-]+){0,3}?) meeting\b/iu
const ofTime = /^(?:last|latest|most|recent|newest|previous|held)$/

/**
 * What was decided in the last meeting of a name, from its minutes: the board's last meeting, and no call in which it was
 * planned.
 * @returns null: the question names a matter as well, or there are no such minutes
 */
export async function decisionsOfLast(search: SearchService, question: string): Promise<Found[] | null> {
  const name = lastMeeting.exec(question)
  if (!name) return null
  const named = contentWords(name[1] ?? '')
  const others = contentWords(question.replace(name[0], ' ')).filter(
    (word) => !isOfDeciding(word) && !ofTime.test(word),
  )
  if (others.length > 0) return null
  const meeting = await search.latestMeeting(named)
  if (meeting === null) return null
  const passages = await search.passagesOf('minutes', meeting)
  const decided = passages.filter(({ text }) => sentencesOf(text).some((one) => statesDecision(one.text)))
  return decided.length > 0 ? decided : null
}
