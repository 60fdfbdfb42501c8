import { isIP } from 'node:net'
import { z } from 'zod'

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

const hostName = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/i

/** Whether only programs on this machine can reach what listens on `host`. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

const listOf = (item: (word: string) => boolean) =>
  z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine((words) => words.every(item))

const isNetwork = (word: string): boolean => {
  const [address = '', bits] = word.split('/')
  const family = isIP(address)
  if (family === 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const isOrigin = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username
}

const mailAddress = /^[^\s@]+@[^\s@]+$/
const headerName = z
  .string()
  .regex(/^[A-Za-z0-9-]+$/)
  .transform((name) => name.toLowerCase())

const flag = z.stringbool({ truthy: ['1', 'true', 'yes', 'on'], falsy: ['0', 'false', 'no', 'off'] })

const ollamaPort = '11434'

/** As Ollama itself reads OLLAMA_HOST: the scheme and the port may be left away, and 0.0.0.0 is this machine. '' is wrong. */
function ollamaUrl(text: string): string {
  const bare = text.startsWith(':') ? `127.0.0.1${text}` : text
  const given = bare.includes('://') ? bare : `http://${bare}`
  if (!URL.canParse(given)) return ''
  const url = new URL(given)
  if (!/^https?:$/.test(url.protocol) || url.hostname === '') return ''
  if (!bare.includes('://') && url.port === '' && !bare.endsWith(':80')) url.port = ollamaPort
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  return url.href.replace(/\/$/, '')
}

/** Each variable: how to read it and, for the error message, what is allowed. */
export const variables = {
  APPLIANCE_DATA_DIR: { rule: z.string().min(1), allowed: 'a folder', fallback: './data' },
  APPLIANCE_HTTP_PORT: {
    rule: z.coerce.number().int().min(0).max(65535),
    allowed: 'a port number from 1 to 65535 (0 takes any free one)',
    fallback: '8080',
  },
  APPLIANCE_HOST: {
    rule: z.string().refine((host) => isIP(host) !== 0 || hostName.test(host)),
    allowed:
      'an address of this machine; 127.0.0.1 is this machine alone, 0.0.0.0 is everybody who can reach it',
    fallback: '127.0.0.1',
  },
  APPLIANCE_HTTPS_PORT: {
    rule: z.coerce.number().int().min(0).max(65535),
    allowed: 'a port number from 1 to 65535 (0 takes any free one)',
    fallback: '8443',
  },
  APPLIANCE_TLS_CERT: {
    rule: z.string().min(1),
    allowed: 'the path of a PEM file with the certificate and those between it and its authority',
    fallback: '',
  },
  APPLIANCE_TLS_KEY: {
    rule: z.string().min(1),
    allowed: "the path of a PEM file with the certificate's private key",
    fallback: '',
  },
  APPLIANCE_ACCESS: {
    rule: z.enum(['local', 'people', 'header', 'open']),
    allowed:
      'local (this machine alone, no sign-in), people (everybody has a passphrase), header (a single sign-on proxy says who it is) or open (everybody who can reach it, no sign-in)',
    fallback: '',
  },
  APPLIANCE_ADMINS: {
    rule: listOf((word) => mailAddress.test(word)),
    allowed: 'email addresses, separated by commas',
    fallback: '',
  },
  APPLIANCE_HEADER_NAME: {
    rule: headerName,
    allowed: "the name of the header with the person's name",
    fallback: 'Remote-Name',
  },
  APPLIANCE_HEADER_EMAIL: {
    rule: headerName,
    allowed: "the name of the header with the person's email address",
    fallback: 'Remote-Email',
  },
  APPLIANCE_PUBLIC_URL: {
    rule: z.string().refine(isOrigin),
    allowed: 'the address that people type, such as https://meetings.example.co.uk, without a path',
    fallback: '',
  },
  APPLIANCE_ALLOWED_HOSTS: {
    rule: listOf((word) => isIP(word) !== 0 || hostName.test(word)),
    allowed: 'host names without a port, separated by commas',
    fallback: '',
  },
  APPLIANCE_TRUSTED_PROXIES: {
    rule: listOf(isNetwork),
    allowed: 'addresses or networks such as 10.0.0.5 or 10.0.0.0/24, separated by commas',
    fallback: '',
  },
  APPLIANCE_MODELS_DIR: { rule: z.string().min(1), allowed: 'a folder', fallback: '' },
  APPLIANCE_MODEL_SOURCE: {
    rule: z
      .string()
      .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
      .transform((text) => (text.endsWith('/') ? text : `${text}/`)),
    allowed: 'the web address of a folder with the model files of models/manifest.json',
    fallback: '',
  },
  APPLIANCE_MODEL_MANIFEST: {
    rule: z.string().min(1),
    allowed: 'the path of a list of models such as models/manifest.json',
    fallback: '',
  },
  APPLIANCE_SPEECH_MODEL: {
    rule: z.string().regex(/^[a-z0-9._-]+$/),
    allowed: 'the id of an installed model, as `npx appliance models list` shows it',
    fallback: '',
  },
  APPLIANCE_LIVE_MODEL: {
    rule: z.string().regex(/^[a-z0-9._-]+$/),
    allowed: 'the id of an installed model, as `npx appliance models list` shows it',
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
  APPLIANCE_GEOCODER_URL: {
    rule: z
      .string()
      .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
      .transform((text) => (text.endsWith('/') ? text : `${text}/`)),
    allowed: 'the web address of a Photon or Nominatim server, without /api or /search',
    fallback: '',
  },
  APPLIANCE_GEOCODER: {
    rule: z.enum(['photon', 'nominatim']),
    allowed: 'photon or nominatim',
    fallback: 'photon',
  },
  APPLIANCE_DIARISATION: { rule: flag, allowed: '1 or 0', fallback: '1' },
  OLLAMA_HOST: {
    rule: z
      .string()
      .transform(ollamaUrl)
      .refine((url) => url !== ''),
    allowed: 'where Ollama answers, such as http://127.0.0.1:11434 or models.example.co.uk:11434',
    fallback: 'http://127.0.0.1:11434',
  },
  APPLIANCE_OLLAMA_HERE: {
    rule: flag,
    allowed: '1 or 0; left away, the address in OLLAMA_HOST tells',
    fallback: '',
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
