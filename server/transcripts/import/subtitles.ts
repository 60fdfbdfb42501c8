import { cleanName, isHeading } from '../speakers/labels.ts'
import { areSpeakers } from './layouts.ts'

/** Transcripts as subtitles (WebVTT, SubRip), as Teams, Zoom and others export them → the lines that the appliance reads. */

const clock = String.raw`(?:\d{1,3}:)?\d{1,2}:\d{1,2}[.,]\d{1,6}`
/** Teams' Word files: "0:0:2.90 --> 0:0:4.480", then who speaks, then what. */
const unpadded = /^\d{1,3}:\d{1,2}:(?:\d[.]|\d\d[.]\d{1,2} )|^\d{1,3}:\d:/
const timing = new RegExp(String.raw`^(${clock})[ \t]+-->[ \t]+(${clock})(?:[ \t].{0,200})?$`)
/** "<v Jane Smith>", "<v.loud Jane Smith>": who speaks, until another does. */
const voice = /<v(?:\.[^\s<>]{0,100})?[ \t]+([^<>]{1,200})>/
/** "Jane Smith: text", "vitto: text" */
const namedCue = /^([^\s:<>[\]-][^:<>\n]{0,80}):[ \t]+(?=\S)/u
const personName = /^\p{Lu}[\p{L}\p{M}.'’-]*(?: [\p{L}\p{M}.'’()-]+){0,4}$/u
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

/** "01:02.000", "0:1:2.0" → "00:01:02.000" */
function whole(time: string): string {
  const parts = time.replace(',', '.').split(':')
  const [seconds = '0', fraction = '0'] = parts.pop()!.split('.')
  const clock = [...(parts.length === 1 ? ['0'] : []), ...parts, seconds]
  return `${clock.map((part) => part.padStart(2, '0')).join(':')}.${fraction.slice(0, 3).padEnd(3, '0')}`
}

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
  const alone = times === 1 && filled[0] === '1'
  return (
    (times >= 2 || alone) &&
    times * 4 >= filled.length &&
    filled.slice(0, 2).some((line) => timing.test(line))
  )
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
function saidIn({ start, end, text }: Cue, first: string | null): Said[] {
  const joined = text.map((line, at) => (at > 0 && dash.test(line) ? `\n${line}` : line)).join(' ')
  const [unnamed = '', ...voices] = joined.split(voice)
  const said = unnamed.split('\n').map((line) => ({ speaker: first, text: plain(line) }))
  for (let at = 0; at < voices.length; at += 2)
    said.push({ speaker: cleanName(plain(voices[at]!)) || null, text: plain(voices[at + 1] ?? '') })
  return said.filter((one) => one.text !== '').map((one) => ({ ...one, start, end }))
}

/** Captions that roll: a line shows again above the next one, and was said once. */
function unrolled(cues: readonly Cue[]): Cue[] {
  const brief = cues.filter(({ start, end }) => seconds(end) - seconds(start) < 0.05).length
  if (brief < 2 || brief * 4 < cues.length) return [...cues]
  let shown: string[] = []
  return cues.map((cue) => {
    const lines = cue.text.map(plain).filter(Boolean)
    const fresh = lines.filter((line) => !shown.includes(line))
    if (lines.length > 0) shown = lines
    return { ...cue, text: fresh }
  })
}

/** "Jane Smith: text", and whatever other names there are where nearly every cue begins with one. */
function withSpeakers(cues: readonly Cue[]): Said[] {
  const heads = cues.map(({ text }) => namedCue.exec(text[0] ?? '')?.[1]?.trim() ?? null)
  const names = heads.flatMap((name) => (name === null || isHeading(name) ? [] : [name]))
  const everywhere = areSpeakers(names) && names.length >= cues.length * 0.8
  const people = names.filter((name) => personName.test(name))
  // Some name whoever speaks only where another did before.
  const inTurn = !everywhere && people.length >= 2 && people.includes(heads[0] ?? '')
  if (!everywhere && !inTurn) return cues.flatMap((cue) => saidIn(cue, null))
  const known = new Set(everywhere ? names : people)
  let current: string | null = null
  return cues.flatMap((cue, at) => {
    const name = heads[at] ?? null
    if (name === null || !known.has(name)) return saidIn(cue, current)
    current = cleanName(name)
    const [line = '', ...more] = cue.text
    return saidIn({ ...cue, text: [line.slice(line.indexOf(':') + 1).trim(), ...more] }, current)
  })
}

/** In Teams' Word files each cue's first line says who speaks. */
const fromTeams = (cues: readonly Cue[]): Said[] =>
  cues.flatMap(({ start, end, text: [name = '', ...text] }) =>
    saidIn({ start, end, text }, cleanName(name) || null),
  )

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
  const cues = cuesOf(lines)
  const isTeams = lines.some((line) => unpadded.test(line) && timing.test(line))
  const said =
    isTeams && cues.every(({ text }) => text.length > 1) ? fromTeams(cues) : withSpeakers(unrolled(cues))
  for (const one of said) {
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
