import { isIP } from 'node:net'
import { z } from 'zod'

/** How the settings are read and checked: see variables.ts. */

export const isTimezone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false // RangeError is how Intl says no
  }
}

// whisper.cpp's languages have two or three letters; whether the model knows it is checked when it is loaded.
export const languageRule = /^(auto|[a-z]{2,3})$/

export const hostName =
  /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/i

/** Whether only programs on this machine can reach what listens on `host`. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

export const listOf = (item: (word: string) => boolean) =>
  z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine((words) => words.every(item))

export const isNetwork = (word: string): boolean => {
  const [address = '', bits] = word.split('/')
  const family = isIP(address)
  if (family === 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

export const isOrigin = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username
}

/** Group names may have blanks in them. */
export const namesOf = z.string().transform((text) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean),
)

/** Secrets and names of people pass through it: plain HTTP only on this machine itself. */
export const isIssuer = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

/** With or without the `/v1` that other clients want. */
export const speechServer = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
  .transform((text) => text.replace(/\/$/, '').replace(/\/v1$/, ''))
export const speechServerForm =
  'the web address of a server with /v1/audio/transcriptions, such as http://gpu.example:8000'

export const mailAddress = /^[^\s@]+@[^\s@]+$/
export const headerName = z
  .string()
  .regex(/^[A-Za-z0-9-]+$/)
  .transform((name) => name.toLowerCase())

export const flag = z.stringbool({ truthy: ['1', 'true', 'yes', 'on'], falsy: ['0', 'false', 'no', 'off'] })

const ollamaPort = '11434'

/** As Ollama itself reads OLLAMA_HOST: the scheme and the port may be left out, and 0.0.0.0 is this machine. '' is wrong. */
export function ollamaUrl(text: string): string {
  const bare = text.startsWith(':') ? `127.0.0.1${text}` : text
  const given = bare.includes('://') ? bare : `http://${bare}`
  if (!URL.canParse(given)) return ''
  const url = new URL(given)
  if (!/^https?:$/.test(url.protocol) || url.hostname === '') return ''
  if (!bare.includes('://') && url.port === '' && !bare.endsWith(':80')) url.port = ollamaPort
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  return url.href.replace(/\/$/, '')
}
