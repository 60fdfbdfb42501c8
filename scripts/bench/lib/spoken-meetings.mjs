// Written meetings as somebody would hear them: spoken by flite, then transcribed by the appliance with its own models. All
// of it is kept in a folder, so that nothing is computed twice.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../../lib/paths.mjs'
import { startAppliance } from './appliance.mjs'

/** @typedef {{ start: number, end: number }} Time */
/** @typedef {Awaited<ReturnType<typeof startAppliance>>} Appliance */

/** Lines without a speaker were written and never said. @param {any} meeting */
export const canBeSpoken = ({ segments }) => segments.every((/** @type {any} */ one) => one.speaker !== null)

/** @param {any} meeting @param {string} folder @returns {{ sound: string, lines: Time[] }} when each line is heard */
function spoken(meeting, folder) {
  const name = join(folder, meeting.id)
  if (!existsSync(`${name}.json`)) {
    writeFileSync(`${name}.txt`, `${meeting.lines.join('\n')}\n`)
    const program = join(root, 'scripts/speech/make_sample.py')
    execFileSync('python3', [program, '--script', `${name}.txt`, '--out', name])
  }
  const { turns } = JSON.parse(readFileSync(`${name}.json`, 'utf8'))
  return { sound: `${name}.mp3`, lines: turns }
}

/** @param {Appliance} own @param {number} id */
async function heard(own, id) {
  for (;;) {
    const { diarisation, segments } = await own.json(`/api/recordings/${id}/transcript`)
    if (diarisation.state === 'done' && segments.length > 0) return
    if (['failed', 'cancelled'].includes(diarisation.state)) throw new Error(diarisation.reason)
    await pause(500)
  }
}

/**
 * Speaks and transcribes what has not been yet.
 * @param {any[]} meetings @param {string} folder
 * @returns {Promise<{ data: string, of: Map<string, { id: number, lines: Time[] }> }>} the appliance's folder; each meeting's recording
 */
export async function recordings(meetings, folder) {
  mkdirSync(folder, { recursive: true })
  const data = join(folder, 'data')
  const list = join(folder, 'recordings.json')
  /** @type {Record<string, number>} */
  const ids = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}
  const sounds = new Map(meetings.map((one) => [one.id, spoken(one, folder)]))
  const missing = meetings.filter(({ id }) => ids[id] === undefined)
  if (missing.length > 0) {
    const own = await startAppliance(data)
    await own.call('PUT', '/api/me/settings', { autoGenerateSummary: false })
    for (const { id } of missing) {
      const before = own.processorSeconds()
      const recording = await own.upload(sounds.get(id)?.sound ?? '', 'audio/mpeg')
      await heard(own, recording)
      ids[id] = recording
      writeFileSync(`${list}.new`, JSON.stringify(ids))
      renameSync(`${list}.new`, list)
      process.stderr.write(`heard ${id}: ${Math.round(own.processorSeconds() - before)} processor seconds\n`)
    }
    await own.kill('SIGTERM')
  }
  const of = meetings.map(({ id }) => [id, { id: ids[id], lines: sounds.get(id)?.lines }])
  return { data, of: new Map(/** @type {any} */ (of)) }
}

/** A passage is of the lines that it shares half a second with, or half of what is shorter. @param {Time} passage @param {Time[]} lines @returns {number[]} from 1 */
export function linesHeard(passage, lines) {
  return lines.flatMap(({ start, end }, at) => {
    const shared = Math.min(end, passage.end) - Math.max(start, passage.start)
    const least = Math.min(0.5, (end - start) / 2, (passage.end - passage.start) / 2)
    return shared > 0 && shared >= least ? [at + 1] : []
  })
}
