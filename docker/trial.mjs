#!/usr/bin/env node
// Builds the image and tries it for real: health, sign-in by the printed link, a meeting and its transcript, each process
// inside killed in turn, a stop within 10 seconds, and a second start on the same volume; then the offline bundle, installed
// and started by compose.
//
// usage: node docker/trial.mjs [--keep] [--no-bundle]      as root on Debian, or with a Docker engine that runs
//
// Where no engine runs it starts one of its own (Debian's docker.io; --network host, since it makes no bridges). Where the
// public images cannot be fetched it makes stand-ins of the same names: a debootstrap root with Node from npm for the base,
// and for Ollama the program in OLLAMA_BIN, else the tests' stand-in. What was a stand-in is said at the end.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/lib/paths.mjs'
import { baseImage, ollamaImage } from './trial/images.mjs'
import { tryBundle } from './trial/bundle.mjs'
import { startEngine } from './trial/engine.mjs'
import { createTrial } from './trial/appliance.mjs'
import { say, timed } from './trial/say.mjs'

const tag = 'meeting-appliance:trial'
const work = mkdtempSync(join(tmpdir(), 'appliance-trial-'))
const engine = await startEngine(join(work, 'docker'))
/** @type {string[]} */
const standIns = []
let failed = false
try {
  const buildArguments = [
    ...(await baseImage(engine, work, standIns)),
    ...(await ollamaImage(engine, work, standIns)),
  ].flatMap((argument) => ['--build-arg', argument])
  await timed('build the image', () =>
    engine.docker(['build', '--network', 'host', '--tag', tag, ...buildArguments, root], { show: true }),
  )
  const size = await engine.docker(['image', 'inspect', '--format', '{{.Size}}', tag])
  say(`  the image has ${Math.round(Number(size) / 1e6)} MB`)

  const trial = createTrial(engine, tag)
  try {
    await timed('cold start, until healthy', () => trial.start())
    await timed('not root, nothing else can be written, command line', () => trial.looksLocked())
    await timed('sign in by the printed link', () => trial.signIn())
    await timed('upload a meeting, read its transcript', () => trial.transcribe())
    for (const program of ['whisper-server', 'worker', 'ollama'])
      await timed(`kill ${program}, until it is back`, () => trial.killAndWait(program))
    await timed('another meeting after that', () => trial.transcribe())
    await timed('begin a third', () => trial.begin())
    await timed('stop in the midst of it, within 10 seconds', () => trial.stop())
    await timed('warm start, until healthy', () => trial.startAgain())
    await timed('nothing is lost', () => trial.nothingLost())
    await timed('the third goes on', () => trial.goesOn())
    await timed('kill the server: the container ends', () => trial.killServer())
    await timed('start after that, nothing is lost', async () => {
      await trial.startAgain()
      await trial.nothingLost()
    })
    await timed('stop, within 10 seconds', () => trial.stop())
  } catch (error) {
    say(await trial.log())
    throw error
  } finally {
    if (!process.argv.includes('--keep')) await trial.remove()
  }
  if (!process.argv.includes('--no-bundle')) await tryBundle(engine, work, buildArguments)
} catch (error) {
  failed = true
  say(`✗ ${error instanceof Error ? error.message : String(error)}`)
} finally {
  await engine.stop()
  rmSync(work, { recursive: true, force: true })
}
for (const what of standIns) say(`  not the real thing: ${what}`)
say('  not tried: bridge networks, published ports, a graphics card, models baked in by build arguments')
say(failed ? 'The trial failed.' : 'The trial passed.')
process.exitCode = failed ? 1 : 0
