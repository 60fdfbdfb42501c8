import { existsSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** Everything that the environment decides. This file is the only reader of `process.env`. */
export type Config = {
  /** The folder with package.json, models/ and dist/. */
  appRoot: string
  version: string
  dataDir: string
  httpPort: number
  host: string
  modelsDir: string
  /** Id of the speech model that the administrator fixed; null: the one chosen by `models use`, else the best installed. */
  speechModel: string | null
  liveModel: string | null
  /** What is spoken: an ISO 639-1 code, or "auto". */
  language: string
  /** For showing times; they are stored in UTC. */
  timezone: string
  /** Never try the network. */
  offline: boolean
  /** Folder with bin/whisper-server and, while that is being built, progress.json; null when nobody said. */
  engineDir: string | null
  ffmpegBin: string | null
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  /** Names that look like settings and are none: probably misspelt, worth a warning. */
  unknownVariables: string[]
}

/** A wrong setting: names the variable, its value and what is allowed. */
export class ConfigError extends Error {}

const isTimezone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false // RangeError is how Intl says no
  }
}

// whisper.cpp's languages have two or three letters; whether the model knows it is checked when it is loaded.
const languageRule = /^(auto|[a-z]{2,3})$/

const flag = z.stringbool({ truthy: ['1', 'true', 'yes', 'on'], falsy: ['0', 'false', 'no', 'off'] })

/** Each variable: how to read it and, for the error message, what is allowed. */
const variables = {
  APPLIANCE_DATA_DIR: { rule: z.string().min(1), allowed: 'a folder', fallback: './data' },
  APPLIANCE_HTTP_PORT: {
    rule: z.coerce.number().int().min(0).max(65535),
    allowed: 'a port number from 1 to 65535 (0 takes any free one)',
    fallback: '8080',
  },
  APPLIANCE_HOST: {
    rule: z.enum(['127.0.0.1', 'localhost', '::1']),
    allowed: '127.0.0.1, localhost or ::1 (other machines may come in once the access gate exists)',
    fallback: '127.0.0.1',
  },
  APPLIANCE_MODELS_DIR: { rule: z.string().min(1), allowed: 'a folder', fallback: '' },
  APPLIANCE_SPEECH_MODEL: {
    rule: z.string().regex(/^[a-z0-9._-]+$/),
    allowed: 'the id of an installed model, as `appliance models list` shows it',
    fallback: '',
  },
  APPLIANCE_LIVE_MODEL: {
    rule: z.string().regex(/^[a-z0-9._-]+$/),
    allowed: 'the id of an installed model, as `appliance models list` shows it',
    fallback: '',
  },
  APPLIANCE_SPEECH_LANGUAGE: {
    rule: z.string().regex(languageRule),
    allowed: 'a language code such as en, cy, fr or de, or auto',
    fallback: 'en',
  },
  APPLIANCE_TIMEZONE: {
    rule: z.string().refine(isTimezone),
    allowed: 'a time zone name such as Europe/London',
    fallback: 'Europe/London',
  },
  APPLIANCE_OFFLINE: { rule: flag, allowed: '1 or 0', fallback: '0' },
  APPLIANCE_ENGINE_DIR: {
    rule: z.string().min(1),
    allowed: 'a folder with bin/whisper-server',
    fallback: '',
  },
  APPLIANCE_LOG: {
    rule: z.enum(['silent', 'error', 'warn', 'info', 'debug']),
    allowed: 'silent, error, warn, info or debug',
    // Somebody who watches a terminal wants to hear of trouble; a service's log wants more.
    fallback: process.stderr.isTTY ? 'warn' : 'info',
  },
  FFMPEG_BIN: { rule: z.string().min(1), allowed: 'the path of an ffmpeg program', fallback: '' },
} satisfies Record<string, { rule: z.ZodType; allowed: string; fallback: string }>

/** The variables' names, for the README's test and `doctor`. */
export const variableNames = Object.keys(variables)

/** Read by the scripts that build and test the appliance, not by the appliance. */
const ofScripts = new Set(['APPLIANCE_TEST_FULL', 'APPLIANCE_PORTABLE_BUILD'])

type Name = keyof typeof variables

function read<N extends Name>(
  env: NodeJS.ProcessEnv,
  name: N,
): z.infer<(typeof variables)[N]['rule']> | null {
  const { rule, allowed, fallback } = variables[name]
  const given = env[name]?.trim()
  const value = given === undefined || given === '' ? fallback : given
  if (value === '') return null
  const parsed = rule.safeParse(value)
  if (!parsed.success) throw new ConfigError(`${name} is "${value}"; it takes ${allowed}.`)
  return parsed.data as z.infer<(typeof variables)[N]['rule']>
}

function need<N extends Name>(env: NodeJS.ProcessEnv, name: N): z.infer<(typeof variables)[N]['rule']> {
  const value = read(env, name)
  if (value === null) throw new ConfigError(`${name} is empty; it takes ${variables[name].allowed}.`)
  return value
}

/** From the source tree or from dist/, the folder that holds package.json. */
function findAppRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

/**
 * Reads the settings from the environment.
 * @throws ConfigError naming the variable, its value and what is allowed
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env, cwd: string = process.cwd()): Config {
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith('APPLIANCE_') && !(name in variables) && !ofScripts.has(name),
  )
  const appRoot = findAppRoot()
  const folder = (path: string): string => (isAbsolute(path) ? path : resolve(cwd, path))
  const manifest = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(appRoot, 'package.json'), 'utf8')))
  const dataDir = folder(need(env, 'APPLIANCE_DATA_DIR'))
  const modelsDir = read(env, 'APPLIANCE_MODELS_DIR')
  const engineDir = read(env, 'APPLIANCE_ENGINE_DIR')
  return {
    appRoot,
    version: manifest.version,
    dataDir,
    httpPort: need(env, 'APPLIANCE_HTTP_PORT'),
    host: need(env, 'APPLIANCE_HOST'),
    modelsDir: modelsDir ? folder(modelsDir) : join(dataDir, 'models'),
    speechModel: read(env, 'APPLIANCE_SPEECH_MODEL'),
    liveModel: read(env, 'APPLIANCE_LIVE_MODEL'),
    language: need(env, 'APPLIANCE_SPEECH_LANGUAGE'),
    timezone: need(env, 'APPLIANCE_TIMEZONE'),
    offline: need(env, 'APPLIANCE_OFFLINE'),
    engineDir: engineDir ? folder(engineDir) : null,
    ffmpegBin: read(env, 'FFMPEG_BIN'),
    logLevel: need(env, 'APPLIANCE_LOG'),
    unknownVariables: unknown,
  }
}

const passedOn = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'LD_LIBRARY_PATH']

/** What child programs get of the environment: nothing of the appliance's own settings and secrets. */
export function childEnvironment(): Record<string, string> {
  return Object.fromEntries(
    passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
}

/** The same settings for a process of ours, spelled out. */
export function workerEnvironment(config: Config): Record<string, string> {
  return {
    ...childEnvironment(),
    APPLIANCE_DATA_DIR: config.dataDir,
    APPLIANCE_HTTP_PORT: String(config.httpPort),
    APPLIANCE_HOST: config.host,
    APPLIANCE_MODELS_DIR: config.modelsDir,
    APPLIANCE_SPEECH_MODEL: config.speechModel ?? '',
    APPLIANCE_LIVE_MODEL: config.liveModel ?? '',
    APPLIANCE_SPEECH_LANGUAGE: config.language,
    APPLIANCE_TIMEZONE: config.timezone,
    APPLIANCE_OFFLINE: config.offline ? '1' : '0',
    APPLIANCE_ENGINE_DIR: config.engineDir ?? '',
    APPLIANCE_LOG: config.logLevel,
    FFMPEG_BIN: config.ffmpegBin ?? '',
  }
}
