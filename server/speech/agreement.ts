/** A word as a pass heard it; milliseconds from the start of the recording. */
export type HeardWord = { text: string; startMs: number; endMs: number }

/**
 * LocalAgreement-2 on one utterance that is still going on: each pass hears it from its start. What two passes in a row
 * agree on is committed and never taken back; the rest is uncertain.
 */
export type Agreement = {
  /**
   * @param end the utterance has ended: all of it is committed, or it was `cut` off in the middle, and what a decoder makes of
   * the rest of the sentence is not what was said: only what two passes agree on, whatever the mark after the last word
   */
  pass(words: HeardWord[], end: boolean | 'cut'): { committed: HeardWord[]; uncertain: HeardWord[] }
}

/** As it is compared: without case and the marks around it. */
export const plain = (text: string): string =>
  text.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')

/** Of one utterance. LocalAgreement-2: Macháček, Dabre and Bojar, “Turning Whisper into Real-Time Transcription System”, 2023. */
export function createAgreement(): Agreement {
  const committed: HeardWord[] = []
  let before: HeardWord[] = []
  return {
    pass(words, end) {
      const rest = words.slice(afterCommitted(committed, words))
      let agreed = 0
      if (end === true) agreed = rest.length
      else while (agrees(rest, before, agreed, end === 'cut')) agreed++
      const fresh = rest.slice(0, agreed)
      committed.push(...fresh)
      before = rest.slice(agreed)
      return { committed: fresh, uncertain: before }
    },
  }
}

/** The mark after the last word is a guess as long as the sentence goes on. */
function agrees(now: HeardWord[], before: HeardWord[], i: number, cut: boolean): boolean {
  const [a, b] = [now[i], before[i]]
  if (!a || !b || plain(a.text) !== plain(b.text)) return false
  return cut || i < now.length - 1 || a.text === b.text
}

/**
 * How many words of a pass are those that were committed before: a pass may hear one of them otherwise, or leave one out.
 * The beginning of the pass that is nearest to them by edits; of equally near ones, the one with as many words.
 */
function afterCommitted(committed: HeardWord[], words: HeardWord[]): number {
  if (committed.length === 0) return 0
  let row = Array.from({ length: words.length + 1 }, (_, j) => j)
  for (const [i, word] of committed.entries()) {
    const next = [i + 1]
    for (const [j, other] of words.entries()) {
      const edit = plain(word.text) === plain(other.text) ? 0 : 1
      next.push(Math.min(row[j]! + edit, row[j + 1]! + 1, next[j]! + 1))
    }
    row = next
  }
  const distance = (j: number): number => row[j]! + Math.abs(j - committed.length) / 1000
  let best = 0
  for (let j = 1; j <= words.length; j++) if (distance(j) < distance(best)) best = j
  return best
}
