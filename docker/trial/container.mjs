import { until } from './until.mjs'

export const [httpPort, httpsPort] = ['18080', '18443']
export const url = `http://127.0.0.1:${httpPort}`

/**
 * The container under trial: started, looked into, killed in parts, stopped. Each step throws when it does not go as it should.
 * @param {import('./engine.mjs').Engine} engine
 * @param {string} image
 */
export function createContainer({ docker }, image) {
  const name = `appliance-trial-${process.pid}`
  const volume = `${name}-data`

  const healthy = () =>
    until(async () => {
      const state = JSON.parse(await docker(['inspect', '--format', '{{json .State}}', name]))
      if (!state.Running) throw new Error(`the container has ended with ${state.ExitCode}`)
      return state.Health?.Status === 'healthy'
    }, 'the container is healthy')

  /** The processes in the container, as this machine numbers them. */
  async function processes() {
    const lines = (await docker(['top', name, '-eo', 'pid,args'])).split('\n').slice(1)
    return lines.map((line) => {
      const [, pid = '', args = ''] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? []
      return { pid: Number(pid), args }
    })
  }

  /** @param {string} program */
  const find = async (program) =>
    (await processes()).filter(({ args }) => args.includes(program) && !args.startsWith('tini'))

  const log = () => docker(['logs', name]).catch((error) => String(error))

  return {
    log,

    async start() {
      await docker(['volume', 'create', volume])
      await docker([
        ...['run', '--detach', '--name', name, '--network', 'host', '--read-only', '--tmpfs', '/tmp'],
        ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--memory', '4g'],
        ...['--volume', `${volume}:/data`, '--health-interval', '2s'],
        ...['--env', `APPLIANCE_HTTP_PORT=${httpPort}`, '--env', `APPLIANCE_HTTPS_PORT=${httpsPort}`],
        ...['--env', 'APPLIANCE_OFFLINE=1', '--env', 'OLLAMA_HOST=127.0.0.1:18434'],
        ...['--health-cmd', `node -e "fetch('${url}/api/health').then((r) => process.exit(r.ok ? 0 : 1))"`],
        image,
      ])
      await healthy()
    },

    async looksLocked() {
      const inside = (/** @type {string} */ command) => docker(['exec', name, 'sh', '-c', command])
      const user = await inside('id -u')
      if (user === '0') throw new Error('it runs as root')
      const wrote = await inside('touch /opt/appliance/x 2>/dev/null && echo yes || echo no')
      if (wrote !== 'no') throw new Error('the root file system can be written')
      const status = await inside('appliance status')
      if (!/running|answers|ready/i.test(status)) throw new Error(`appliance status said: ${status}`)
    },

    /** @param {string} program */
    async killAndWait(program) {
      const before = await find(program)
      if (before.length === 0) throw new Error(`${program} does not run in the container`)
      for (const { pid } of before) process.kill(pid, 'SIGKILL')
      await until(async () => {
        const now = await find(program)
        return now.length === before.length && !now.some(({ pid }) => before.some((one) => one.pid === pid))
      }, `${program} is back`)
    },

    async stop() {
      const since = performance.now()
      await docker(['stop', '--time', '10', name])
      const code = await docker(['inspect', '--format', '{{.State.ExitCode}}', name])
      if (code !== '0') throw new Error(`it was ended by force or with a fault (${code})`)
      if (performance.now() - since > 10_500) throw new Error('it took longer than 10 seconds')
    },

    async startAgain() {
      await docker(['start', name])
      await healthy()
    },

    async killServer() {
      const [server] = await find('dist/server/main.js')
      if (!server) throw new Error('the server does not run in the container')
      process.kill(server.pid, 'SIGKILL')
      await until(
        async () => (await docker(['inspect', '--format', '{{.State.Running}}', name])) === 'false',
        'the container has ended',
      )
    },

    async remove() {
      await docker(['rm', '--force', name])
      await docker(['volume', 'rm', volume])
    },
  }
}
