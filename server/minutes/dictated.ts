import type { Sentence } from '../language/extract/talk.ts'

/** Words that are meant for whoever writes the minutes, or that somebody only reads out: what they say has not happened. */

/** Given to a program, whatever it is asked to write. */
const command =
  /\b(?:ignore|disregard|forget|override)\b.{0,60}\b(?:instructions?|prompts?|rules|guidelines)\b|\b(?:developer|debug|god|admin) mode\b|^(?:system|assistant|user)\s*:|\byou are (?:now )?(?:an?|in|the) (?:ai\b|assistant|language model|different|new|developer)|\b(?:language model|minute[- ]taker|note[- ]taker|assistant|appliance),? (?:please )?(?:write|record|note|add|put|say|minute)\b|\bwrite (?:down |in the minutes )?that\b/

/** "Record that the board approved …": what the minutes are to say, which may be so or not. */
const wish =
  /\b(?:record|minute|note|add|put|say|state|show)(?: it| down| in)?(?: the| in the| your)?(?: minutes| record| summary)? that (?:the )?(?:board|meeting|committee|company|chair|directors|members|trustees|we|they|it was)\b/

const readOut =
  /\b(?:read(?:s|ing)? (?:it |this |that |you )?(?:out|aloud)|let me read|i(?:'ll| will) read|(?:and )?i quote\b)/
/** What stands somewhere: of the words themselves, and not of what others say to it. */
const stands =
  /\b(?:letter|e-?mail|message|text|note|paper|article|document|screen|it) (?:here )?(?:says|reads|states)\b/

const oddity =
  /\b(?:odd|strange|funny|weird|peculiar|silly|curious) thing to (?:say|read|write|put|hear)\b|\bread(?:ing)? (?:that|this|it) out\b|\b(?:strike|ignore|disregard) (?:that|this)\b/

/** Said right after, it takes away what somebody wanted to have been decided. */
const denial =
  /\bno (?:such )?(?:resolution|decision|motion|proposal|vote)\b.{0,60}\b(?:put|made|taken|passed|moved|carried|agreed)\b|\b(?:nothing of the (?:sort|kind)|no such thing)\b|\bwe (?:did not|didn't|have not|haven't) (?:approve|agree|resolve|decide)[ds]? (?:that|this|it|any|anything|such)\b/

/** Sentences after it in which it is still spoken of. */
const reach = 3

export type Dictated = { why: string; isCommand: boolean }

/** Whether what was said in these sentences was dictated or read out; null: somebody said it of their own. */
export function dictatedIn(sentences: readonly Sentence[], talk: readonly Sentence[]): Dictated | null {
  const first = sentences[0]
  if (!first) return null
  const own = new Set(sentences.flatMap(({ segments }) => segments.map(({ id }) => id)))
  const turn = talk.filter(({ segments }) => segments.some(({ id }) => own.has(id)))
  if (turn.some(({ plain }) => command.test(plain)))
    return { why: 'It was said to whoever writes the minutes.', isCommand: true }
  const last = sentences.at(-1)!
  const after = talk
    .slice(last.index + 1, last.index + 1 + 2 * reach)
    .filter(({ speaker }) => speaker !== last.speaker)
    .slice(0, reach)
  if (after.some(({ plain }) => oddity.test(plain)))
    return { why: 'It seems to have been read out only.', isCommand: true }
  if (after.some(({ plain }) => denial.test(plain)))
    return { why: 'Right after it somebody says that it was not decided.', isCommand: false }
  if (sentences.some(({ plain }) => wish.test(plain)))
    return { why: 'What was said is what the minutes are to say.', isCommand: false }
  const before = talk.slice(Math.max(0, first.index - 2), first.index)
  // "That was an odd thing to read out" is about what somebody else has read.
  const isRead = [...before, ...sentences].some(({ plain }) => readOut.test(plain) && !oddity.test(plain))
  const cited = [...before, ...sentences].filter(({ plain }) => stands.test(plain))
  if (isRead || cited.some(({ speaker }) => speaker === last.speaker))
    return { why: 'It seems to have been read out only.', isCommand: false }
  return null
}
