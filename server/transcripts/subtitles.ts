/** Transcripts as subtitles (WebVTT, SubRip), as Teams, Zoom and others export them → the lines that the appliance reads. */

const clock = String.raw`(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{3}`
const timing = new RegExp(String.raw`^(${clock})[ \t]+-->[ \t]+(${clock})(?:[ \t].{0,200})?$`)
/** "<v Jane Smith>", "<v.loud Jane Smith>": who speaks, until another does. */
const voice = /<v(?:\.[^\s<>]{0,100})?[ \t]+([^<>]{1,200})>/
/** What else stands in angle brackets was said: "costs are <£5m". */
const tags = /<\/?(?:c|i|b|u|v|lang|ruby|rt|font)(?:[.\s][^<>]{0,200})?>|<\d[\d:.]{4,14}>/g
const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '',
  '&rlm;': '',
}
/** "- All in favour?", "– No.": another speaks. */
const dash = /^[-–—] ?(?=\S)/
/** A cue holds what fits on a screen. What is put together again from several is no longer than this. */
const longestSeconds = 30
const longestText = 400
/** Whoever is silent for so many seconds begins anew. */
const pause = 3

type Cue = { start: string; end: string; text: string[] }
type Said = { start: string; end: string; speaker: string | null; text: string }

/** "01:02.000" → "00:01:02.000" */
const whole = (time: string): string => (time.split(':').length === 2 ? `00:${time}` : time).replace(',', '.')

const seconds = (time: string): number => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

const plain = (text: string): string =>
  text
    .replace(tags, '')
    .replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()

/** WebVTT says what it is; of SubRip most blocks are a number, a time and a line or two. */
function areSubtitles(lines: readonly string[]): boolean {
  const filled = lines.filter(Boolean)
  if (/^WEBVTT(?:[ \t-]|$)/.test(filled[0] ?? '')) return true
  const times = filled.filter((line) => timing.test(line)).length
  return times >= 2 && times * 4 >= filled.length && filled.slice(0, 2).some((line) => timing.test(line))
}

function cuesOf(lines: readonly string[]): Cue[] {
  const cues: Cue[] = []
  let isOpen = false
  for (const [at, line] of lines.entries()) {
    const begins = timing.exec(line)
    const open = cues.at(-1)
    if (begins) cues.push({ start: whole(begins[1]!), end: whole(begins[2]!), text: [] })
    // A blank line may stand between the time and the words.
    if (begins || line === '') isOpen = begins !== null || (isOpen && open?.text.length === 0)
    // A cue's number stands above its time, in some programs' files without a blank line before it.
    else if (isOpen && !(/^\d+$/.test(line) && timing.test(lines[at + 1] ?? ''))) open!.text.push(line)
  }
  return cues
}

/** Who says what in a cue; before the first voice stands what nobody is named for. */
function saidIn({ start, end, text }: Cue): Said[] {
  const joined = text.map((line, at) => (at > 0 && dash.test(line) ? `\n${line}` : line)).join(' ')
  const [unnamed = '', ...voices] = joined.split(voice)
  const said = unnamed.split('\n').map((line) => ({ speaker: null as string | null, text: plain(line) }))
  for (let at = 0; at < voices.length; at += 2)
    said.push({ speaker: plain(voices[at]!) || null, text: plain(voices[at + 1] ?? '') })
  return said.filter((one) => one.text !== '').map((one) => ({ ...one, start, end }))
}

const goesOn = (last: Said, one: Said): boolean =>
  last.speaker === one.speaker &&
  !/[.?!…:]["'”’)]*$/.test(last.text.slice(-4)) &&
  !dash.test(one.text) &&
  !/^[\p{Lu}][^:]{0,60}:\s/u.test(one.text) &&
  seconds(one.start) - seconds(last.end) < pause &&
  seconds(one.end) - seconds(last.start) < longestSeconds &&
  last.text.length + one.text.length < longestText

/**
 * What goes on in the next cue is put together again, so that sentences are whole.
 * @param lines without control characters
 * @returns null: they are no subtitles
 */
export function linesOfSubtitles(lines: readonly string[]): string[] | null {
  if (!areSubtitles(lines)) return null
  const parts: Said[] = []
  for (const one of cuesOf(lines).flatMap(saidIn)) {
    const last = parts.at(-1)
    if (last && goesOn(last, one)) {
      last.text = `${last.text} ${one.text}`
      last.end = one.end
    } else parts.push({ ...one })
  }
  return parts.map(({ start, speaker, text }) => {
    const head = speaker === null ? '' : `[${speaker}]: `
    return `[${start}] ${head}${text.replace(dash, '')}`
  })
}
