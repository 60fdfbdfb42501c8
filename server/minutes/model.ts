import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import type { JobContext } from '../jobs/define.ts'
import { faultIn, sourceOf } from '../language/check.ts'
import type { LanguageEngine } from '../language/engine.ts'
import { asData } from '../language/prompt.ts'
import { sentencesOf } from '../language/sentences.ts'

/** A stretch of the meeting that the model is asked about: an item, or a part of a long one. */
export type Task = {
  /** Index of the item. */
  item: number
  heading: string
  /** With the numbers that they have in the transcript, from 1. */
  lines: { number: number; speaker: string | null; text: string }[]
  /** What the rules found there and are sure of. */
  facts: string[]
  /** What they are not sure of. */
  candidates: Candidate[]
  /** Lines that both of these rest on. */
  known: number[]
  /** Whether there is enough of it for sentences of minutes. */
  isTold: boolean
  /** Short items are looked through together: those of one number are asked once what else was decided there. */
  stretch: number
}
export type Candidate = { key: string; kind: 'decision' | 'action'; lines: number[]; text: string }

const decisionAnswers = ['carried', 'lost', 'deferred', 'withdrawn', 'none'] as const
const actionAnswers = ['taken_on', 'offered', 'refused', 'none'] as const
export type Judgement = {
  answer: (typeof decisionAnswers)[number] | (typeof actionAnswers)[number]
  sentence: string
}

/** What the model says of a task; null: that call failed. */
export type Answer = {
  item: number
  lines: [first: number, last: number]
  prose: string | null
  /** By the candidate's key. */
  judged: Record<string, Judgement>
  /** Lines of which the rules know nothing. */
  more: (Candidate & Judgement)[]
}

/** What the model has said of a meeting before, by a digest of what it was asked. */
export type Parts = {
  find(key: string): Promise<string | null>
  keep(key: string, json: string): Promise<void>
  /** Prose that can be shown while the rest is still to come. */
  tell(place: number, of: { heading: string; text: string }): Promise<void>
}

const judgedDecision = z.object({ answer: z.enum(decisionAnswers), sentence: z.string() })
const judgedAction = z.object({ answer: z.enum(actionAnswers), sentence: z.string() })
const others = z.object({ decided: z.array(z.number().int()), promised: z.array(z.number().int()) })
const purposeAnswer = z.object({ purpose: z.string().nullable() })

const deadlines = { call: 10 * 60_000, meeting: 6 * 60 * 60_000 }
const tokens = { prose: 320, judge: 120, others: 120, around: 500 }
/** So many further lines of an item are looked at. */
const mostOthers = 4
/** So many calls in a row that fail say that nothing is to be had of this model. */
const mostFailures = 4
/** A line before and after those that a candidate rests on. */
const around = 3

const ofOneCall = new Set(['language_truncated', 'language_invalid', 'language_timeout', 'language_failed'])

type Context = Pick<JobContext, 'signal' | 'progress' | 'giveWay' | 'partStored'>

/** @property opening where the purpose may be said; empty: it is known, or there is nothing */
export type Questions = { tasks: Task[]; opening: Task['lines'] }

type Asking = Questions & { instructions: string; parts: Parts }

type Ask = <T>(
  system: string,
  lines: Task['lines'],
  of: { schema?: z.ZodType<T>; most: number },
) => Promise<T | null>

/** Asks one question after the other; what the model has answered before of the same words is not asked again. */
async function createAsk(language: LanguageEngine, parts: Parts, { signal, giveWay, partStored }: Context) {
  const asked = (await language.status()).model ?? ''
  const count = { calls: 0, failed: 0, inARow: 0, known: 0 }
  const so = { model: asked, startedAt: Date.now(), count, failures: [] as AppError[] }

  /** Null: it failed, and the next may not. */
  const ask: Ask = async (system, lines, of) => {
    type Value = z.infer<NonNullable<typeof of.schema>>
    const text = rendered(lines)
    const key = createHash('sha256')
      .update(JSON.stringify([asked, system, text]))
      .digest('hex')
    const before = await parts.find(key)
    if (before !== null) {
      count.known++
      return JSON.parse(before) as Value
    }
    if (count.inARow >= mostFailures) throw so.failures.at(-1)!
    if (Date.now() - so.startedAt > deadlines.meeting) return null
    await giveWay()
    signal.throwIfAborted()
    const data = asData(text, 'transcript')
    const request = {
      system: `${system}\n\n${data.rule}`,
      messages: [{ role: 'user' as const, content: data.block }],
      ...{ maxAnswerTokens: of.most, signal, deadlineMs: deadlines.call, patient: true },
    }
    count.calls++
    try {
      const answer = of.schema
        ? await language.complete({ ...request, schema: of.schema })
        : await language.complete(request)
      so.model = answer.model
      count.inARow = 0
      await parts.keep(key, JSON.stringify(answer.value))
      await partStored()
      return answer.value as Value
    } catch (error) {
      if (!(error instanceof AppError) || !ofOneCall.has(error.code)) throw error
      count.failed++
      count.inARow++
      so.failures.push(error)
      return null
    }
  }
  return { ask, so }
}

function judge(ask: Ask, task: Task, { kind, lines }: Candidate): Promise<Judgement | null> {
  const near = task.lines.filter(({ number }) => lines.some((one) => Math.abs(one - number) <= around))
  const which = lines.map((line) => placeIn(near, line)).join(', ')
  return kind === 'decision'
    ? ask<Judgement>(prompts.decision(which), near, { schema: judgedDecision, most: tokens.judge })
    : ask<Judgement>(prompts.action(which), near, { schema: judgedAction, most: tokens.judge })
}

/** What the rules know nothing of, in a stretch of the meeting; each answer is given what is of its lines. */
async function lookThrough(ask: Ask, stretch: readonly Task[], answers: readonly Answer[]): Promise<void> {
  const lines = stretch.flatMap((task) => task.lines)
  const facts = stretch.flatMap((task) => task.facts)
  const found = await ask(prompts.others(facts), lines, { schema: others, most: tokens.others })
  const known = new Set(stretch.flatMap((task) => task.known))
  const further = new Map(linesNamed(found, lines).map(({ line, kind }) => [line, kind]))
  for (const [line, kind] of [...further].filter(([one]) => !known.has(one)).slice(0, mostOthers)) {
    const at = stretch.findIndex((task) => task.lines.some(({ number }) => number === line))
    const one = { key: `${kind}:${line}`, kind, lines: [line], text: '' }
    const said = await judge(ask, stretch[at]!, one)
    if (said && said.answer !== 'none') answers[at]!.more.push({ ...one, ...said })
  }
}

/**
 * Asks the model about each item: a few flat questions, and its prose.
 * @throws AppError language_… when there is no model, or none of its answers could be used
 */
export async function askModel(
  language: LanguageEngine,
  { tasks, instructions, opening, parts }: Asking,
  context: Context,
): Promise<{ answers: Answer[]; purpose: string | null; model: string; calls: number; failed: number }> {
  const { ask, so } = await createAsk(language, parts, context)

  async function answerTo(task: Task): Promise<Answer> {
    const judged: Answer['judged'] = {}
    for (const one of task.candidates) {
      const found = await judge(ask, task, one)
      if (found) judged[one.key] = found
    }
    const prose = task.isTold
      ? await ask<string>(prompts.prose(instructions, task), task.lines, { most: tokens.prose })
      : null
    const text = prose === null ? '' : whatHolds(prose, task)
    if (text !== '') await parts.tell(task.lines[0]!.number, { heading: task.heading, text })
    const { item, lines } = task
    return { item, lines: [lines[0]!.number, lines.at(-1)!.number], prose, judged, more: [] }
  }

  const answers: Answer[] = []
  const asksPurpose = opening.length > 0
  const said =
    asksPurpose && (await ask(prompts.purpose, opening, { schema: purposeAnswer, most: tokens.judge }))
  for (const [at, task] of tasks.entries()) {
    const left = at === 0 ? null : Math.ceil(((Date.now() - so.startedAt) / 1000 / at) * (tasks.length - at))
    context.progress(
      3 + (at / tasks.length) * 92,
      tasks.length === 1 ? 'Writing the minutes' : `Writing the minutes: part ${at + 1} of ${tasks.length}`,
      left,
    )
    answers.push(await answerTo(task))
    if (tasks[at + 1]?.stretch === task.stretch) continue
    const stretch = tasks.filter((one) => one.stretch === task.stretch)
    await lookThrough(ask, stretch, answers.slice(-stretch.length))
  }
  const [failure] = so.failures
  if (failure && so.count.known === 0 && so.count.failed === so.count.calls) throw failure
  const { calls, failed } = so.count
  return { answers, purpose: said ? said.purpose : null, model: so.model, calls, failed }
}

/** How many tokens of talk a task may have beside what else is asked. */
export const roomForTask = async (language: LanguageEngine): Promise<number> =>
  Math.max(200, (await language.contextSize()) - 2 * tokens.around - tokens.prose)

/** Lines that were shown alone: a model may name others. */
function linesNamed(found: z.infer<typeof others> | null, lines: Task['lines']) {
  const lineAt = (place: number): number => lines[0]!.number + place - 1
  return [
    ...(found?.decided ?? []).map((place) => ({ line: lineAt(place), kind: 'decision' as const })),
    ...(found?.promised ?? []).map((place) => ({ line: lineAt(place), kind: 'action' as const })),
  ].filter(({ line }) => lines.some(({ number }) => number === line))
}

/** The sentences that pass the one check (join.ts makes it again with all that is known). */
function whatHolds(prose: string, { heading, lines, facts }: Task): string {
  const source = sourceOf(rendered(lines), [heading, ...facts].join('\n'))
  return proseSentences(prose)
    .filter((text) => faultIn(text, source) === null)
    .join(' ')
}

/** A model's prose without its markup. */
export const proseSentences = (prose: string): string[] =>
  sentencesOf(prose.replace(/[*#>`]+/g, '').replace(/\s+/g, ' ')).map(({ text }) => text)

/** Numbered from 1: an edit elsewhere in the meeting does not make other questions of these lines. */
const placeIn = (lines: Task['lines'], number: number): number => number - lines[0]!.number + 1
const rendered = (lines: Task['lines']): string =>
  lines
    .map(({ number, speaker, text }) => `[${placeIn(lines, number)}] ${speaker ?? 'Unknown'}: ${text}`)
    .join('\n')

const listed = (intro: string, facts: readonly string[]): string =>
  facts.length === 0 ? '' : `\n\n${intro}\n${facts.map((one) => `- ${one}`).join('\n')}`

const prompts = {
  prose: (instructions: string, { heading, facts }: Task): string =>
    [
      `You write the minutes of a meeting. ${instructions}\n\nWrite two to four sentences of minutes about this`,
      `item of the agenda, "${heading}", in the language of the transcript, in reported speech and the past`,
      'tense: what was reported, which views and reasons were given, and by whom. Plain text without lists,',
      'headings or quotations. Nothing that is not said there; do not repeat the lines.',
    ].join(' ') + listed('These points stand in the minutes already and need not be said again:', facts),
  decision: (lines: string): string =>
    [
      `This is a short part of a meeting's transcript. What became of the matter in line ${lines}?`,
      `"carried": the meeting agreed to it there. "lost": the meeting turned it down. "deferred": it was`,
      `put off. "withdrawn": whoever put it took it back. "none": nothing was decided there, or it was`,
      `decided elsewhere or before. Give with it one sentence of minutes that says what was decided, in`,
      `the language of the transcript and in reported speech.`,
    ].join(' '),
  action: (lines: string): string =>
    [
      `This is a short part of a meeting's transcript. Did somebody take on a task in line ${lines}?`,
      `"taken_on": somebody undertook to do it after the meeting. "offered": somebody offered, and nobody`,
      `took the offer up. "refused": somebody was asked and declined. "none": there is no task, or it was`,
      `done in the meeting. Give with it one sentence of minutes with who is to do what and by when, in`,
      `the language of the transcript.`,
    ].join(' '),
  others: (facts: readonly string[]): string =>
    [
      "This is a part of a meeting's transcript. In which lines did the meeting itself decide something",
      '("decided"), and in which did somebody promise to do something after it ("promised")? Answer with the',
      'numbers of the lines alone; leave a list empty where there are none.',
    ].join(' ') + listed('These are known already and left out:', facts),
  purpose:
    "This is the beginning of a meeting's transcript. If somebody says there why the meeting was called, give " +
    'the purpose as one sentence, in the language of the transcript; else null.',
}
