import { beforeAll, afterAll, describe, expect, test } from 'vitest'
import { askClara, chatEvent, type Citation } from '#contract/chat.ts'
import { languageOverview, languagePull, type LanguageOverview } from '#contract/language.ts'
import { createSummary } from '#contract/minutes.ts'
import { listSpeakers } from '#contract/speakers.ts'
import type { RunningServer } from '../run.ts'
import { getTranscript, send, until } from '../test/client.ts'
import { minutesOf, needEvidence, textMeeting } from '../test/minutes.ts'
import { realOllama, startOllama, type StandIn } from '../test/ollama.ts'
import { startAppliance } from '../test/server.ts'
import { modelIsExpected } from './known.ts'

// What the appliance does with any language model, through the whole of it: against the stand-in, or against a real Ollama when
// OLLAMA_TEST_HOST names one that has a model (see ollama.test.ts). Nothing here depends on what a model says.

let host = realOllama ?? ''
let standIn: StandIn | null = null
beforeAll(async () => {
  if (realOllama) return
  const ollama = await startOllama({ ending: afterAll })
  standIn = ollama
  await ollama.models(
    { name: 'stand-in:1b', contextLength: 32_768 },
    { name: 'nomic-embed-text:latest', contextLength: 2048, embeds: true },
  )
  host = ollama.url
})

/** A small machine reads a few tokens a second. */
const timeout = realOllama ? 40 * 60_000 : 60_000

const start = (): Promise<RunningServer> =>
  startAppliance({
    env: { OLLAMA_HOST: host, APPLIANCE_OFFLINE: '0', APPLIANCE_SPEECH_MODEL: 'demo' },
  })

const overviewAt = async (url: string): Promise<LanguageOverview> =>
  languageOverview.parse((await send(url, 'GET', '/api/system/language')).body)

const sentence = /^\p{Lu}.+[.!?]$/u

describe('minutes by any language model', { timeout }, () => {
  test('minutes: all that stands in them rests on what was said; without any use of the model it is said why', async () => {
    const { url, services } = await start()
    expect(await modelIsExpected(services.db)).toBe(false)
    const id = await textMeeting(url)
    const answer = await send(url, 'POST', `/api/recordings/${id}/summary`)
    expect(answer.status).toBe(200)
    const { engine, failure } = createSummary.response.parse(answer.body)
    // It was asked, and has answered.
    expect(await modelIsExpected(services.db)).toBe(true)
    const { minutes } = await minutesOf(url, id)
    expect(minutes).toMatchObject({ origin: engine, failure, version: 1 })
    expect(engine === 'model' || sentence.test(failure ?? '')).toBe(true)
    expect(minutes!.model).toBe(engine === 'model' ? (await overviewAt(url)).status.model : null)
    expect(await needEvidence(url, id, minutes!)).toBeGreaterThan(3)
    for (const { why } of minutes!.content!.toCheck) expect(why).toMatch(sentence)
  })

  test('minutes that are cancelled leave nothing', async () => {
    const { url } = await start()
    const id = await textMeeting(url)
    await standIn?.rules({ path: '/api/chat', times: 1, firstMs: 60_000 })
    const waiting = send(url, 'POST', `/api/recordings/${id}/summary`)
    const { job, minutes } = await until(
      () => minutesOf(url, id),
      (now) => now.job !== null || now.minutes !== null,
      5,
    )
    const { body } = await send(url, 'POST', `/api/jobs/${job?.id ?? 0}/cancel`)
    const { status, body: told } = await waiting
    // A real model may be quicker than whoever cancels.
    expect(body.success === true || standIn === null).toBe(true)
    await standIn?.rules()
    const wasQuicker = body.success !== true || minutes !== null
    const after = (await minutesOf(url, id)).minutes
    expect([status, told.code, after === null]).toEqual(
      wasQuicker ? [200, undefined, false] : [409, 'cancelled', true],
    )
  })
})

describe('Clara and names by any language model', { timeout }, () => {
  test('Clara: an answer, at once or streamed, cites passages that are there', async () => {
    const { url } = await start()
    const id = await textMeeting(url)
    const { body } = await send(url, 'GET', '/api/chat/key')
    const call = (path: string): Promise<Response> =>
      fetch(`${url}${path}?user_id=1&organisation_id=1`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${String(body.key)}` },
        body: JSON.stringify({ message: 'What does the landlord of the office want for the lease?' }),
      })
    await until(
      async () => (await fetch(`${url}/api/search?q=landlord&kind=transcript`)).text(),
      (found) => found.includes('landlord'),
    )
    const { segments } = await getTranscript(url, id)
    const needCited = (citations: readonly Citation[]): void => {
      expect(citations.length).toBeGreaterThan(0)
      const ofMeeting = citations.filter(({ kind }) => kind === 'transcript')
      expect(ofMeeting.map(({ sourceId }) => sourceId)).toEqual(ofMeeting.map(() => String(id)))
      for (const { text } of ofMeeting)
        expect(segments.filter((one) => text.includes(one.text.slice(0, 40)))).not.toEqual([])
    }
    const answer = await call('/api/chat')
    expect(answer.status).toBe(200)
    const { success, response_content, session_info, message } = askClara.response.parse(await answer.json())
    expect([success, response_content.trim()]).toEqual([true, expect.stringMatching(/\w/)])
    expect(session_info.session_id).toMatch(/\w/)
    expect(['model', 'none', 'passages']).toContain(message?.origin)
    if (message?.origin !== 'none') needCited(message?.citations ?? [])

    const streamed = await call('/api/chat/stream')
    const events = (await streamed.text())
      .trim()
      .split('\n')
      .map((line) => chatEvent.parse(JSON.parse(line)))
    expect([events[0]!.type, events[1]!.type, events.at(-1)!.type]).toEqual(['session', 'citations', 'done'])
    needCited(events.flatMap((one) => (one.type === 'citations' ? one.citations : [])))
  })

  test('names of speakers: what is guessed names a line of the transcript; what fails says why', async () => {
    const { url, services } = await start()
    const id = await textMeeting(
      url,
      'Speaker 1: Good morning. You can call me Sarah.\nSpeaker 2: The deficit has grown since spring.\nSpeaker 1: Much obliged to you, Priya.\nSpeaker 2: It ends in March.',
    )
    const looked = async () =>
      listSpeakers.response.parse((await send(url, 'GET', `/api/recordings/${id}/speakers`)).body)
    await until(looked, ({ analysis }) => analysis === null || analysis.state === 'failed')
    expect((await send(url, 'POST', `/api/recordings/${id}/speakers/analyse`)).status).toBe(200)
    const { speakers, analysis } = await until(
      looked,
      (now) => now.analysis === null || now.analysis.state === 'failed',
    )
    expect(await modelIsExpected(services.db)).toBe(true)
    expect(speakers.map(({ label }) => label)).toEqual(['Speaker 1', 'Speaker 2'])
    expect(analysis === null || sentence.test(analysis.errorMessage ?? '')).toBe(true)
    const { segments } = await getTranscript(url, id)
    const quotes = speakers.flatMap(({ guesses }) => guesses.flatMap(({ evidence }) => evidence))
    for (const { quote } of quotes) expect(segments.some(({ text }) => text.includes(quote))).toBe(true)
  })
})

describe('the models of any Ollama', { timeout }, () => {
  test('vectors: one for each text, alike for the same text; none without a model for them', async () => {
    const { url, services } = await start()
    const { embeddingModel } = (await overviewAt(url)).status
    const texts = ['the dividend', 'the roof of the warehouse', 'the dividend']
    const found = await services.language.embed(texts, {
      as: 'passage',
      signal: new AbortController().signal,
      deadlineMs: 300_000,
    })
    expect(found?.model ?? null).toBe(embeddingModel)
    const [first, other, again] = found?.vectors ?? []
    expect(found?.vectors.length ?? 0).toBe(embeddingModel === null ? 0 : 3)
    expect(again).toEqual(first)
    expect(other?.length).toBe(first?.length)
    expect(JSON.stringify(other) === JSON.stringify(first)).toBe(embeddingModel === null)
    expect((await send(url, 'GET', '/api/search?q=dividend')).status).toBe(200)
  })

  test('the list and a fetch: what is there is listed; a fetch of it ends well, one of nothing with a reason', async () => {
    const { url } = await start()
    const { status, installed, contextSize } = await overviewAt(url)
    expect(status).toMatchObject({ state: 'ready', version: expect.stringMatching(/^\d/) })
    expect(contextSize).toBeGreaterThan(1000)
    expect(installed.filter(({ inUse }) => inUse).map(({ id }) => id)).toContain(status.model)
    const fetched = async (id: string) => {
      const answer = await send(url, 'POST', '/api/system/language/pull', { id })
      const { jobId } = languagePull.parse(answer.body.pull)
      return until(
        () => overviewAt(url),
        ({ pull }) => pull === null || (pull.jobId === jobId && pull.state === 'failed'),
      )
    }
    // Without a way to the registry a real one says so; what is there stays.
    const again = await fetched(status.model!)
    expect(again.pull === null || sentence.test(again.pull.errorMessage ?? '')).toBe(true)
    expect(again.installed.map(({ id }) => id)).toContain(status.model)
    const { pull } = await fetched('nobody-here/unknown-model:1b')
    expect(pull).toMatchObject({
      state: 'failed',
      errorCode: expect.stringMatching(/^[a-z_]+$/),
      errorMessage: expect.stringMatching(sentence),
    })
  })
})
