// The written meetings of scripts/bench/minutes, whose decisions and actions are known, and what was found of them.
import { readFileSync } from 'node:fs'

/** @typedef {{ text: string, segments: number[], quote?: string, owner?: string | null, outcome?: string, vote?: any }} Truth */

/** One meeting a line; `lines` are "Speaker: words", numbered from 1. @param {string} file */
export function meetingsOf(file) {
  const all = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return all.map((line) => {
    const meeting = JSON.parse(line)
    const attendees = meeting.attendees.map((/** @type {string} */ one) => {
      const [, name = one, role = null] = /^(.*?)\s*(?:\((.*)\))?$/.exec(one) ?? []
      return { name, role }
    })
    const segments = meeting.lines.map((/** @type {string} */ said, /** @type {number} */ at) => {
      const [, speaker = null, text = said] = /^([^:]{1,40}): (.*)$/s.exec(said) ?? []
      const time = speaker ? { start: at * 6, end: at * 6 + 5 } : { start: 0, end: 0 }
      return { id: at + 1, ...time, timestamp: 0, speaker, text, words: [] }
    })
    return { ...meeting, attendees, segments }
  })
}

/**
 * A statement is right when its evidence rests on a line that the truth names for it, each of both used once.
 * @param {Truth[]} truth
 * @param {any[]} found
 */
export function pair(truth, found) {
  const open = new Set(truth.keys())
  /** @type {{ one: any, truth: Truth }[]} */
  const right = []
  const wrong = []
  for (const one of found) {
    const ids = one.evidence.flatMap((/** @type {any} */ of) => of.segments)
    const overlap = (/** @type {number} */ at) =>
      truth[at]?.segments.filter((id) => ids.includes(id)).length ?? 0
    const [best] = [...open].sort((a, b) => overlap(b) - overlap(a))
    if (best !== undefined && overlap(best) > 0) {
      open.delete(best)
      right.push({ one, truth: /** @type {Truth} */ (truth[best]) })
    } else wrong.push(one)
  }
  return { right, wrong, missed: [...open].map((at) => /** @type {Truth} */ (truth[at])) }
}

/** @param {any} content @param {'decisions' | 'actions' | 'conflicts'} kind */
export const facts = (content, kind) => content.items.flatMap((/** @type {any} */ item) => item[kind])
