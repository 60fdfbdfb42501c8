/** How lines of something written stand to each other: minutes that somebody wrote, and not talk. */

/** "3. Appointment of advisers", "Item 4 – Fees", "## Risk register" */
const numbered = /^(?:#{1,4}\s+|(?:agenda )?item \d{1,2}\b|\d{1,2}[.)]\s+)(?=\S)/i
/** "Present: Ann Lee" */
const labelled = /^\p{Lu}[\p{L} ]{2,30}:(?:\s|$)/u
const begins = /^(?:[-*•–]\s+)?[\p{Lu}\d“"‘(]/u
/** A longer line is full, and what follows it may be more of it. */
const full = 60

export const isNumberedLine = (line: string): boolean => numbered.test(line)

/** Whether a line, or what stands on it, is no more of the line before: a heading and its text, two names of a list. */
export function beginsAnew(before: string, line: string): boolean {
  if (numbered.test(line) || labelled.test(line)) return true
  return before.length < full && !/[,;–—-]\s*$/.test(before) && begins.test(line)
}
