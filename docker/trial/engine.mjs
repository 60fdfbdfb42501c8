import { execFile, spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { say } from './say.mjs'

const call = promisify(execFile)
const startsWithinMs = 60_000
/** Debian's client brings BuildKit; another one on the path may not. */
const client = '/usr/bin/docker'

/**
 * @typedef {object} Engine
 * @property {(args: string[], options?: { show?: boolean, input?: string }) => Promise<string>} docker runs the client; its output, or an error with its last words
 * @property {NodeJS.ProcessEnv} env for scripts that call docker themselves
 * @property {() => Promise<void>} stop
 */

/**
 * The engine that runs here, else one of the trial's own.
 * @param {string} folder
 * @returns {Promise<Engine>}
 */
export async function startEngine(folder) {
  if (await answers(undefined))
    return { docker: dockerAt(undefined), env: environment(undefined), stop: async () => undefined }
  mkdirSync(folder, { recursive: true })
  const socket = `unix://${folder}/docker.sock`
  say('• No Docker engine runs; starting one for the trial')
  const daemon = spawn(
    'dockerd',
    [
      ...['--host', socket, '--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec')],
      ...['--pidfile', join(folder, 'pid'), '--storage-driver=vfs', '--bridge=none'],
      ...['--iptables=false', '--ip6tables=false'],
    ],
    { stdio: 'ignore' },
  )
  const ended = new Promise((resolve) => daemon.once('exit', resolve))
  const deadline = Date.now() + startsWithinMs
  while (!(await answers(socket))) {
    if (Date.now() > deadline || daemon.exitCode !== null) throw new Error('dockerd did not start')
    await pause(500)
  }
  return {
    docker: dockerAt(socket),
    env: environment(socket),
    async stop() {
      daemon.kill()
      await ended
      // It leaves its network namespace mounted, and what is mounted cannot be removed.
      for (const mount of mountsBelow(folder)) await call('umount', [mount])
    },
  }
}

/** @param {string} folder */
const mountsBelow = (folder) =>
  readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(`${folder}/`))

/** @param {string | undefined} socket */
async function answers(socket) {
  try {
    await call(client, ['info'], { env: environment(socket) })
    return true
  } catch {
    return false // nobody answers there
  }
}

/** @param {string | undefined} socket */
const environment = (socket) => ({
  ...process.env,
  DOCKER_BUILDKIT: '1',
  PATH: `${dirname(client)}:${process.env.PATH}`,
  ...(socket && { DOCKER_HOST: socket }),
})

/**
 * @param {string | undefined} socket
 * @returns {Engine['docker']}
 */
function dockerAt(socket) {
  return async (args, { show = false } = {}) => {
    if (!show) {
      const { stdout } = await call(client, args, { env: environment(socket), maxBuffer: 64e6 })
      return stdout.trim()
    }
    const code = await new Promise((resolve) =>
      spawn(client, args, { env: environment(socket), stdio: ['ignore', 'inherit', 'inherit'] }).on(
        'exit',
        resolve,
      ),
    )
    if (code !== 0) throw new Error(`docker ${args[0]} ended with ${code}`)
    return ''
  }
}
