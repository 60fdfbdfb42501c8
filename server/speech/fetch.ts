import { setTimeout as pause } from 'node:timers/promises'
import { dirname } from 'node:path'
import type { Dispatcher } from 'undici'
import { AppError } from '../errors.ts'
import { requireSpace } from '../files/disk.ts'
import { openPart, removePart, type Part } from './fetch-part.ts'
import {
  drop,
  environmentsProxy,
  explain,
  get,
  header,
  Passing,
  refusal,
  unreachable,
  type Answer,
} from './fetch-request.ts'

/** A file to fetch, and how to know that it is the right one. */
export type Wanted = {
  url: string
  /** null: nobody published one, and likewise the SHA-256; without either what comes is believed. */
  sha1: string | null
  sha256: string | null
  sizeBytes: number
  /** The size may be off by a fifth. */
  approximate: boolean
}

export type FetchProgress = {
  receivedBytes: number
  totalBytes: number
  /** For a person. */
  step: string
  secondsLeft: number | null
}

export type FetchOptions = {
  signal: AbortSignal
  onProgress?: (progress: FetchProgress) => void
  /** Told why a connection was given up, for the log. */
  onTrouble?: (why: unknown) => void
  /** Without a byte for so long, the connection is given up and the rest asked for on a new one. */
  stallMs?: number
  /** So many in a row without a byte more than ever before, and it is given up. */
  tries?: number
  /** The pause before the nth of them. */
  pauseMs?: (n: number) => number
}

const defaults = {
  stallMs: 30_000,
  tries: 8,
  // Three minutes in all: a router that restarts is back by then.
  pauseMs: (n: number): number => Math.min(1000 * 2 ** (n - 1), 60_000),
}

const sizeLeeway = 0.2

/**
 * Fetches a file into `partFile`, through HTTPS_PROXY where that is set, and checks its checksum. What is there already
 * from an earlier try is gone on from; an abort leaves it for the next.
 * @throws AppError model_unreachable, model_checksum (nothing is left then), disk_full
 */
export async function fetchFile(
  wanted: Wanted,
  partFile: string,
  options: FetchOptions,
): Promise<{ sizeBytes: number; sha256: string }> {
  const dispatcher = await environmentsProxy()
  const part = await openPart(partFile, { sha1: wanted.sha1 ?? wanted.url, url: wanted.url })
  try {
    for (let fromZero = 0; ; fromZero++) {
      await receiveAll(wanted, part, partFile, { ...defaults, ...options, dispatcher })
      const { sha1, sha256 } = part.sums()
      if ((wanted.sha1 ?? sha1) === sha1 && (wanted.sha256 ?? sha256) === sha256)
        return { sizeBytes: part.size(), sha256 }
      await part.startOver()
      if (fromZero === 1) throw wrongBytes(wanted, whyWrong(wanted, { sha1, sha256 }))
      options.onTrouble?.(new Error(`wrong checksum ${sha1}`))
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'model_checksum') await removePart(partFile)
    throw error
  } finally {
    await part.close()
    await dispatcher.destroy()
  }
}

const whyWrong = (wanted: Wanted, found: { sha1: string; sha256: string }): string =>
  wanted.sha1 !== null && wanted.sha1 !== found.sha1
    ? `its SHA-1 is ${found.sha1}, not ${wanted.sha1}`
    : `its SHA-256 is ${found.sha256}, not ${wanted.sha256}`

const wrongBytes = ({ url }: Wanted, why: string): AppError =>
  new AppError(
    'model_checksum',
    `What ${new URL(url).host} sent is not the speech model that was asked for: ${why}. It was deleted.`,
  )

type Ways = Required<Pick<FetchOptions, 'stallMs' | 'tries' | 'pauseMs'>> &
  FetchOptions & { dispatcher: Dispatcher }

/** Connection after connection, until all is there. */
async function receiveAll(wanted: Wanted, part: Part, partFile: string, ways: Ways): Promise<void> {
  const { host } = new URL(wanted.url)
  const state = { rangesWork: true }
  let furthest = part.size()
  let failures = 0
  while (!part.isComplete()) {
    ways.signal.throwIfAborted()
    try {
      await requireSpace(dirname(partFile), (part.total() ?? wanted.sizeBytes) - part.size())
      await receive(wanted, part, partFile, state, ways)
    } catch (error) {
      ways.signal.throwIfAborted()
      const trouble = explain(error, new URL(wanted.url))
      if (!(trouble instanceof Passing)) throw trouble
      // Starting over does not count as getting further.
      if (part.size() > furthest) failures = 0
      furthest = Math.max(furthest, part.size())
      failures++
      // A name that nobody knows is no passing trouble: the machine has no network, or its proxy is not set.
      const isUnknown = /ENOTFOUND|EAI_AGAIN/.test(trouble.message)
      if (failures >= (isUnknown ? Math.min(2, ways.tries) : ways.tries))
        throw unreachable(
          isUnknown
            ? `${host} cannot be found from this machine. Check its network, or HTTPS_PROXY, or add the model from a file.`
            : `${host} could not be reached or broke off ${failures} times in a row (${trouble.message}).${part.size() > 0 ? ' What has come is kept, and the next try goes on from there.' : ''}`,
          error,
        )
      ways.onTrouble?.(trouble)
      tell(wanted, part, ways, `Waiting for ${host} to go on`, null)
      await pause(trouble.waitMs ?? ways.pauseMs(failures), undefined, { signal: ways.signal })
    }
  }
}

function tell(
  wanted: Wanted,
  part: Part,
  { onProgress }: Ways,
  step: string,
  secondsLeft: number | null,
): void {
  onProgress?.({
    receivedBytes: part.size(),
    totalBytes: part.total() ?? Math.max(wanted.sizeBytes, part.size()),
    step,
    secondsLeft,
  })
}

/** One connection: asks for what is missing, and appends what fits. */
async function receive(
  wanted: Wanted,
  part: Part,
  partFile: string,
  state: { rangesWork: boolean },
  ways: Ways,
): Promise<void> {
  // Without a checksum and without the server's own mark nobody would notice that the rest is another file's.
  const blind = wanted.sha1 === null && wanted.sha256 === null && part.validator() === null
  if ((!state.rangesWork || blind) && part.size() > 0) await part.startOver()
  const from = part.size()
  const answer = await get(wanted.url, { ...ways, headers: rangeHeaders(from, part.validator()) })
  try {
    await accept(answer, from, wanted, part, partFile, state)
  } catch (error) {
    drop(answer.body)
    throw error
  }
  const pace = createPace(part.size())
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    const size = part.size() + chunk.length
    if (size > (part.total() ?? largest(wanted)))
      throw wrongBytes(wanted, `it is larger than the ${part.total() ?? wanted.sizeBytes} bytes expected`)
    await part.append(chunk)
    tell(wanted, part, ways, 'Fetching', pace.secondsLeft(size, part.total() ?? wanted.sizeBytes))
  }
  // Without an announced length the end is where the server ended in good order.
  if (part.total() === null) await part.describe({ validator: part.validator(), total: part.size() })
  else if (!part.isComplete()) throw new Passing('the connection ended early')
}

function rangeHeaders(from: number, validator: string | null): Record<string, string> {
  if (from === 0) return {}
  return { range: `bytes=${from}-`, ...(validator ? { 'if-range': validator } : {}) }
}

/** Whether what the server is about to send is what was asked for; the part is ready for the first byte afterwards. */
async function accept(
  answer: Answer,
  from: number,
  wanted: Wanted,
  part: Part,
  partFile: string,
  state: { rangesWork: boolean },
): Promise<void> {
  const { status, headers } = answer
  if (status === 416 && from > 0) {
    await part.startOver()
    throw new Passing('the server has no such range')
  }
  if (status === 206) {
    const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(header(headers, 'content-range') ?? '')
    const total = range?.[2] === '*' ? part.total() : Number(range?.[2])
    if (from === 0 || Number(range?.[1]) !== from || (part.total() !== null && total !== part.total())) {
      state.rangesWork = false
      throw new Passing('the server answers with another range than was asked for')
    }
    return
  }
  if (status !== 200) throw refusal(answer, wanted.url)
  if (/^text\/html/i.test(header(headers, 'content-type') ?? ''))
    throw unreachable(
      `${new URL(wanted.url).host} answered with a web page. Perhaps the network wants somebody to sign in, or blocks the address.`,
    )
  // The whole file, asked for or not: its first byte comes first.
  if (from > 0) await part.startOver()
  const length = header(headers, 'content-length')
  const total = length === null ? null : Number(length)
  if (total !== null && (total > largest(wanted) || total < smallest(wanted)))
    throw wrongBytes(wanted, `it has ${total} bytes, and ${wanted.sizeBytes} were expected`)
  if (total !== null) await requireSpace(dirname(partFile), total)
  await part.describe({ validator: validatorOf(answer), total })
}

const largest = ({ sizeBytes, approximate }: Wanted): number =>
  approximate ? sizeBytes * (1 + sizeLeeway) : sizeBytes
const smallest = ({ sizeBytes, approximate }: Wanted): number =>
  approximate ? sizeBytes * (1 - sizeLeeway) : sizeBytes

/** If-Range takes a strong entity tag, or a date. */
function validatorOf({ headers }: Answer): string | null {
  const etag = header(headers, 'etag')
  return etag && !etag.startsWith('W/') ? etag : header(headers, 'last-modified')
}

const paceMs = 15_000

/** Time left, from the pace of the last seconds. */
function createPace(start: number): { secondsLeft(size: number, total: number): number | null } {
  const marks = [{ at: Date.now(), size: start }]
  return {
    secondsLeft(size, total) {
      const at = Date.now()
      if (at - marks.at(-1)!.at > 1000) marks.push({ at, size })
      while (marks.length > 2 && at - marks[0]!.at > paceMs) marks.shift()
      const [first] = marks
      if (at - first!.at < 1000 || size === first!.size) return null
      return Math.ceil(((total - size) * (at - first!.at)) / (size - first!.size) / 1000)
    },
  }
}

/**
 * Whether a file can be fetched from where it is, quickly. Nothing of it is kept.
 * @returns why not, for a person; null: it can
 */
export async function whyUnreachable(url: string, timeoutMs: number): Promise<string | null> {
  const dispatcher = await environmentsProxy()
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const answer = await get(url, { dispatcher, headers: { range: 'bytes=0-0' }, stallMs: timeoutMs, signal })
    drop(answer.body)
    if (answer.status !== 200 && answer.status !== 206) throw refusal(answer, url)
    if (/^text\/html/i.test(header(answer.headers, 'content-type') ?? ''))
      return 'a web page answers in its place'
    return null
  } catch (error) {
    if (signal.aborted) return `no answer within ${Math.round(timeoutMs / 1000)} seconds`
    if (error instanceof AppError || error instanceof Passing)
      return error.message.replace(/^The speech model could not be fetched: /, '').replace(/\.$/, '')
    throw error
  } finally {
    await dispatcher.destroy()
  }
}
