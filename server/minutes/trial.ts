import type { ModelTrial } from '#contract/language.ts'
import { transact, type Db } from '../db/open.ts'
import type { JobContext } from '../jobs/define.ts'
import { faultIn, sourceOf } from '../language/check.ts'
import type { LanguageEngine, LanguageProgress, LanguageRequest } from '../language/engine.ts'
import { keepTrial } from '../language/trials.ts'
import { askModel, proseSentences, type Candidate, type Judgement, type Task } from './model.ts'

/** A short meeting that is known; every name and figure is invented. */
const said = `Ruth Adler: Item three, the delivery van. Omar, you have looked at this.
Omar Lind: The old van failed its test in March, and the repair would cost two thousand six hundred pounds.
Omar Lind: A lease is four hundred and ten a month for three years, with servicing included.
Petra Holt: I worry about the mileage limit. Ten thousand a year is not much with the new northern route.
Omar Lind: They would raise it to fifteen thousand for another thirty pounds a month.
Ruth Adler: Is everybody content to take the lease with the higher limit?
Petra Holt: Yes, with the higher limit I am.
Ruth Adler: Then that is agreed: we take the lease.
Omar Lind: I will send the contract round by the ninth of May.
Petra Holt: Last year the committee agreed to resurface the yard, and the drains have blocked twice since.
Ruth Adler: Should we have the drains replaced now? The quote is not in yet.
Petra Holt: I would rather wait for the quote.
Ruth Adler: So would I. We leave the drains until the June meeting.`.split('\n')
/** Each matter, and what became of it. */
const matters: [line: number, kind: Candidate['kind'], answer: Judgement['answer']][] = [
  [8, 'decision', 'carried'],
  [9, 'action', 'taken_on'],
  [10, 'decision', 'none'],
  [13, 'decision', 'deferred'],
]
const keyOf = (line: number): string => `known:${line}`

/** What an hour of meeting takes, worked out from shorter ones: docs/measurements.md. */
const anHour = { promptTokens: 137_000, answerTokens: 17_000 }

/** Tries the model in use as it is asked for minutes, and keeps what came of it. */
export async function tryModel(
  { db, language }: { db: Db; language: LanguageEngine },
  context: JobContext,
): Promise<void> {
  const lines = said.map((line, at) => {
    const [speaker = '', text = ''] = line.split(': ')
    return { number: at + 1, speaker, text }
  })
  const task: Task = {
    ...{ item: 0, heading: 'Delivery van', lines, facts: [], known: [], isTold: true, stretch: 0 },
    candidates: matters.map(([line, kind]) => ({ key: keyOf(line), kind, lines: [line], text: '' })),
  }
  const { model: tried } = await language.status()
  const took: Call[] = []
  const { answers, model, calls, failed } = await askModel(
    { ...language, complete: timed(language, took) },
    {
      ...{ tasks: [task], instructions: '', opening: lines.slice(0, 3) },
      parts: { find: async () => null, keep: async () => undefined, tell: async () => undefined },
    },
    { ...context, progress: (percent) => context.progress(percent, 'Trying the language model') },
  )
  const source = sourceOf(said.join('\n'))
  const written = proseSentences(answers[0]?.prose ?? '')
  const judged = answers[0]?.judged ?? {}
  const trial: ModelTrial = {
    ...{ model, at: new Date().toISOString(), asked: calls, failed },
    sentences: written.length,
    kept: written.filter((text) => faultIn(text, source) === null).length,
    matters: matters.length,
    right: matters.filter(([line, , answer]) => judged[keyOf(line)]?.answer === answer).length,
    hourSeconds: Math.round(secondsFor(anHour, took)),
  }
  // Another one was chosen meanwhile.
  if ((await language.status()).model !== tried) return tryModel({ db, language }, context)
  await transact(db, (trx) => keepTrial(trx, trial))
}

/** What one answer took. */
type Call = { readSeconds: number; writeSeconds: number; promptTokens: number; answerTokens: number }

/** What so much takes at that pace. The first answer is left out where others come: the model is loaded for it. */
function secondsFor({ promptTokens, answerTokens }: typeof anHour, took: readonly Call[]): number {
  const counted = took.length > 1 ? took.slice(1) : took
  const sum = (key: keyof Call): number => counted.reduce((whole, one) => whole + one[key], 0)
  const share = (seconds: number, tokens: number): number => (tokens > 0 ? seconds / tokens : 0)
  return (
    promptTokens * share(sum('readSeconds'), sum('promptTokens')) +
    answerTokens * share(sum('writeSeconds'), sum('answerTokens'))
  )
}

function timed(language: LanguageEngine, took: Call[]): LanguageEngine['complete'] {
  return async (request: LanguageRequest) => {
    const startedAt = Date.now()
    let firstAt: number | null = null
    const onProgress = ({ phase }: LanguageProgress): void => {
      if (phase === 'answering') firstAt ??= Date.now()
    }
    const answer = await language.complete({ ...request, onProgress })
    const { promptTokens, answerTokens } = answer
    took.push({
      ...{ promptTokens, answerTokens },
      readSeconds: ((firstAt ?? Date.now()) - startedAt) / 1000,
      writeSeconds: (Date.now() - (firstAt ?? Date.now())) / 1000,
    })
    return answer
  }
}
