import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { root } from '../../scripts/lib/paths.mjs'
import { say, timed } from './say.mjs'

const call = promisify(execFile)
const [httpPort, httpsPort] = ['18090', '18453']
const withinMs = 180_000

/** The trial's engine makes no networks of its own. */
const override = `services:
  appliance:
    network_mode: host
    environment:
      APPLIANCE_HTTP_PORT: '${httpPort}'
      APPLIANCE_HTTPS_PORT: '${httpsPort}'
      APPLIANCE_OFFLINE: '1'
      OLLAMA_HOST: 127.0.0.1:18435
`

/**
 * Makes the offline bundle, takes the image away, installs the bundle as its reader would, and waits until it is healthy.
 * @param {import('./engine.mjs').Engine} engine
 * @param {string} work
 * @param {string[]} buildArguments
 */
export async function tryBundle({ docker, env }, work, buildArguments) {
  const file = join(work, 'bundle.tar.gz')
  const folder = join(work, 'elsewhere')
  const at = join(folder, 'meeting-appliance')
  const image = 'meeting-appliance:latest'
  await timed('make the offline bundle', () =>
    call(join(root, 'docker', 'bundle.sh'), ['--network', 'host', ...buildArguments], {
      env: { ...env, BUNDLE: file },
      maxBuffer: 64e6,
    }),
  )
  say(`  the bundle has ${Math.round(statSync(file).size / 1e6)} MB`)
  await docker(['rmi', image])
  mkdirSync(folder)
  await call('tar', ['-C', folder, '-xzf', file])
  // A host's network and published ports exclude each other, and an override cannot take ports away.
  const withoutPorts = readFileSync(join(at, 'compose.yaml'), 'utf8').replace(
    / {2}ports:\n(?: {4}- .*\n)+/,
    '',
  )
  writeFileSync(join(at, 'trial.yaml'), withoutPorts)
  writeFileSync(join(at, 'trial.override.yaml'), override)
  const own = {
    ...env,
    COMPOSE_FILE: 'trial.yaml:trial.override.yaml',
    // Without layered storage a container of this size is removed in more than compose's minute.
    COMPOSE_HTTP_TIMEOUT: '600',
  }
  const compose = (/** @type {string[]} */ ...args) => call('docker-compose', args, { cwd: at, env: own })
  try {
    await timed('install it, started by compose, until healthy', async () => {
      await call(join(at, 'install.sh'), [], { cwd: at, env: own, maxBuffer: 64e6 })
      const name = (await compose('ps', '--quiet', 'appliance')).stdout.trim()
      const deadline = Date.now() + withinMs
      while ((await docker(['inspect', '--format', '{{.State.Health.Status}}', name])) !== 'healthy') {
        if (Date.now() > deadline)
          throw new Error(`it did not become healthy: ${await docker(['logs', name])}`)
        await pause(500)
      }
      if (!/#link=/.test(await docker(['logs', name]))) throw new Error('it printed no link to sign in')
    })
  } finally {
    await compose('down', '--volumes')
  }
}
