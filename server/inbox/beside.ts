import { extname } from 'node:path'

/** Endings of what a program has not finished yet, or holds open. */
const endings =
  'part|partial|crdownload|download|opdownload|tmp|temp|filepart|lock|lck|swp|swx|aria2|!ut|!qb|unfinished'
const unfinished = new RegExp(String.raw`\.(?:${endings})$`, 'i')

/** What systems put into every folder. */
const ofSystems = /^(?:thumbs\.db|ehthumbs\.db|desktop\.ini|icon\r|\$recycle\.bin)$/i

/** What is never taken in: hidden files, locks, parts, and what systems leave. */
export const isScratch = (name: string): boolean =>
  name.startsWith('.') ||
  name.startsWith('~') ||
  name.endsWith('~') ||
  name.endsWith('#') ||
  ofSystems.test(name) ||
  unfinished.test(name)

/** Word writes "~$nutes.docx" for "minutes.docx": it leaves two letters away, of short names one or none. */
const officeLocks = (name: string): string[] => [`~$${name}`, `~$${name.slice(1)}`, `~$${name.slice(2)}`]

/**
 * The lock or part file that stands beside a file; null: none does. Names in small letters.
 * Browsers, copy programs and Nextcloud put the name into that of the part; Firefox writes "name.k3Jd9x.mp4.part".
 */
export function heldBy(given: string, names: readonly string[]): string | null {
  const name = given.toLowerCase()
  const stem = name.slice(0, name.length - extname(name).length)
  const locks = officeLocks(name)
  const holds = (other: string): boolean =>
    other !== name &&
    !other.startsWith('._') && // macOS keeps what a file is in there, for as long as the file is there
    isScratch(other) &&
    (locks.includes(other) ||
      other.includes(name) ||
      (unfinished.test(other) && other.startsWith(`${stem}.`)))
  return names.find((other) => holds(other.toLowerCase())) ?? null
}

/** "meeting.vtt.json" and "meeting.json", for "meeting.vtt". */
export function candidates(name: string): string[] {
  const stem = name.slice(0, name.length - extname(name).length)
  return [`${name}.json`, `${stem}.json`].filter((one) => one !== name && one !== '.json')
}

/** What describes a file, among what lies beside it; null: nothing does. */
export const sidecarOf = (name: string, names: ReadonlySet<string>): string | null =>
  candidates(name).find((one) => names.has(one)) ?? null
