#!/usr/bin/env node
// Minutes of written meetings by rules alone and with a language model, through the whole appliance: what is shown as fact,
// what stands under To check, the model's calls, tokens and seconds.
//   node scripts/bench/model.mjs [--ollama http://127.0.0.1:11434 --model NAME] [--meetings 4] [--only m301,m304]
//     [--file FILE.jsonl] [--spoken FOLDER] [--show FOLDER]
// Without --model by rules alone. --spoken has the meetings spoken and transcribed first, and keeps that in its folder.
// --show writes all minutes of each meeting there.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { root } from '../lib/paths.mjs'
import { startAppliance } from './lib/appliance.mjs'
import { canBeSpoken, linesHeard, recordings } from './lib/spoken-meetings.mjs'
import { facts, meetingsOf, pair } from './lib/written.mjs'

const { values } = parseArgs({
  options: {
    ollama: { type: 'string', default: 'http://127.0.0.1:11434' },
    model: { type: 'string' },
    meetings: { type: 'string', default: '4' },
    only: { type: 'string' },
    file: { type: 'string', multiple: true, default: [join(root, 'scripts/bench/minutes/ordinary.jsonl')] },
    spoken: { type: 'string' },
    show: { type: 'string' },
  },
})

const asked = { calls: 0, promptTokens: 0, answerTokens: 0 }

/** Passes everything on to Ollama and counts what its chat calls took. */
const counting = createServer((from, to) => {
  const onward = request(`${values.ollama}${from.url}`, { method: from.method, headers: from.headers })
  onward.on('response', (answer) => {
    to.writeHead(answer.statusCode ?? 502, answer.headers)
    let text = ''
    answer.on('data', (chunk) => (text += chunk))
    answer.on('end', () => {
      if (from.url !== '/api/chat') return
      const last = JSON.parse(text.trim().split('\n').at(-1) ?? '{}')
      asked.calls += 1
      asked.promptTokens += last.prompt_eval_count ?? 0
      asked.answerTokens += last.eval_count ?? 0
    })
    answer.pipe(to)
  })
  onward.on('error', () => to.destroy())
  to.on('close', () => onward.destroy())
  from.pipe(onward)
})
await new Promise((resolve) => counting.listen(0, '127.0.0.1', () => resolve(null)))
const address = counting.address()
const proxy = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`

const folder = mkdtempSync(join(tmpdir(), 'appliance-bench-'))

/** @typedef {Awaited<ReturnType<typeof startAppliance>>} Appliance */

/** @param {Appliance} own @param {any} meeting @returns {Promise<number>} the recording */
async function written(own, meeting) {
  const made = await own.call('POST', '/api/recordings', {
    title: meeting.title,
    sourceType: 'uploaded_transcript',
    meetingDate: `${meeting.date}T10:00:00Z`,
  })
  const { id } = await made.json()
  await own.call('POST', `/api/recordings/${id}/transcript`, { content: meeting.lines.join('\n') })
  const { segments } = await own.json(`/api/recordings/${id}/transcript`)
  if (segments.length !== meeting.lines.length)
    throw new Error(`${meeting.id}: ${segments.length} passages of ${meeting.lines.length} lines`)
  return id
}

/** @param {Appliance} own @param {any} meeting @param {{ id: number, lines: { start: number, end: number }[] } | undefined} heard */
async function minutesOf(own, meeting, heard) {
  const id = heard?.id ?? (await written(own, meeting))
  if (heard) {
    const held = { title: meeting.title, description: '', meetingDate: `${meeting.date}T10:00:00Z` }
    await own.call('PATCH', `/api/recordings/${id}`, held)
  }
  const attendees = meeting.attendees.map((/** @type {any} */ one) => ({
    speakerId: '',
    name: one.name,
    role: one.role ?? '',
  }))
  await own.call('PUT', `/api/recordings/${id}/meeting-info`, { attendees, location: null })
  const since = performance.now()
  // Node's fetch waits five minutes for an answer; a small machine may take longer, so it is looked for.
  own.call('POST', `/api/recordings/${id}/summary`).catch(() => undefined)
  let answer = await own.json(`/api/recordings/${id}/minutes`)
  while (answer.minutes === null) {
    if (answer.job?.state === 'failed') throw new Error(answer.job.errorMessage)
    await pause(200)
    answer = await own.json(`/api/recordings/${id}/minutes`)
  }
  const { minutes } = answer
  const seconds = (performance.now() - since) / 1000
  const { segments } = await own.json(`/api/recordings/${id}/transcript`)
  const linesOf = new Map(
    segments.map((/** @type {any} */ one, /** @type {number} */ at) => [
      one.id,
      heard ? linesHeard(one, heard.lines) : [at + 1],
    ]),
  )
  const words = segments.map((/** @type {any} */ one) => one.text).join(' ')
  return { seconds, minutes, linesOf, words: words.split(/\s+/).length }
}

/** The evidence by line numbers, as the truth has it. @param {any[]} statements @param {Map<number, number[]>} linesOf */
const byLine = (statements, linesOf) =>
  statements.map((one) => ({
    ...one,
    evidence: one.evidence.map((/** @type {any} */ of) => ({
      ...of,
      segments: of.segments.flatMap((/** @type {number} */ id) => linesOf.get(id) ?? []),
    })),
  }))

/** A model that is chosen is tried first: what that takes is not the minutes'. @param {Appliance} own */
async function choose(own) {
  const overview = () => own.json('/api/system/language')
  if ((await overview()).status.model === values.model) return
  await own.call('PATCH', '/api/system/language', { model: values.model })
  while ((await overview()).trying) await pause(500)
  Object.assign(asked, { calls: 0, promptTokens: 0, answerTokens: 0 })
}

const none = () => ({ right: 0, wrong: 0, toCheck: 0, idle: 0, missed: 0 })
const fresh = () => ({ decisions: none(), actions: none(), prose: 0, seconds: 0, failures: 0 })

/** @param {ReturnType<typeof fresh>} sum @param {any} meeting @param {Awaited<ReturnType<typeof minutesOf>>} made */
function count(sum, meeting, { minutes, seconds, linesOf }) {
  for (const kind of /** @type {const} */ (['decisions', 'actions'])) {
    const { right, wrong, missed } = pair(meeting[kind], byLine(facts(minutes.content, kind), linesOf))
    const doubts = minutes.content.toCheck.filter((/** @type {any} */ one) => one.kind === kind.slice(0, -1))
    const later = pair(missed, byLine(doubts, linesOf))
    const of = sum[kind]
    of.right += right.length
    of.wrong += wrong.length
    of.toCheck += later.right.length
    of.idle += later.wrong.length
    of.missed += later.missed.length
  }
  sum.prose += minutes.content.items.reduce(
    (/** @type {number} */ all, /** @type {any} */ item) => all + item.discussion.length,
    0,
  )
  sum.seconds += seconds
  if (minutes.failure) sum.failures += 1
}

const chosen = values.only?.split(',')
const meetings = values.file
  .flatMap(meetingsOf)
  .filter((one) => (chosen ? chosen.includes(one.id) : !values.spoken || canBeSpoken(one)))
  .slice(0, chosen ? chosen.length : Number(values.meetings))
const heard = values.spoken ? await recordings(meetings, values.spoken) : null
const sums = { rules: fresh(), model: fresh() }
let words = 0
const environments = { rules: {}, ...(values.model && { model: { OLLAMA_HOST: proxy } }) }
/** @type {Appliance[]} */
const servers = []
try {
  for (const [way, env] of Object.entries(environments)) {
    if (heard) cpSync(heard.data, join(folder, way), { recursive: true })
    const own = await startAppliance(join(folder, way), env)
    servers.push(own)
    await own.call('PUT', '/api/me/settings', { autoGenerateSummary: false })
    if (way === 'model') await choose(own)
    for (const meeting of meetings) {
      const made = await minutesOf(own, meeting, heard?.of.get(meeting.id))
      if (way === 'rules') words += made.words
      count(sums[/** @type {'rules' | 'model'} */ (way)], meeting, made)
      process.stderr.write(
        `${way} ${meeting.id}: ${Math.round(made.seconds)} s, by ${made.minutes.writtenBy}${made.minutes.failure ? `, ${made.minutes.failure}` : ''}, ${JSON.stringify(asked)}\n`,
      )
      if (values.show) {
        mkdirSync(values.show, { recursive: true })
        writeFileSync(join(values.show, `${meeting.id}-${way}.md`), made.minutes.markdown)
      }
    }
  }
  const { model, ...byRules } = sums
  const ways = values.model ? { ...byRules, model, asked } : byRules
  process.stdout.write(
    `${JSON.stringify({ name: values.model ?? null, meetings: meetings.length, words, ...ways }, null, 2)}\n`,
  )
} finally {
  for (const server of servers) await server.kill('SIGTERM')
  counting.close()
  await pause(500)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
