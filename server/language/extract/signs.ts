import { noteOf } from './note.ts'
import type { Sentence } from './talk.ts'

/**
 * What speaks for or against a sentence's being the one in which a meeting decides: each a general feature of English or
 * of meetings, none decides alone. `weights.ts` says how much each counts.
 */

/** How far one looks back and ahead. */
const back = 8
const ahead = 4

/** @param chair null: not known */
export function signsOf(sentence: Sentence, talk: readonly Sentence[], chair: string | null): string[] {
  const { index, speaker } = sentence
  const note = noteOf(sentence)
  const signs = note.signs.filter((sign) => !sign.startsWith('+'))
  const add = (is: boolean, name: string): void => {
    if (is) signs.push(name)
  }
  const byChair = chair !== null && speaker === chair
  add(byChair, 'by the chair')
  add(chair !== null && !byChair, 'not by the chair')

  const before = talk.slice(Math.max(0, index - back), index)
  const near = before.slice(-4)
  const others = near.filter((one) => one.speaker !== speaker)
  const some = (of: readonly Sentence[], sign: string): boolean => of.some((one) => noteOf(one).has(sign))
  const mine = near.filter((one) => one.speaker === speaker)
  const last = before.at(-1)
  const beginsTurn = last !== undefined && last.speaker !== speaker
  add(beginsTurn, 'begins a turn')
  add(index < 6, 'at the beginning')
  add(talk.length - index <= 8, 'at the end')
  add(some(mine, '+asks all'), 'asked all before')
  add(some(mine, '+asks assent'), 'asked for assent before')
  add(some(before, '+asks vote'), 'vote before')
  add(some(before.slice(-5), 'tells votes'), 'votes told before')
  add(some(before, 'puts a motion'), 'motion before')
  add(some(before, '+idea'), 'idea before')
  add(beginsTurn && last.isQuestion, 'was asked')
  add(last !== undefined && !beginsTurn && last.isQuestion, 'asked itself')
  const assenting = new Set(others.filter((one) => noteOf(one).has('assents')).map((one) => one.speaker)).size
  add(assenting === 1, 'one agreed before')
  add(assenting > 1, 'several agreed before')
  add(some(others, 'dissents'), 'dissent before')
  add(new Set(before.map((one) => one.speaker)).size >= 4, 'many spoke before')

  const after = talk.slice(index + 1, index + 1 + ahead)
  const next = after[0]
  const goesOn = next !== undefined && next.speaker === speaker
  const reply = after.filter((one) => one.speaker !== speaker).slice(0, 1)
  add(next !== undefined && !goesOn, 'ends a turn')
  add(next === undefined, 'last word')
  add(goesOn && noteOf(next).has('+turns'), 'moves on')
  add(some(after, '+turns'), 'moves on soon')
  add(next !== undefined && noteOf(next).has('+thanks'), 'thanks follow')
  add(some(reply, 'assents'), 'agreed to')
  add(some(reply, '+takes on'), 'taken up')
  add(
    some(
      after.filter((one) => one.speaker === speaker),
      '+gives out',
    ),
    'given out',
  )
  add(some(reply, '+objects'), 'objected to')
  add(some(reply, 'question'), 'asked about')
  add(goesOn && next.isQuestion, 'asks next')
  add(some(after, '+takes back'), 'taken back')
  add(some(after, 'jest'), 'laughter after')

  const { content } = note
  const earlier = wordsOf(talk.slice(Math.max(0, index - 12), index))
  const known = content.filter((word) => earlier.has(word)).length
  add(content.length > 0 && known === content.length, 'all said before')
  add(content.length > 1 && known > 0 && known < content.length, 'partly said before')
  add(content.length > 1 && known === 0, 'nothing said before')
  const later = [...wordsOf(talk.slice(index + 1, index + 6))]
  const shared = later.filter((word) => earlier.has(word) || content.includes(word)).length
  add(later.length > 4 && shared / later.length < 0.08, 'another matter follows')
  add(later.length > 4 && shared / later.length > 0.25, 'the matter goes on')

  add(note.has('no verb') && note.has('figure'), 'only a figure')
  add(note.has('no verb') && byChair && beginsTurn, 'verbless by the chair')
  add(note.has('conclusive') && byChair, 'the chair concludes')
  add(note.has('begins with done') && byChair, 'the chair says it is done')
  return signs
}

function wordsOf(of: readonly Sentence[]): Set<string> {
  const words = new Set<string>()
  for (const one of of) for (const word of noteOf(one).content) words.add(word)
  return words
}
