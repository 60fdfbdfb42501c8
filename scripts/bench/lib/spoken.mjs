// What the benches are given to hear: people's voices where a folder of them is named, else the sample meeting.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../../lib/paths.mjs'

const sampleFolder = join(root, 'models', 'sample')
const pauseSeconds = 1

/** @typedef {{ start: number, end: number, speaker: string, text?: string }} Turn */

/** @param {string[]} args */
const ffmpeg = (args) => execFileSync('ffmpeg', ['-loglevel', 'error', '-y', ...args])

/** Anything as 16 kHz mono. @param {string} from @param {string} wav */
export const toWav = (from, wav) => ffmpeg(['-i', from, '-ac', '1', '-ar', '16000', wav])

/** @param {string} file */
export const secondsOf = (file) =>
  Number(
    execFileSync('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file], {
      encoding: 'utf8',
    }),
  )

/** @returns {{ duration: number, turns: (Turn & { text: string })[] }} */
export const sampleTruth = () => JSON.parse(readFileSync(join(sampleFolder, 'sample-meeting.json'), 'utf8'))
export const sampleSound = join(sampleFolder, 'sample-meeting.mp3')

/**
 * Words and their truth: all clips of the folder's words.tsv, a second apart, or the sample meeting.
 * @param {string | undefined} folder
 * @param {string} wav
 * @param {number} most so many clips, evenly chosen
 * @returns {string} what is said
 */
export function makeWords(folder, wav, most) {
  if (!folder) {
    toWav(sampleSound, wav)
    return sampleTruth()
      .turns.map(({ text }) => text)
      .join(' ')
  }
  const all = readFileSync(join(folder, 'words.tsv'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'))
  const every = Math.max(1, all.length / most)
  const rows = all.filter((_, i) => Math.floor(i / every) > Math.floor((i - 1) / every))
  const inputs = rows.flatMap(([name = '']) => ['-i', join(folder, name)])
  const parts = rows.map(
    (_, i) => `[${i}]aresample=16000,aformat=channel_layouts=mono,apad=pad_dur=${pauseSeconds}[c${i}]`,
  )
  const graph = `${parts.join(';')};${rows.map((_, i) => `[c${i}]`).join('')}concat=n=${rows.length}:v=0:a=1`
  ffmpeg([...inputs, '-filter_complex', graph, '-ac', '1', '-ar', '16000', wav])
  return rows.map(([, text = '']) => text).join(' ')
}

/**
 * Meetings and who speaks when in them: the folder's recordings that have an .rttm, or the sample meeting.
 * @param {string | undefined} folder
 * @param {readonly string[]} names
 * @returns {{ name: string, sound: string, turns: Turn[] }[]}
 */
export function meetingsIn(folder, names) {
  if (!folder) return [{ name: 'sample', sound: sampleSound, turns: sampleTruth().turns }]
  return names.map((name) => {
    const sound = join(folder, `${name}.flac`)
    if (!existsSync(sound)) throw new Error(`there is no ${basename(sound)} in ${folder}`)
    const lines = readFileSync(join(folder, `${name}.rttm`), 'utf8').split('\n')
    const turns = lines
      .map((line) => line.split(/\s+/))
      .filter(([kind]) => kind === 'SPEAKER')
      .map((fields) => ({
        start: Number(fields[3]),
        end: Number(fields[3]) + Number(fields[4]),
        speaker: fields[7] ?? '',
      }))
    return { name, sound, turns }
  })
}
