import { createServer } from 'node:net'
import { cpus, totalmem } from 'node:os'
import type { Finding } from '#contract/system.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import { diskSpace } from '../files/disk.ts'
import { findRunningServer } from '../files/lock.ts'
import type { Paths } from '../files/paths.ts'
import { bytes } from '../files/size.ts'
import { countJobs } from '../jobs/counts-store.ts'
import { lookAtEngineBuild } from '../processes/engine-build.ts'
import { findFfmpeg } from '../speech/audio.ts'
import type { SpeechModels } from '../speech/models.ts'
import { isLoopback } from '../variables.ts'

export type ExamineDeps = { config: Config; db: Db; paths: Paths; models: SpeechModels }

/** What is missing or wrong with this machine and its settings, and what is as it should be. */
export async function examineMachine(deps: ExamineDeps): Promise<Finding[]> {
  return [
    nodeVersion(),
    await ffmpeg(deps),
    await engine(deps),
    await model(deps),
    await disk(deps),
    memory(),
    await port(deps),
    ...(await damagedModels(deps)),
    ...(await failedWork(deps)),
    ...settings(deps.config),
    ...openAccess(deps.config),
  ]
}

function nodeVersion(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const fine = major > 20 || (major === 20 && minor >= 19)
  return {
    what: 'Node',
    state: fine ? 'ok' : 'problem',
    found: process.versions.node,
    todo: fine ? null : 'Install Node 20.19 or later.',
  }
}

async function ffmpeg({ config }: ExamineDeps): Promise<Finding> {
  const found = await findFfmpeg(config)
  return {
    what: 'ffmpeg',
    state: found ? 'ok' : 'problem',
    found: found ? `${found.version} (${found.path})` : 'not found',
    todo: found ? null : 'Install it (Debian, Ubuntu: apt-get install ffmpeg), or name one with FFMPEG_BIN.',
  }
}

async function engine({ config }: ExamineDeps): Promise<Finding> {
  const build = await lookAtEngineBuild(config.engineDir)
  if (build.state === 'built')
    return { what: 'Speech engine', state: 'ok', found: build.serverBinary, todo: null }
  if (build.state === 'building')
    return {
      what: 'Speech engine',
      state: 'warning',
      found: `being built, ${Math.floor(build.percent)}%`,
      todo: 'Wait; recordings wait too.',
    }
  return { what: 'Speech engine', state: 'problem', found: 'not built', todo: build.message }
}

async function model({ models, db, config }: ExamineDeps): Promise<Finding> {
  const installed = await models.list()
  if (config.speechModel && !installed.some((m) => m.id === config.speechModel))
    return {
      what: 'Speech model',
      state: 'problem',
      found: `APPLIANCE_SPEECH_MODEL is ${config.speechModel}, which is not installed`,
      todo: `Add that model, or name one of: ${installed.map((m) => m.id).join(', ')}.`,
    }
  const active = await models.active(db.read)
  const found = `${active.id}, ${bytes(active.sizeBytes)}, ${active.multilingual ? 'multilingual' : 'English only'}`
  if (config.language !== 'en' && !active.multilingual)
    return {
      what: 'Speech model',
      state: 'problem',
      found,
      todo: `APPLIANCE_SPEECH_LANGUAGE is ${config.language}: add a multilingual model (one without .en in its name).`,
    }
  if (active.bundled)
    return {
      what: 'Speech model',
      state: 'ok',
      found: `${found}; it came with the appliance, and a larger one makes fewer mistakes`,
      todo: null,
    }
  return { what: 'Speech model', state: 'ok', found, todo: null }
}

const littleDisk = { problem: 1e9, warning: 10e9 }

async function disk({ config }: ExamineDeps): Promise<Finding> {
  const { freeBytes, totalBytes } = await diskSpace(config.dataDir)
  const state = freeBytes < littleDisk.problem ? 'problem' : freeBytes < littleDisk.warning ? 'warning' : 'ok'
  return {
    what: 'Disk',
    state,
    found: `${bytes(freeBytes)} free of ${bytes(totalBytes)} at ${config.dataDir}`,
    // An hour of meeting: the original (up to 640 MB as WAV) and 115 MB for the speech engine.
    todo: state === 'ok' ? null : 'Make room: an hour of meeting takes up to 0.8 GB.',
  }
}

function memory(): Finding {
  return {
    what: 'Machine',
    state: 'ok',
    found: `${cpus().length} cores, ${bytes(totalmem())} of memory`,
    todo: null,
  }
}

async function port({ config, paths }: ExamineDeps): Promise<Finding> {
  const server = await findRunningServer(paths)
  if (server?.url) return { what: 'Server', state: 'ok', found: `running at ${server.url}`, todo: null }
  const free = await isFree(config.host, config.httpPort)
  return {
    what: 'Port',
    state: free ? 'ok' : 'problem',
    found: `${config.httpPort} is ${free ? 'free' : 'taken by another program'}`,
    todo: free ? null : 'Choose another one with APPLIANCE_HTTP_PORT.',
  }
}

function isFree(host: string, portNumber: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(portNumber, host, () => probe.close(() => resolve(true)))
  })
}

async function damagedModels({ models }: ExamineDeps): Promise<Finding[]> {
  return (await models.damaged()).map((name) => ({
    what: 'Speech models',
    state: 'warning',
    found: `${name} cannot be read, so that model is not there`,
    todo: 'Delete that file, and fetch or add the model again.',
  }))
}

async function failedWork({ db }: ExamineDeps): Promise<Finding[]> {
  // A model that did not come says so itself, and needs no second line.
  const { failed } = await countJobs(db.read, ['download'])
  if (failed === 0) return []
  return [
    {
      what: 'Failed work',
      state: 'warning',
      found: failed === 1 ? 'one job failed' : `${failed} jobs failed`,
      todo: 'Each meeting that failed says why on its page and can be tried again there.',
    },
  ]
}

function settings({ unknownVariables }: Config): Finding[] {
  return unknownVariables.map((name) => ({
    what: 'Settings',
    state: 'warning',
    found: `${name} is not a setting and does nothing`,
    todo: 'Look for a misspelling; docs/configuration.md lists the settings.',
  }))
}

function openAccess({ access, host }: Config): Finding[] {
  if (access !== 'open' || isLoopback(host)) return []
  return [
    {
      what: 'Access',
      state: 'warning',
      found: `everybody who can reach ${host} comes in, without signing in`,
      todo: 'Set APPLIANCE_ACCESS to people (a passphrase each) or header (single sign-on).',
    },
  ]
}
