import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { AccessMode } from '#contract/people.ts'
import { isLoopback, variables } from './variables.ts'

/** Everything that the environment decides. This file is the only reader of `process.env` in server/. */
export type Config = {
  /** The folder with package.json, models/ and dist/. */
  appRoot: string
  version: string
  dataDir: string
  /** Where backups go; null: none are made. */
  backupDir: string | null
  /** What one person's recordings may take, in bytes; null: no limit. */
  quotaBytes: number | null
  /** The shared folder that the environment names; null: none. */
  inbox: string | null
  /** How long a file in it must stay the same. */
  inboxSettleMs: number
  httpPort: number
  /** The address to listen on; other machines reach all but loopback. */
  host: string
  access: AccessMode
  /** Email addresses whose people are administrators, in small letters. */
  admins: string[]
  /** With `header`: what the single sign-on proxy calls a person's name and email address. */
  identityHeaders: { name: string; email: string }
  /** The company's sign-in, with `oidc`. */
  oidc: OidcSettings | null
  /** What people type: scheme, name and port, without a path; null: this machine's own names. */
  publicUrl: string | null
  /** More names that the appliance answers to, in small letters. */
  allowedHosts: string[]
  /** Addresses and networks (CIDR) whose forwarded headers are believed. */
  trustedProxies: string[]
  /** Addresses and networks (CIDR) that may read the metrics, beside this machine. */
  metricsFrom: string[]
  /** null: plain HTTP alone, for this machine. */
  https: { port: number; certificate: { certFile: string; keyFile: string } | null } | null
  modelsDir: string
  /** The models that come along, and the sample meeting. */
  bundledDir: string
  /** Where `models pull` fetches from, instead of each model's own address; ends with a slash. */
  modelSource: string | null
  /** A list of models of the company's own; null: models/manifest.json. */
  modelManifest: string | null
  /** Id of the speech model that the administrator fixed; null: the one chosen by `models use`, else the best installed. */
  speechModel: string | null
  liveModel: string | null
  /** Speech servers elsewhere with OpenAI's transcription call; null: the appliance's own engine. */
  speechUrl: string | null
  liveUrl: string | null
  remoteModel: string | null
  /** What those servers ask for as a bearer token; it goes to them alone. */
  speechKey: string | null
  /** What is spoken: an ISO 639-1 code, or "auto". */
  language: string
  /** For showing times; they are stored in UTC. */
  timezone: string
  /** A server that finds places, for what the appliance does not know itself; null: none is asked. */
  geocoder: { kind: 'photon' | 'nominatim'; url: string } | null
  /** Names, addresses and networks (CIDR) of the company's own from which news feeds may be read. */
  feedHosts: string[]
  /** A time stamp authority (RFC 3161) that is asked when a document is signed; null: none is. */
  timeStampUrl: string | null
  /** Whether speakers are told apart at all. */
  diarisation: boolean
  /** Where Ollama answers, with its scheme; a name and password for a proxy before it may be in it. */
  ollamaHost: string
  /** An Ollama that the appliance runs itself; null: it looks for one at `ollamaHost`. */
  ollamaBin: string | null
  /** Models that came with the image, read only; null: none. */
  imageModelsDir: string | null
  /** Whether Ollama computes on this machine; null: as its address tells. */
  ollamaHere: boolean | null
  /** Never try the network. */
  offline: boolean
  /** Folder with bin/whisper-server and, while that is being built, progress.json; null when nobody said. */
  engineDir: string | null
  ffmpegBin: string | null
  /** Where the audit log is passed on; null: nowhere. */
  syslog: string | null
  /** The mail server; may hold a password. null: no email is sent. */
  smtpUrl: string | null
  mailFrom: string | null
  /** Where text messages are posted; may hold a secret. null: none are sent. */
  smsWebhook: string | null
  /** Whom to tell of a weakness; null: nobody is named. */
  securityContact: string | null
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  /** Names that look like settings and are none: probably misspelt, worth a warning. */
  unknownVariables: string[]
}

export type OidcSettings = {
  issuer: string
  clientId: string
  clientSecret: string | null
  /** Where the provider sends the browser back. */
  redirectUri: string
  scopes: string
  groupsClaim: string
  /** Whose members are administrators; empty: the provider does not decide that. */
  adminGroups: string[]
  /** Whose members may come in; empty: everybody whom the provider knows. */
  groups: string[]
}

/** A wrong setting: names the variable, its value and what is allowed. */
export class ConfigError extends Error {}

/** Read by the scripts that build and test the appliance, not by the appliance. */
const ofScripts = new Set(['APPLIANCE_TEST_FULL', 'APPLIANCE_PORTABLE_BUILD'])

type Name = keyof typeof variables

/** Addresses may hold a password, which belongs in no message. */
const withoutSecret = (value: string): string => value.replace(/\/\/[^/@]*@/, '//…@')

function read<N extends Name>(
  env: NodeJS.ProcessEnv,
  name: N,
): z.infer<(typeof variables)[N]['rule']> | null {
  const { rule, allowed, fallback } = variables[name]
  const given = env[name]?.trim()
  const value = given === undefined || given === '' ? fallback : given
  if (value === '') return null
  const parsed = rule.safeParse(value)
  if (!parsed.success) throw new ConfigError(`${name} is "${withoutSecret(value)}"; it takes ${allowed}.`)
  return parsed.data as z.infer<(typeof variables)[N]['rule']>
}

function setting<N extends Name>(env: NodeJS.ProcessEnv, name: N): z.infer<(typeof variables)[N]['rule']> {
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
  const dataDir = folder(setting(env, 'APPLIANCE_DATA_DIR'))
  const backupDir = read(env, 'APPLIANCE_BACKUP_DIR')
  const inbox = read(env, 'APPLIANCE_INBOX')
  const modelsDir = read(env, 'APPLIANCE_MODELS_DIR')
  const modelManifest = read(env, 'APPLIANCE_MODEL_MANIFEST')
  const engineDir = read(env, 'APPLIANCE_ENGINE_DIR')
  const quotaGb = read(env, 'APPLIANCE_QUOTA_GB')
  const host = setting(env, 'APPLIANCE_HOST')
  const publicUrl = read(env, 'APPLIANCE_PUBLIC_URL')
  const geocoderUrl = read(env, 'APPLIANCE_GEOCODER_URL')
  const trustedProxies = read(env, 'APPLIANCE_TRUSTED_PROXIES') ?? []
  // Behind a proxy on this machine others come although it listens on loopback alone.
  const isPublished = publicUrl !== null && !isLoopback(new URL(publicUrl).hostname)
  const othersMayCome = !isLoopback(host) || trustedProxies.length > 0 || isPublished
  const front = {
    host,
    access: read(env, 'APPLIANCE_ACCESS') ?? (othersMayCome ? 'people' : 'local'),
    trustedProxies,
    https: readHttps(env, host, folder),
  } satisfies Partial<Config>
  checkAccess(front)
  return {
    ...front,
    appRoot,
    version: manifest.version,
    dataDir,
    backupDir: backupDir && folder(backupDir),
    quotaBytes: quotaGb === null ? null : Math.round(quotaGb * 1e9),
    inbox: inbox && folder(inbox),
    inboxSettleMs: setting(env, 'APPLIANCE_INBOX_SETTLE') * 1000,
    httpPort: setting(env, 'APPLIANCE_HTTP_PORT'),
    admins: (read(env, 'APPLIANCE_ADMINS') ?? []).map((address) => address.toLowerCase()),
    oidc: front.access === 'oidc' ? readOidc(env, publicUrl) : null,
    identityHeaders: {
      name: setting(env, 'APPLIANCE_HEADER_NAME'),
      email: setting(env, 'APPLIANCE_HEADER_EMAIL'),
    },
    publicUrl: publicUrl && new URL(publicUrl).origin,
    allowedHosts: [
      ...(read(env, 'APPLIANCE_ALLOWED_HOSTS') ?? []),
      ...(isIP(host) === 0 ? [host] : []), // what it listens on is a name of its own
    ].map((name) => name.toLowerCase()),
    metricsFrom: read(env, 'APPLIANCE_METRICS_FROM') ?? [],
    modelsDir: modelsDir ? folder(modelsDir) : join(dataDir, 'models'),
    bundledDir: folder(read(env, 'APPLIANCE_BUNDLED_MODELS') ?? join(appRoot, 'models')),
    modelSource: read(env, 'APPLIANCE_MODEL_SOURCE'),
    modelManifest: modelManifest && folder(modelManifest),
    speechModel: read(env, 'APPLIANCE_SPEECH_MODEL'),
    liveModel: read(env, 'APPLIANCE_LIVE_MODEL'),
    speechUrl: read(env, 'APPLIANCE_SPEECH_URL'),
    liveUrl: read(env, 'APPLIANCE_LIVE_URL'),
    remoteModel: read(env, 'APPLIANCE_REMOTE_MODEL'),
    speechKey: read(env, 'APPLIANCE_SPEECH_KEY'),
    language: setting(env, 'APPLIANCE_SPEECH_LANGUAGE'),
    timezone: setting(env, 'APPLIANCE_TIMEZONE'),
    geocoder: geocoderUrl ? { kind: setting(env, 'APPLIANCE_GEOCODER'), url: geocoderUrl } : null,
    feedHosts: (read(env, 'APPLIANCE_FEED_HOSTS') ?? []).map((name) => name.toLowerCase()),
    diarisation: setting(env, 'APPLIANCE_DIARISATION'),
    timeStampUrl: read(env, 'APPLIANCE_TIMESTAMP_URL'),
    ollamaHost: setting(env, 'OLLAMA_HOST'),
    ollamaBin: read(env, 'APPLIANCE_OLLAMA_BIN'),
    imageModelsDir: read(env, 'APPLIANCE_IMAGE_MODELS_DIR'),
    ollamaHere: read(env, 'APPLIANCE_OLLAMA_HERE'),
    offline: setting(env, 'APPLIANCE_OFFLINE'),
    engineDir: engineDir ? folder(engineDir) : null,
    ffmpegBin: read(env, 'FFMPEG_BIN'),
    securityContact: read(env, 'APPLIANCE_SECURITY_CONTACT'),
    syslog: read(env, 'APPLIANCE_SYSLOG'),
    smtpUrl: read(env, 'APPLIANCE_SMTP_URL'),
    mailFrom: read(env, 'APPLIANCE_MAIL_FROM'),
    smsWebhook: read(env, 'APPLIANCE_SMS_WEBHOOK'),
    logLevel: setting(env, 'APPLIANCE_LOG'),
    unknownVariables: unknown,
  }
}

/** HTTPS as soon as other machines can come, or when there is a certificate for it. */
function readHttps(env: NodeJS.ProcessEnv, host: string, folder: (path: string) => string): Config['https'] {
  const cert = read(env, 'APPLIANCE_TLS_CERT')
  const key = read(env, 'APPLIANCE_TLS_KEY')
  if (Boolean(cert) !== Boolean(key))
    throw new ConfigError('APPLIANCE_TLS_CERT and APPLIANCE_TLS_KEY go together: give both or neither.')
  const port = setting(env, 'APPLIANCE_HTTPS_PORT')
  const isOn = (cert && key) || !isLoopback(host)
  if (isOn && port !== 0 && port === setting(env, 'APPLIANCE_HTTP_PORT'))
    throw new ConfigError(
      `APPLIANCE_HTTP_PORT and APPLIANCE_HTTPS_PORT are both ${port}; they take two ports.`,
    )
  if (cert && key) return { port, certificate: { certFile: folder(cert), keyFile: folder(key) } }
  return isLoopback(host) ? null : { port, certificate: null }
}

function readOidc(env: NodeJS.ProcessEnv, publicUrl: string | null): OidcSettings {
  const issuer = read(env, 'APPLIANCE_OIDC_ISSUER')
  const clientId = read(env, 'APPLIANCE_OIDC_CLIENT_ID')
  if (!issuer || !clientId || !publicUrl)
    throw new ConfigError(
      'APPLIANCE_ACCESS is "oidc": it takes APPLIANCE_OIDC_ISSUER, APPLIANCE_OIDC_CLIENT_ID and APPLIANCE_PUBLIC_URL, to which the provider sends people back.',
    )
  return {
    ...{ issuer, clientId },
    clientSecret: read(env, 'APPLIANCE_OIDC_CLIENT_SECRET'),
    redirectUri: `${new URL(publicUrl).origin}/api/sign-in/oidc/callback`,
    scopes: setting(env, 'APPLIANCE_OIDC_SCOPES'),
    groupsClaim: setting(env, 'APPLIANCE_OIDC_GROUPS_CLAIM'),
    adminGroups: read(env, 'APPLIANCE_OIDC_ADMIN_GROUPS') ?? [],
    groups: read(env, 'APPLIANCE_OIDC_GROUPS') ?? [],
  }
}

function checkAccess({
  host,
  access,
  trustedProxies,
}: Pick<Config, 'host' | 'access' | 'trustedProxies'>): void {
  if (access === 'local' && !isLoopback(host))
    throw new ConfigError(
      `APPLIANCE_ACCESS is "local", which is for this machine alone, and APPLIANCE_HOST is "${host}". Choose people, header, oidc or (without any sign-in) open, or leave APPLIANCE_HOST unset.`,
    )
  if (access === 'local' && trustedProxies.length > 0)
    throw new ConfigError(
      'APPLIANCE_ACCESS is "local", which is for this machine alone, and APPLIANCE_TRUSTED_PROXIES names proxies through which others come. Choose people, header, oidc or (without any sign-in) open.',
    )
  if (access === 'header' && trustedProxies.length === 0)
    throw new ConfigError(
      'APPLIANCE_ACCESS is "header": APPLIANCE_TRUSTED_PROXIES must name the addresses of the single sign-on proxy, since anybody else could write these headers too.',
    )
}

const passedOn = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'LD_LIBRARY_PATH']
/** Read by Node and by the downloads' proxy agent, of the environment as it is everywhere. */
const ofTheNetwork = [
  'HTTPS_PROXY',
  'https_proxy',
  'HTTP_PROXY',
  'http_proxy',
  'NO_PROXY',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
]

/** What child programs get of the environment: nothing of the appliance's own settings and secrets. */
export function childEnvironment(): Record<string, string> {
  return pick(passedOn)
}

const pick = (names: string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )

/** What a child program needs that downloads models: the company's proxy and certificate authority. */
export function downloadEnvironment(): Record<string, string> {
  const { NODE_EXTRA_CA_CERTS: authority, ...proxy } = pick(ofTheNetwork)
  return { ...proxy, ...(authority && { SSL_CERT_FILE: authority }) }
}

/** What the job worker needs to know: where things are and how to work, not who may come in. */
export function workerEnvironment(config: Config): Record<string, string> {
  return {
    ...childEnvironment(),
    ...pick(ofTheNetwork),
    APPLIANCE_DATA_DIR: config.dataDir,
    APPLIANCE_BACKUP_DIR: config.backupDir ?? '',
    APPLIANCE_INBOX: config.inbox ?? '',
    APPLIANCE_MODELS_DIR: config.modelsDir,
    APPLIANCE_BUNDLED_MODELS: config.bundledDir,
    APPLIANCE_MODEL_SOURCE: config.modelSource ?? '',
    APPLIANCE_MODEL_MANIFEST: config.modelManifest ?? '',
    APPLIANCE_SPEECH_MODEL: config.speechModel ?? '',
    APPLIANCE_LIVE_MODEL: config.liveModel ?? '',
    APPLIANCE_SPEECH_URL: config.speechUrl ?? '',
    APPLIANCE_SPEECH_LANGUAGE: config.language,
    APPLIANCE_TIMEZONE: config.timezone,
    APPLIANCE_FEED_HOSTS: config.feedHosts.join(','),
    APPLIANCE_DIARISATION: config.diarisation ? '1' : '0',
    APPLIANCE_IMAGE_MODELS_DIR: config.imageModelsDir ?? '',
    OLLAMA_HOST: config.ollamaHost,
    APPLIANCE_OLLAMA_HERE: config.ollamaHere === null ? '' : config.ollamaHere ? '1' : '0',
    APPLIANCE_OFFLINE: config.offline ? '1' : '0',
    APPLIANCE_ENGINE_DIR: config.engineDir ?? '',
    APPLIANCE_LOG: config.logLevel,
    FFMPEG_BIN: config.ffmpegBin ?? '',
    APPLIANCE_SMTP_URL: config.smtpUrl === null ? '' : withoutPassword(config.smtpUrl),
  }
}

/** The worker puts email into the outbox; the server, which knows the password, sends it. */
function withoutPassword(url: string): string {
  const bare = new URL(url)
  bare.username = bare.password = ''
  return bare.href
}
