// Logistic regression over the signs of sentences, with a penalty on large and on needless weights.

const penalty = { square: 4, size: 0.3 }
/** A sign that is seen less often weighs nothing; words by themselves, twice as often. */
const rare = 4
const least = { sign: 0.1, word: 0.25 }
const rounds = 200

/** @typedef {{ signs: string[], right: boolean }} Row */

const plain = (/** @type {string} */ text) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

const settling = [
  'carried',
  'agreed',
  'unanimous',
  'lost',
  'deferred',
  'withdrawn',
  'consent',
  'willDo',
  'counts',
  'noted',
]

/** The sentences of a meeting; those beside the ones that are quoted count for neither side. @param {any} code @param {any} meeting @param {string} kind @returns {Row[]} */
export function rowsOf(code, meeting, kind) {
  const talk = code.talkOf(meeting.segments)
  const heard = code.hear(talk)
  const standing = code.track(heard)
  const people = code.peopleOf(
    meeting.attendees,
    meeting.segments.map((/** @type {any} */ { speaker }) => speaker),
  )
  const tasks = code.hearTasks(talk, people)
  return talk.flatMap((/** @type {any} */ sentence, /** @type {number} */ at) => {
    const truths = (meeting[`${kind}s`] ?? []).filter((/** @type {any} */ { segments }) =>
      sentence.lines.some((/** @type {any} */ { id }) => segments.includes(id)),
    )
    const said = plain(sentence.text)
    const isQuoted = truths.some((/** @type {any} */ { quote }) => {
      const words = plain(quote ?? '')
      return words !== '' && said !== '' && (words.includes(said) || said.includes(words))
    })
    const settles =
      kind === 'decision' && !sentence.isQuestion && settling.some((one) => heard[at].cues.has(one))
    const right = truths.length > 0 && (isQuoted || settles)
    if (truths.length > 0 && !right) return []
    const signs = kind === 'decision' ? code.signsOf(heard, at, standing[at]) : code.actionSignsOf(tasks, at)
    return [{ signs, right }]
  })
}

const isWord = (/** @type {string} */ sign) => sign.startsWith('"')

/** Gradient descent with a step of its own for each weight (RMSProp). @param {Row[]} rows */
export function fit(rows) {
  const counts = new Map()
  for (const { signs } of rows) for (const sign of signs) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  const names = [...counts]
    .filter(([name, count]) => count >= (isWord(name) ? 2 * rare : rare))
    .map(([name]) => name)
  const places = new Map(names.map((name, at) => [name, at]))
  const data = rows.map(({ signs, right }) => ({
    at: signs.flatMap((sign) => places.get(sign) ?? []),
    right: right ? 1 : 0,
  }))
  const base = names.length
  const weights = new Float64Array(base + 1)
  const squares = new Float64Array(base + 1).fill(1e-8)
  for (let round = 0; round < rounds; round++) {
    const slope = new Float64Array(base + 1)
    for (const { at, right } of data) {
      const sum = at.reduce((all, place) => all + (weights[place] ?? 0), weights[base] ?? 0)
      const off = 1 / (1 + Math.exp(-sum)) - right
      for (const place of [...at, base]) slope[place] = (slope[place] ?? 0) + off
    }
    for (let place = 0; place <= base; place++) {
      const weight = weights[place] ?? 0
      const held = place < base ? penalty.square * weight + penalty.size * Math.sign(weight) : 0
      const down = (slope[place] ?? 0) + held
      squares[place] = 0.9 * (squares[place] ?? 0) + 0.1 * down * down
      weights[place] = weight - (0.05 * (1 - round / rounds) * down) / Math.sqrt((squares[place] ?? 0) + 1e-6)
    }
  }
  return {
    base: weights[base] ?? 0,
    weights: names
      .map((name, at) => ({ name, weight: weights[at] ?? 0 }))
      .filter(
        ({ name, weight }) =>
          Math.abs(weight) >= (isWord(name) ? least.word : least.sign) && !/[`;\\]/.test(name),
      )
      .sort((a, b) => b.weight - a.weight),
  }
}

const widest = 118

/** @param {{ kind: string, base: number, weights: { name: string, weight: number }[] }[]} models */
export function weightsFile(models) {
  const parts = models.map(({ kind, base, weights }) => {
    const lines = ['']
    for (const { name, weight } of weights) {
      const entry = `${name} ${Number(weight.toFixed(2))}; `
      if (`${lines.at(-1)}${entry}`.length > widest) lines.push('')
      lines[lines.length - 1] += entry
    }
    const table = lines
      .map((line) => line.trim())
      .join('\n')
      .replace(/;$/, '')
    return `export const ${kind}Base = ${base.toFixed(2)}\n\nexport const ${kind}Weights = \`\n${table}\n\`\n`
  })
  return `// Made by \`scripts/bench/minutes.mjs --fit\`, and not changed by hand: how much each sign (tracker.ts, actions.ts) speaks\n// for a decision or an action, as logarithms of odds. Words of the sentence itself stand in quotation marks.\n\n${parts.join('\n')}`
}
