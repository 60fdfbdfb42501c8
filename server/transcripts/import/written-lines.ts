/** How lines of something written stand to each other: minutes that somebody wrote, and not talk. */

/** "3. Appointment of advisers", "Item 4 – Fees", "## Risk register" */
const numbered = /^(?:#{1,4}\s+|(?:agenda )?item \d{1,2}\b|\d{1,2}[.)]\s+)(?=\S)/i
/** "Present: Ann Lee" */
const labelled = /^\p{Lu}[\p{L} ]{2,30}:(?:\s|$)/u
/** "- ", "• ", "* "; a long dash before small letters is one within a sentence that somebody broke there. */
const bullet = /^\s*(?:[-•‣◦▪●○·*]\s+(?=\S)|[–—]\s+(?=[\p{Lu}\d“"‘(]))/u
const begins = /^[\p{Lu}\d“"‘(]/u
/** A longer line is full, and what follows it may be more of it. */
const full = 60

/** Whether a line, or what stands on it, is no more of the line before: a heading and its text, two names or points of a list. */
export function beginsAnew(before: string, line: string): boolean {
  if (numbered.test(line) || labelled.test(line) || bullet.test(line)) return true
  return before.length < full && !/[,;–—-]\s*$/.test(before) && begins.test(line)
}

/** So many of the lines that end open reach the margin where somebody broke a text at one. */
const atMargin = 0.5
const ended = /[.?!…:;]["'”’)]*\s*$/

/**
 * Whether each line is something said by itself, without the full stops that would tell: most end without one, and not
 * because the next word would have gone beyond the margin.
 * @param lines in their order; '' between paragraphs
 */
export function areUtterances(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line !== '')
  const open = lines.flatMap((line, at) => {
    const next = lines[at + 1] ?? ''
    return line === '' || next === '' || ended.test(line) ? [] : [{ line, next }]
  })
  // Minutes that somebody wrote have heads.
  if (filled.some((line) => numbered.test(line) || labelled.test(line))) return false
  if (filled.length < leastLines || open.length * 2 < filled.length) return false
  const margin = filled.reduce((widest, { length }) => Math.max(widest, length), 0)
  const full = open.filter(({ line, next }) => line.length + 1 + next.split(' ')[0]!.length > margin)
  return full.length < open.length * atMargin
}
/** Of fewer nothing can be told. */
const leastLines = 4
