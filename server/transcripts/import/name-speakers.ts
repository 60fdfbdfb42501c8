import { clock } from '../versions/text-format.ts'
import { labelKey, replaceLabels, speakerNames, type SpeakerNames } from '../speakers/labels.ts'
import { parseTranscript, readLine, type Line } from './parse-text.ts'

/**
 * A text with names in the place of speakers' labels. It stays as it is written otherwise ("Speaker 1: …" → "Jane Smith: …")
 * as long as each line is read as that speaker's then; else the labels' lines get a head that nothing can be mistaken for:
 * "[bob]: …", "[00:01:02] [Chair: Ann]: …".
 */
export function nameSpeakers(content: string, speakerMap: Record<string, string>): string {
  const names = speakerNames(speakerMap)
  const natural = replaceLabels(content, names)
  const wanted = parseTranscript(content).map((line) => ({
    ...line,
    speaker: named(line, names) ?? line.speaker,
  }))
  return isReadAs(wanted, parseTranscript(natural)) ? natural : withHeads(content, names)
}

const named = ({ speaker }: Line, names: SpeakerNames): string | undefined =>
  speaker === null ? undefined : names.get(labelKey(speaker))

const isReadAs = (wanted: readonly Line[], read: readonly Line[]): boolean =>
  wanted.length === read.length &&
  wanted.every(({ time, speaker }, i) => read[i]!.time === time && read[i]!.speaker === speaker)

function withHeads(content: string, names: SpeakerNames): string {
  return content
    .replace(/^\uFEFF/, '')
    .split(/(\r\n|[\n\r\u2028\u2029\v\f])/)
    .map((line) => {
      const read = readLine(line, { names: true })
      const name = named(read, names)
      if (name === undefined) return replaceLabels(line, names)
      const time = read.time === null ? '' : `[${exactClock(read.time)}] `
      return `${time}[${name}]: ${replaceLabels(read.text, names)}`.trimEnd()
    })
    .join('')
}

/** Some texts have fractions of seconds. */
function exactClock(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  const fraction = ms % 1000
  return clock(ms / 1000) + (fraction === 0 ? '' : `.${String(fraction).padStart(3, '0')}`)
}
