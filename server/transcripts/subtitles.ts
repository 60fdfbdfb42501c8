/** Transcripts as subtitles (WebVTT, SubRip), as Teams, Zoom and others export them → the lines that the appliance reads. */

const clock = String.raw`(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{3}`
const timing = new RegExp(String.raw`^(${clock})[ \t]+-->[ \t]+${clock}(?:[ \t].*)?$`)
/** "<v Jane Smith>", "<v.loud Jane Smith>": who speaks, until another does. */
const voice = /<v(?:\.[^\s>]*)?[ \t]+([^>]+)>/
const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '',
  '&rlm;': '',
}

type Cue = { time: string; text: string[] }

/** "01:02.000" → "00:01:02.000" */
const whole = (time: string): string => (time.split(':').length === 2 ? `00:${time}` : time).replace(',', '.')

const plain = (text: string): string =>
  text
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()

function cuesOf(lines: readonly string[]): Cue[] {
  const cues: Cue[] = []
  let open: Cue | null = null
  for (const [at, line] of lines.entries()) {
    const begins = timing.exec(line)
    if (begins) cues.push((open = { time: whole(begins[1]!), text: [] }))
    else if (line === '') open = null
    // A cue's number or name stands above its times, in some programs' files without a blank line before it.
    else if (open && !timing.test(lines[at + 1] ?? '')) open.text.push(line)
  }
  return cues
}

/**
 * A cue holds what fits on a screen: what goes on in the next is put together again, so that sentences are whole.
 * @param lines without control characters
 * @returns null: they are no subtitles
 */
export function linesOfSubtitles(lines: readonly string[]): string[] | null {
  if (!lines.some((line) => timing.test(line))) return null
  const parts: { time: string; speaker: string | null; text: string }[] = []
  for (const { time, text } of cuesOf(lines)) {
    // Before the first voice stands what nobody is named for.
    const [unnamed = '', ...voices] = text.join(' ').split(voice)
    const said = [{ speaker: null as string | null, text: plain(unnamed) }]
    for (let at = 0; at < voices.length; at += 2)
      said.push({ speaker: plain(voices[at]!), text: plain(voices[at + 1] ?? '') })
    for (const one of said.filter(({ text: words }) => words !== '')) {
      const last = parts.at(-1)
      const goesOn = last !== undefined && last.speaker === one.speaker && !/[.?!…:]["'”’)]*$/.test(last.text)
      if (goesOn && !/^[\p{Lu}][^:]{0,60}:\s/u.test(one.text)) last.text = `${last.text} ${one.text}`
      else parts.push({ time, ...one })
    }
  }
  return parts.map(({ time, speaker, text }) => {
    const head = speaker === null || speaker === '' ? '' : `[${speaker}]: `
    return `[${time}] ${head}${text}`
  })
}
