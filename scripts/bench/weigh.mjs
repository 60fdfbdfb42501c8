#!/usr/bin/env node
// Makes server/language/extract/weights.ts: how much each sign (signs.ts) speaks for a decision or an action, by logistic
// regression with a penalty on large weights, in decibans. Uses the meetings that may be looked at (minutes/seen) and says
// how it does on those of each writer with weights from the other writers alone.
//   node scripts/bench/weigh.mjs [--write]
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from '../lib/paths.mjs'

const source = join(root, 'server/language/extract')
const penalty = 4
/** A sign that is seen less often weighs nothing. */
const rare = 8
const print = (/** @type {string} */ line) => process.stdout.write(`${line}\n`)

const folder = mkdtempSync(join(tmpdir(), 'weigh-'))
const bundle = join(folder, 'extract.mjs')
await build({
  stdin: {
    contents: ['talk', 'chair', 'decisions', 'candidates', 'action-signs', 'people']
      .map((name) => `export * from './${name}.ts'`)
      .join('\n'),
    resolveDir: source,
    loader: 'ts',
  },
  bundle: true,
  format: 'esm',
  platform: 'node',
  outfile: bundle,
  absWorkingDir: root,
})
const rules = await import(bundle)
rmSync(folder, { recursive: true })

/** @typedef {{ signs: string[], right: boolean, writer: number }} Row */

/** Four writers: m1–m44, m45–m88, m89–m132, m133–m176. */
const written = join(root, 'scripts/bench/minutes/seen')
const meetings = readdirSync(written)
  .filter((one) => /^m\d+\.json$/.test(one))
  .map((name) => {
    const meeting = JSON.parse(readFileSync(join(written, name), 'utf8'))
    const attendees = meeting.attendees.map((/** @type {string} */ one) => {
      const [, who = one, role = null] = /^(.*?)\s*(?:\((.*)\))?$/.exec(one) ?? []
      return { name: who, role }
    })
    const talk = rules.talkOf(meeting.segments)
    return {
      ...{ meeting, talk, attendees, chair: rules.chairOf(talk, attendees) },
      writer: Math.floor((Number(name.slice(1, -5)) - 1) / 44),
    }
  })

const plain = (/** @type {string} */ text) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, '')
    .trim()
const idsOf = (/** @type {any[]} */ sentences) =>
  new Set(sentences.flatMap(({ segments }) => segments.map((/** @type {any} */ { id }) => id)))

/** A sentence beside the one that is quoted counts for neither side. @returns {Row[]} */
function decisionRows() {
  return meetings.flatMap(({ meeting, talk, chair, writer }) =>
    rules.candidatesOf(talk, rules.hearDecisions(talk), chair).flatMap((/** @type {any} */ one) => {
      const closing = one.found.rule === 'closing'
      const ids = idsOf(closing ? [one.at] : one.found.sentences)
      const truths = meeting.decisions.filter((/** @type {any} */ { segments }) =>
        segments.some((/** @type {number} */ id) => ids.has(id)),
      )
      const text = plain(one.at.text)
      const right = closing
        ? truths.some((/** @type {any} */ { quote }) => {
            const said = plain(quote ?? '')
            return said !== '' && text !== '' && (said.includes(text) || text.includes(said))
          })
        : truths.length > 0
      return closing && truths.length > 0 && !right ? [] : [{ signs: one.signs, right, writer }]
    }),
  )
}

/** @returns {Row[]} */
function actionRows() {
  return meetings.flatMap(({ meeting, talk, attendees, chair, writer }) => {
    const speakers = meeting.segments.flatMap((/** @type {any} */ { speaker }) => speaker ?? [])
    const people = rules.peopleOf(attendees, speakers)
    return rules.actionCandidates(talk, people, chair).map((/** @type {any} */ one) => {
      const ids = idsOf(one.found.sentences)
      return {
        signs: one.signs,
        right: meeting.actions.some((/** @type {any} */ { segments }) =>
          segments.some((/** @type {number} */ id) => ids.has(id)),
        ),
        writer,
      }
    })
  })
}

/** Gradient descent with a step of its own for each weight (RMSProp). @param {Row[]} rows */
function fit(rows) {
  const counts = new Map()
  for (const { signs } of rows) for (const sign of signs) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  const names = [...counts].filter(([, count]) => count >= rare).map(([name]) => name)
  const places = new Map(names.map((name, at) => [name, at]))
  const data = rows.map(({ signs, right }) => ({
    at: signs.flatMap((sign) => places.get(sign) ?? []),
    right: right ? 1 : 0,
  }))
  const base = names.length
  const weights = new Float64Array(base + 1)
  const squares = new Float64Array(base + 1).fill(1e-8)
  const rounds = 400
  for (let round = 0; round < rounds; round++) {
    const slope = new Float64Array(base + 1)
    for (const { at, right } of data) {
      let sum = weights[base] ?? 0
      for (const place of at) sum += weights[place] ?? 0
      const off = 1 / (1 + Math.exp(-sum)) - right
      for (const place of [...at, base]) slope[place] = (slope[place] ?? 0) + off
    }
    for (let place = 0; place <= base; place++) {
      const down = (slope[place] ?? 0) + (place < base ? penalty * (weights[place] ?? 0) : 0)
      squares[place] = 0.9 * (squares[place] ?? 0) + 0.1 * down * down
      weights[place] =
        (weights[place] ?? 0) - (0.05 * (1 - round / rounds) * down) / Math.sqrt((squares[place] ?? 0) + 1e-6)
    }
  }
  const decibans = (/** @type {number} */ weight) => Math.round((10 * weight) / Math.LN10)
  return {
    base: decibans(weights[base] ?? 0),
    weights: names
      .map((name, at) => ({ name, weight: decibans(weights[at] ?? 0) }))
      .filter(({ weight }) => weight !== 0)
      .sort((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1)),
  }
}

/** Of those with so much evidence, how many were right, with weights from the other writers. @param {Row[]} rows */
function crossCheck(rows) {
  const bins = new Map()
  for (const writer of new Set(rows.map((row) => row.writer))) {
    const { base, weights } = fit(rows.filter((row) => row.writer !== writer))
    const known = new Map(weights.map(({ name, weight }) => [name, weight]))
    for (const { signs, right } of rows.filter((row) => row.writer === writer)) {
      const weight = signs.reduce((sum, sign) => sum + (known.get(sign) ?? 0), base)
      const from = Math.max(-12, Math.min(18, Math.floor(weight / 3) * 3))
      const bin = bins.get(from) ?? [0, 0]
      bin[right ? 0 : 1] += 1
      bins.set(from, bin)
    }
  }
  for (const [from, [right, wrong]] of [...bins].sort((a, b) => b[0] - a[0]))
    print(`  ${String(from).padStart(4)} decibans and more: ${right} right, ${wrong} wrong`)
}

const tables = Object.entries({ decision: decisionRows(), action: actionRows() }).map(([name, rows]) => {
  print(
    `${name}s: ${rows.length} candidates, ${rows.filter(({ right }) => right).length} right; by other writers' weights`,
  )
  crossCheck(rows)
  const { base, weights } = fit(rows)
  const key = (/** @type {string} */ text) =>
    /^[a-z]+$/i.test(text) ? text : text.includes("'") ? JSON.stringify(text) : `'${text}'`
  return `export const ${name}Base = ${base}
export const ${name}Weights: Readonly<Record<string, number>> = {
${weights.map((one) => `  ${key(one.name)}: ${one.weight},`).join('\n')}
}
`
})
if (process.argv.includes('--write'))
  writeFileSync(
    join(source, 'weights.ts'),
    `// Made by scripts/bench/weigh.mjs from the meetings in scripts/bench/minutes/seen: how much each sign speaks for it, in\n// decibans (+10: ten times as likely). Not changed by hand.\n\n${tables.join('\n')}`,
  )
