// The built appliance as a process, on a data directory of its own, for the benches.
import { execFileSync, spawn } from 'node:child_process'
import { openAsBlob, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../../lib/paths.mjs'

/** @returns {string} */
function engineDir() {
  const folder = process.env.APPLIANCE_ENGINE_DIR
  if (!folder)
    throw new Error('APPLIANCE_ENGINE_DIR is not set: the folder with bin/whisper-cli (npm start prints it)')
  return folder
}

/** @param {string} program of whisper.cpp */
export const engineProgram = (program) => join(engineDir(), 'bin', program)

/**
 * Can be killed and started again on the same port.
 * @param {string} dataDir
 * @param {Record<string, string>} [env]
 */
export async function startAppliance(dataDir, env = {}) {
  let port = '0'
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null
  const own = {
    url: '',
    async start() {
      const started = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          APPLIANCE_DATA_DIR: dataDir,
          APPLIANCE_HTTP_PORT: port,
          APPLIANCE_ENGINE_DIR: engineDir(),
          APPLIANCE_LOG: 'error',
          APPLIANCE_OFFLINE: '1',
          OLLAMA_HOST: 'http://127.0.0.1:2',
          ...env,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child = started
      own.url = await new Promise((resolve, reject) => {
        started.stdout.on('data', (data) => {
          const match = /http:\/\/localhost:(\d+)/.exec(String(data))
          if (!match) return
          port = match[1] ?? '0'
          resolve(match[0])
        })
        started.on('exit', (code) => reject(new Error(`the appliance ended with ${code}`)))
      })
    },
    /** Processor seconds that it and all that it started have used. */
    processorSeconds: () =>
      [child?.pid ?? 0, ...descendants(child?.pid ?? 0)].reduce((sum, pid) => sum + secondsOf(pid), 0),
    /** Uploads a file. @param {string} file @param {string} type @returns {Promise<number>} the recording */
    async upload(file, type) {
      const form = new FormData()
      form.set('audio', await openAsBlob(file, { type }), basename(file))
      form.set('title', 'Bench')
      const answer = await fetch(`${own.url}/api/recordings/upload`, { method: 'POST', body: form })
      if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`)
      return (await answer.json()).id
    },
    /** With kill -9 unless told otherwise. @param {NodeJS.Signals} [signal] */
    async kill(signal = 'SIGKILL') {
      const running = child
      if (!running || running.exitCode !== null || running.signalCode !== null) return
      const gone = new Promise((resolve) => running.once('exit', resolve))
      running.kill(signal)
      await gone
    },
    /** Kills the processes below it whose command line fits. @param {RegExp} pattern @returns {number} how many */
    killBelow(pattern) {
      const found = descendants(child?.pid ?? 0).filter((pid) => pattern.test(commandOf(pid)))
      for (const pid of found) process.kill(pid, 'SIGKILL')
      return found.length
    },
    /** @param {string} method @param {string} path @param {unknown} [body] */
    async call(method, path, body) {
      const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const answer = await fetch(`${own.url}${path}`, { method, ...(body !== undefined && json) })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return answer
    },
    /** @param {string} path */
    json: async (path) => (await own.call('GET', path)).json(),
  }
  await own.start()
  return own
}

/** @param {number} pid @param {string} file */
function proc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return '' // it has ended meanwhile
  }
}

/** @param {number} pid */
const commandOf = (pid) => proc(pid, 'cmdline').replaceAll('\0', ' ')

/** What it and its children that have ended used; Linux counts hundredths. @param {number} pid */
function secondsOf(pid) {
  const stat = proc(pid, 'stat')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) / 100, 0)
}

/** What children of this process that have ended used. */
export const childrenSeconds = () => {
  const stat = proc(process.pid, 'stat')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}

/** @param {number} pid @returns {number[]} */
function descendants(pid) {
  const parents = new Map()
  for (const one of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    const stat = proc(one, 'stat')
    parents.set(one, Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]))
  }
  return [...parents.keys()].filter((one) => {
    for (let up = parents.get(one); up > 1; up = parents.get(up)) if (up === pid) return true
    return false
  })
}

/**
 * A synthesised meeting that the toy models understand: `file`.wav, and its truth.
 * @param {string} file without extension
 * @param {{ seed: string | number, minutes: string | number, speakers: string | number, pauses?: string, noise?: string }} options
 */
export function makeMeeting(file, options) {
  const args = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  )
  execFileSync('python3', [join(root, 'scripts/speech/make_meeting.py'), ...args, '--out', file])
  return JSON.parse(readFileSync(`${file}.json`, 'utf8'))
}
