import { alternativeWords } from '../../language/alternatives.ts'

/** "Speaker 1": as the appliance's own labels are written, and as other programs' are understood. */
const label = /Speaker\s+(\d{1,4})/

/** "0:07", "01:02:03", "01:02:03.5" */
export const clockRule = String.raw`\d{1,3}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?`

/** Heads of minutes and letters that look like names. */
const headings = new RegExp(
  `^${alternativeWords(`
    action agenda apologies attendees? author by cc date decision description duration from item language
    location meeting minutes note notes present question re agreed approved carried decided noted recording
    resolved subject summary time title to topic transcript venue
  `)}s?$`,
  'i',
)

export const isHeading = (text: string): boolean => headings.test(text.trim())

// "[hh:mm:ss] [Speaker N]", or "Speaker N" with a time or a colon after it.
const bracketed = new RegExp(String.raw`\[${clockRule}\]\s*\[${label.source}\]`, 'gi')
const headed = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${label.source}\]?(?:[ \t]{0,9}:|[ \t]{0,9}[-–—]?[ \t]{0,9}[([]?${clockRule})`,
  'giu',
)

/** The speakers' labels that a text holds, each once, by number. */
export function speakerLabels(content: string): string[] {
  const numbers = new Set<number>()
  for (const rule of [bracketed, headed])
    for (const match of content.matchAll(rule)) numbers.add(Number(match[1]))
  return [...numbers].sort((a, b) => a - b).map((number) => `Speaker ${number}`)
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** "Speaker  1" and "speaker 01" are the label "Speaker 1". */
export const labelKey = (text: string): string =>
  text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ 0+(?=\d)/g, ' ')
    .toLowerCase()

/** Brackets in a name stay where they come in pairs: "Ann [remote]". */
const paired = /^[^[\]]*(?:\[[^[\]]*\][^[\]]*)*$/

/** A name on one line, without brackets that would end it too early. */
export function cleanName(name: string): string {
  const line = name.replace(/\s+/g, ' ').trim().slice(0, 200)
  const safe = paired.test(line) ? line.replaceAll(']:', '] :') : line.replace(/[[\]]+/g, ' ')
  return safe.replace(/\s+/g, ' ').trim()
}

/** By what a label is known by, whatever its spaces and capitals: see `labelKey`. */
export type SpeakerNames = ReadonlyMap<string, string>

export const speakerNames = (speakerMap: Record<string, string>): SpeakerNames =>
  new Map(
    Object.entries(speakerMap)
      .map(([key, name]) => [labelKey(key), cleanName(name)] as const)
      .filter(([key, name]) => key !== '' && name !== ''),
  )

/**
 * Puts names in the place of speakers' labels, where they are labels: at the head of a line or of a sentence, in brackets
 * or before a time or a colon. What people say about "Speaker 1" stays.
 */
export function replaceLabels(content: string, names: SpeakerNames): string {
  if (names.size === 0) return content
  const labels = [...names.keys()]
    .sort((a, b) => b.length - a.length)
    .map((key) => escaped(key).replaceAll(' ', String.raw`\s+0*`))
    .join('|')
  const clock = String.raw`[([]?${clockRule}[)\]]?`
  const head = new RegExp(
    String.raw`((?:^|\r|\n|[.?!]["'”’)]?\s)[ \t]*(?:${clock}[ \t]{0,9}[-–—:]?[ \t]{0,9})?)` +
      String.raw`(?:\[(${labels})\]|(${labels})(?=[ \t]*:|[ \t]{0,9}[-–—]?[ \t]{0,9}${clock}|[ \t]*(?:\r|\n|$)))`,
    'gi',
  )
  return content.replace(head, (all, before: string, inBrackets?: string, bare?: string) => {
    const name = names.get(labelKey(inBrackets ?? bare ?? ''))
    if (!name) return all
    return before + (inBrackets === undefined ? name : `[${name}]`)
  })
}
