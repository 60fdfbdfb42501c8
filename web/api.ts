import type { z } from 'zod'
import type { ErrorCode } from '#contract/errors.ts'
import { pathFor, type Route } from '#contract/route.ts'
import {
  convertToMp3,
  convertToWav,
  downloadOriginal,
  getAudio,
  getRecording,
  listRecordings,
} from '#contract/recordings.ts'
import { getRecordingActions } from '#contract/actions.ts'
import { getMinutes } from '#contract/minutes.ts'
import { listSpeakers } from '#contract/speakers.ts'
import { getTranscript } from '#contract/transcripts.ts'
import { getSystemStatus } from '#contract/system.ts'
import { recordingVoices } from '#contract/voices.ts'
import { readError } from './error-body.ts'
import { leaveForSignIn } from './session.ts'

/** The client acts as this person; on the server it means whoever is signed in. */
export const userId = 1

/** The server answered with an error; `message` is a sentence for a person. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | null
  /** When it is worth trying again, where the server said so; milliseconds since 1970. */
  readonly retryAt: number | null

  constructor(message: string, status: number, code: ErrorCode | null, retryAt: number | null = null) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.retryAt = retryAt
  }
}

/** Nobody answered: the server has stopped, is starting, or the network is gone. */
export class UnreachableError extends Error {
  constructor(options?: ErrorOptions) {
    super('The server cannot be reached.', options)
    this.name = 'UnreachableError'
  }
}

type CallOptions<R extends Route> = {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: z.input<R['body']>
  headers?: Record<string, string>
  signal?: AbortSignal
}

export function urlOf(
  route: Route,
  params?: Record<string, string | number>,
  query?: Record<string, string>,
): string {
  const search = new URLSearchParams(query).toString()
  return pathFor(route.path, params) + (search && `?${search}`)
}

/** What a proxy says in the server's name when the server is not there. */
const proxyStatuses = new Set([502, 503, 504])

/**
 * Reads the error body of the contract; anything else gets a sentence of our own.
 * When nobody is signed in any more, the page is left for the sign-in page.
 */
export function errorFrom(
  status: number,
  text: string,
  retryAfter: string | null = null,
): ApiError | UnreachableError {
  const { message, code, isOurs } = readError(status, text)
  if (!isOurs && proxyStatuses.has(status)) return new UnreachableError()
  if (code === 'sign_in_required') leaveForSignIn()
  const seconds = Number(retryAfter)
  return new ApiError(message, status, code, seconds > 0 ? Date.now() + seconds * 1000 : null)
}

type Answer<R extends Route> = { body: z.output<R['response']>; headers: Headers }

/**
 * Makes one call of the contract and returns its JSON body.
 * @throws ApiError when the server refuses, UnreachableError when there is no answer, and the signal's reason on abort
 */
export async function call<R extends Route>(
  route: R,
  options: CallOptions<R> = {},
): Promise<z.output<R['response']>> {
  return (await callWithHeaders(route, options)).body
}

/** The same, for the few calls that say something in a header. */
export async function callWithHeaders<R extends Route>(
  route: R,
  { params, query, body, headers, signal }: CallOptions<R> = {},
): Promise<Answer<R>> {
  let response: Response
  try {
    response = await fetch(urlOf(route, params, query), {
      method: route.method,
      cache: 'no-store',
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new UnreachableError({ cause })
  }
  if (!response.ok) {
    const error = errorFrom(response.status, await response.text(), response.headers.get('retry-after'))
    // The page is being left: what waits for an answer need not show an error in its last moment.
    if (error instanceof ApiError && error.code === 'sign_in_required') return new Promise(() => undefined)
    throw error
  }
  return { body: (await response.json()) as z.output<R['response']>, headers: response.headers }
}

/** The names under which answers are kept on the page (SWR); also their addresses. */
export const keys = {
  recordings: pathFor(listRecordings.path, { userId }),
  recording: (id: number) => pathFor(getRecording.path, { id }),
  transcript: (id: number) => pathFor(getTranscript.path, { id }),
  speakers: (id: number) => pathFor(listSpeakers.path, { id }),
  voices: (id: number) => pathFor(recordingVoices.path, { id }),
  minutes: (id: number) => pathFor(getMinutes.path, { id }),
  actions: (id: number) => pathFor(getRecordingActions.path, { id }),
  status: getSystemStatus.path,
}

/** Fresh for each visit, so that no cache hands out the sound or text of an earlier version. */
const visit = String(Date.now())

/** Addresses of a recording's files. */
export function filesOf(id: number) {
  const params = { id }
  return {
    audio: urlOf(getAudio, params, { t: visit }),
    directDownload: urlOf(getAudio, params, { download: 'true', t: visit }),
    repaired: urlOf(getAudio, params, { repair: 'true', t: visit }),
    uncached: () => urlOf(getAudio, params, { nocache: String(Date.now()) }),
    original: urlOf(downloadOriginal, params, { t: visit }),
    wav: urlOf(convertToWav, params, { t: visit }),
    mp3: urlOf(convertToMp3, params, { t: visit }),
    transcript: urlOf(getTranscript, params, { download: 'true', t: visit }),
  }
}
