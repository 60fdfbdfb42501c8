import type { Decision, Doubtful, MinutesContent, Reason, Statement } from '#contract/minutes.ts'
import { reasonText } from '#contract/minutes.ts'
import { faultIn, sourceOf, type Source as CheckedAgainst } from '../language/check.ts'
import { flat, type Source } from './evidence.ts'
import { proseSentences } from './model.ts'
import type { Answer, Candidate, Judgement, Questions, Task } from './model.ts'

/** An item of so few sentences of the model keeps the rules' passages. */
const fewestSentences = 2
const longestTask = { lines: 80, words: 1500 }

const keyOf = ({ kind, evidence }: Pick<Doubtful, 'kind' | 'evidence'>): string =>
  `${kind}:${evidence.flatMap(({ segments }) => segments).join('.')}`

/** Fewer words are told by the rules' own passages. */
const fewestWords = 40
/** The purpose of a meeting is said at its beginning. */
const openingLines = 12

/** What the model is asked about a meeting: its items, long ones in parts. */
export function questionsOf(
  content: MinutesContent,
  starts: readonly number[],
  source: Source,
  mostTokens: number,
): Questions {
  const places = new Map(source.segments.map(({ id }, at) => [id, at + 1]))
  const linesOf = ({ evidence }: Statement): number[] =>
    evidence.flatMap(({ segments }) => segments.map((id) => places.get(id) ?? 0))
  const numbered = source.segments.map(({ speaker, text }, at) => ({
    ...{ number: at + 1, speaker, text: flat(text) },
  }))
  const tasks = content.items.flatMap((item, at) => {
    const facts = [...item.decisions, ...item.actions, ...item.conflicts]
    const candidates = content.toCheck
      .filter((one) => one.item === at && (one.decision !== null || one.action !== null))
      .map((one): Candidate => ({
        ...{ key: keyOf(one), kind: one.decision ? 'decision' : 'action', text: one.text },
        lines: linesOf(one),
      }))
    const known = [...facts.flatMap(linesOf), ...candidates.flatMap((one) => one.lines)]
    const lines = numbered.slice(starts[at], starts[at + 1] ?? numbered.length)
    return windows(lines, mostTokens).map((part) => ({
      ...{ item: at, heading: item.heading, lines: part, known, stretch: 0 },
      facts: facts.map(({ text }) => text),
      isTold: part.reduce((sum, { text }) => sum + text.split(' ').length, 0) >= fewestWords,
      candidates: candidates.filter(({ lines: of }) => part.some(({ number }) => number === of.at(-1))),
    }))
  })
  const opening = content.purpose === null ? numbered.slice(0, openingLines) : []
  return { tasks: inStretches(tasks, mostTokens), opening }
}

/** As many items as fit into one question. */
function inStretches(tasks: readonly Task[], mostTokens: number): Task[] {
  const most = mostOf(mostTokens)
  let [stretch, cost, count] = [0, 0, 0]
  return tasks.map((task) => {
    const own = task.lines.reduce((sum, line) => sum + costOf(line), 0)
    if (count > 0 && (cost + own > most || count + task.lines.length > longestTask.lines)) {
      stretch++
      cost = count = 0
    }
    cost += own
    count += task.lines.length
    return { ...task, stretch }
  })
}

const mostOf = (mostTokens: number): number => Math.min(mostTokens, longestTask.words * 2)

/** About a token for three letters, which is more than any model makes of a text in a European language. */
const costOf = ({ text, speaker }: Task['lines'][number]): number =>
  (text.length + (speaker?.length ?? 0) + 12) / 3

function windows(lines: Task['lines'], mostTokens: number): Task['lines'][] {
  const parts: Task['lines'][] = []
  let cost = Infinity
  const most = mostOf(mostTokens)
  for (const line of lines.flatMap((one) => shortened(one, most))) {
    if (cost + costOf(line) > most || parts.at(-1)!.length >= longestTask.lines) {
      parts.push([])
      cost = 0
    }
    parts.at(-1)!.push(line)
    cost += costOf(line)
  }
  return parts
}

/** One speech that is longer than all that the model can read. */
function shortened(line: Task['lines'][number], most: number): Task['lines'] {
  const longest = Math.max(300, Math.floor(most * 2))
  const pieces: Task['lines'] = []
  for (let at = 0; at < Math.max(1, line.text.length); at += longest)
    pieces.push({ ...line, text: line.text.slice(at, at + longest) })
  return pieces
}

export type Joined = { content: MinutesContent; used: number }

/** The rules' minutes with what the model says of each item. */
export function join(
  content: MinutesContent,
  said: { answers: readonly Answer[]; purpose: string | null },
  source: Source,
): Joined {
  const names = content.present.map(({ name, role }) => `${name} ${role ?? ''}`).join(' ')
  const sourceFor = (from: number, to: number): CheckedAgainst =>
    sourceOf(
      source.segments
        .slice(from - 1, to)
        .map(({ speaker, text }) => `${speaker ?? ''} ${text}`)
        .join('\n'),
      names,
    )
  const judged = new Map(said.answers.flatMap((one) => Object.entries(one.judged)))
  let used = 0
  const items = content.items.map((item, at) => {
    const own = said.answers.filter((one) => one.item === at)
    const prose = own.flatMap((one) => proseOf(one, sourceFor(...one.lines), source))
    // Not poorer than what the rules have.
    const isRich = prose.length >= Math.min(fewestSentences, Math.max(1, item.discussion.length))
    if (isRich && prose.length > 0) used++
    return { ...item, discussion: isRich && prose.length > 0 ? prose : item.discussion }
  })
  const toCheck: Doubtful[] = []
  for (const one of content.toCheck) {
    const found = judged.get(keyOf(one))
    if (found) used++
    const at = one.item ?? 0
    if (found && agrees(one, found)) {
      if (one.decision) items[at] = { ...items[at]!, decisions: [...items[at]!.decisions, one.decision] }
      else if (one.action) items[at] = { ...items[at]!, actions: [...items[at]!.actions, one.action] }
    } else
      toCheck.push(
        found
          ? {
              ...one,
              ...reasonOf('rules_only'),
              otherReading: readingOf(found, sourceFor(1, source.segments.length)),
            }
          : one,
      )
  }
  for (const answer of said.answers)
    for (const one of answer.more) {
      const found = doubtOf(one, answer, sourceFor(...answer.lines), source)
      if (found && !isTold(found, items, toCheck)) toCheck.push(found)
    }
  const purpose =
    said.purpose !== null &&
    content.purpose === null &&
    faultIn(said.purpose, sourceFor(1, openingLines)) === null
  return {
    content: {
      ...content,
      // It reads other languages too.
      ...(used > 0 && content.passagesAlone && { passagesAlone: false }),
      items,
      toCheck,
      ...(purpose && { purpose: statementOf(said.purpose!, [1, openingLines], source) }),
    },
    used,
  }
}

const reasonOf = (reason: Reason): { reason: Reason; why: string } => ({ reason, why: reasonText[reason] })

/** The sentences of the prose that hold. */
function proseOf({ prose, lines }: Answer, against: CheckedAgainst, source: Source): Statement[] {
  if (prose === null) return []
  return proseSentences(prose)
    .filter((text) => faultIn(text, against) === null)
    .map((text) => statementOf(text, lines, source))
}

const topic = (text: string): Set<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []).map((word) => word.slice(0, 6)))

/** A sentence of the model, which rests on the lines that share most words with it. */
function statementOf(text: string, [from, to]: Answer['lines'], source: Source): Statement {
  const words = topic(text)
  const best = source.segments
    .slice(from - 1, to)
    .map((one, at) => ({
      line: from + at,
      shared: [...topic(one.text)].filter((word) => words.has(word)).length,
    }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared || a.line - b.line)
    .slice(0, 2)
    .map(({ line }) => line)
    .sort((a, b) => a - b)
  return { text, evidence: evidenceFor(best, source) }
}

const evidenceFor = (lines: readonly number[], source: Source): Statement['evidence'] =>
  lines.flatMap((line) => {
    const segment = source.segments[line - 1]
    if (!segment) return []
    const { id, start, end, speaker, text } = segment
    return [{ version: source.version, segments: [id], start, end, speaker, quote: flat(text) }]
  })

const outcomes: Partial<Record<Judgement['answer'], Decision['outcome']>> = {
  carried: 'carried',
  lost: 'rejected',
  deferred: 'deferred',
  withdrawn: 'withdrawn',
}

/** Two that know nothing of each other say the same. */
function agrees({ decision, action }: Doubtful, { answer }: Judgement): boolean {
  if (action) return answer === 'taken_on' && action.owner !== null
  const outcome = decision?.outcome === 'noted' ? 'carried' : decision?.outcome
  return outcome !== undefined && outcomes[answer] === outcome
}

/** Words of the model that do not hold are not shown; that it reads it otherwise is. */
const readingOf = ({ answer, sentence }: Judgement, against: CheckedAgainst): string =>
  faultIn(sentence, against) === null ? `${answer}: ${flat(sentence)}` : answer

function doubtOf(
  one: Answer['more'][number],
  { item }: Answer,
  against: CheckedAgainst,
  source: Source,
): Doubtful | null {
  const text = flat(one.sentence)
  const evidence = evidenceFor(one.lines, source)
  if (evidence.length === 0 || faultIn(text, against) !== null || text.length > 600) return null
  const common = { text, evidence, item, ...reasonOf('model_only'), conflict: null }
  if (one.kind === 'action') {
    if (one.answer !== 'taken_on') return null
    return {
      ...common,
      kind: 'action',
      decision: null,
      action: { text, evidence, owner: null, due: null, dueDate: null },
    }
  }
  const outcome = outcomes[one.answer]
  if (outcome === undefined) return null
  const decision = {
    ...{ text, evidence, outcome, kind: 'decision' as const },
    ...{ vote: null, proposer: null, seconder: null, condition: null },
  }
  return { ...common, kind: 'decision', action: null, decision }
}

/** It rests on words that something of its kind rests on already. */
function isTold(
  { evidence, kind }: Doubtful,
  items: MinutesContent['items'],
  toCheck: readonly Doubtful[],
): boolean {
  const ids = new Set(evidence.flatMap(({ segments }) => segments))
  const told: Statement[] = [
    ...items.flatMap(({ decisions, actions }): Statement[] => (kind === 'decision' ? decisions : actions)),
    ...toCheck.filter((one) => one.kind === kind),
  ]
  return told.some((one) => one.evidence.some(({ segments }) => segments.some((id) => ids.has(id))))
}
