import { createServer } from 'node:net'
import { cpus, totalmem } from 'node:os'
import type { Command } from 'commander'
import { diskSpace } from '../../server/files/disk.ts'
import { findRunningServer } from '../../server/files/lock.ts'
import { lookAtEngineBuild } from '../../server/processes/engine-build.ts'
import type { Services } from '../../server/services.ts'
import { findFfmpeg } from '../../server/speech/audio.ts'
import { withServices } from '../open.ts'
import { bytes, exitCodes, print, printJson, table } from '../output.ts'

/** `todo` is what to do about it; null: nothing. A `warning` is worth knowing, a `problem` keeps something from working. */
type Finding = { what: string; state: 'ok' | 'warning' | 'problem'; found: string; todo: string | null }

export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('look for what is missing or wrong, and say what to do about it')
    .action((_options, command: Command) =>
      withServices(async (services) => {
        const findings = await examine(services)
        if (command.optsWithGlobals<{ json?: boolean }>().json) printJson(findings)
        else print(describe(findings))
        if (findings.some((f) => f.state === 'problem')) process.exitCode = exitCodes.failed
        else if (findings.some((f) => f.state === 'warning')) process.exitCode = exitCodes.needsAttention
      }),
    )
}

async function examine(services: Services): Promise<Finding[]> {
  return [
    nodeVersion(),
    await ffmpeg(services),
    await engine(services),
    await model(services),
    await disk(services),
    memory(),
    await port(services),
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

async function ffmpeg({ config }: Services): Promise<Finding> {
  const found = await findFfmpeg(config)
  return {
    what: 'ffmpeg',
    state: found ? 'ok' : 'problem',
    found: found ? `${found.version} (${found.path})` : 'not found',
    todo: found ? null : 'Install it (Debian, Ubuntu: apt-get install ffmpeg), or name one with FFMPEG_BIN.',
  }
}

async function engine({ config }: Services): Promise<Finding> {
  const build = await lookAtEngineBuild(config.engineDir)
  if (build.state === 'built')
    return { what: 'Speech engine', state: 'ok', found: build.serverBinary, todo: null }
  if (build.state === 'building')
    return {
      what: 'Speech engine',
      state: 'warning',
      found: `being built, ${Math.floor(build.percent)} %`,
      todo: 'Wait; recordings wait too.',
    }
  return { what: 'Speech engine', state: 'problem', found: 'not built', todo: build.message }
}

async function model({ models, db, config }: Services): Promise<Finding> {
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
  if (active.demo)
    return {
      what: 'Speech model',
      state: 'warning',
      found: 'demo: a few hundred words of synthetic voices',
      todo: 'Add a real whisper.cpp model: appliance models add ggml-base.en.bin',
    }
  if (config.language !== 'en' && !active.multilingual)
    return {
      what: 'Speech model',
      state: 'problem',
      found,
      todo: `APPLIANCE_SPEECH_LANGUAGE is ${config.language}: add a multilingual model (one without .en in its name).`,
    }
  return { what: 'Speech model', state: 'ok', found, todo: null }
}

const littleDisk = { problem: 1e9, warning: 10e9 }

async function disk({ config }: Services): Promise<Finding> {
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

async function port({ config, paths }: Services): Promise<Finding> {
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

function describe(findings: Finding[]): string {
  const marks = { ok: 'ok', warning: '!', problem: 'X' }
  const rows = findings.flatMap((f) => [
    [marks[f.state], f.what, f.found],
    ...(f.todo ? [['', '', `→ ${f.todo}`]] : []),
  ])
  return table(rows)
}
