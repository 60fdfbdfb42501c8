#!/usr/bin/env node
// Precision and recall of the extraction of decisions and actions on written meetings with known ones
// (scripts/bench/minutes/: `seen`, of hard cases, and `ordinary` were looked at while the rules were made, `unseen` and
// `unseen-ordinary` never were).
//   node scripts/bench/extraction.mjs [folder…] [--errors] [--only m07]
// A decision is right when it rests on a sentence of the segments that the truth names for it, each of both used once.
// `worded` is of the minutes that are composed of it: the share of the decisions which they show as fact whose own words
// name what was decided (lib/worded.mjs says when they do).
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { root } from '../lib/paths.mjs'
import { wording } from './lib/worded.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rules: { type: 'boolean', default: false },
    errors: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const folders =
  positionals.length > 0
    ? positionals
    : ['seen', 'ordinary', 'unseen', 'unseen-ordinary'].map((one) => join(root, 'scripts/bench/minutes', one))

/** @param {string} line */
const print = (line) => process.stdout.write(`${line}\n`)

const folder = mkdtempSync(join(tmpdir(), 'extraction-'))
const bundle = join(folder, 'extract.mjs')
await build({
  stdin: {
    contents: `
      export { extract } from './server/language/extract/extract.ts'
      export { composeMinutes } from './server/minutes/compose.ts'
      export { wordsOf } from './server/minutes/model/matter.ts'
      export { areKin, isFrame } from './server/language/kindred.ts'
      export { figuresIn } from './server/language/figures.ts'
    `,
    resolveDir: root,
  },
  bundle: true,
  format: 'esm',
  platform: 'node',
  outfile: bundle,
  absWorkingDir: root,
})
const { extract, composeMinutes, ...language } = await import(bundle)
const isWorded = wording(language)
rmSync(folder, { recursive: true })

/** The decisions that the minutes of a meeting show as fact. @param {any} meeting @param {any[]} attendees */
function minuted({ title, date, segments }, attendees) {
  const source = {
    version: 1,
    segments: segments.map((/** @type {any} */ one) => ({
      ...{ speaker: null, words: [], timestamp: one.start },
      ...one,
    })),
  }
  const { items } = composeMinutes({ title, description: null, attendees, held: date }, source)
  return items.flatMap((/** @type {any} */ item) => item.decisions)
}

/** @param {any[]} truth @param {any[]} found */
function pair(truth, found) {
  const open = new Set(truth.keys())
  const right = []
  const wrong = []
  for (const one of found) {
    const overlap = (/** @type {number} */ at) =>
      truth[at].segments.filter((/** @type {number} */ id) => one.ids.includes(id)).length
    const best = [...open].sort((a, b) => overlap(b) - overlap(a))[0]
    if (best !== undefined && overlap(best) > 0) {
      open.delete(best)
      right.push({ one, truth: truth[best] })
    } else
      wrong.push({
        ...one,
        again: truth.some(({ segments }) =>
          segments.some((/** @type {number} */ id) => one.ids.includes(id)),
        ),
      })
  }
  return { right, wrong, missed: [...open].map((at) => truth[at]) }
}

for (const written of folders) {
  const sums = {
    decisions: { right: 0, wrong: 0, missed: 0, again: 0, checkRight: 0, checkWrong: 0 },
    actions: { right: 0, wrong: 0, missed: 0, again: 0, checkRight: 0, checkWrong: 0 },
    conflicts: { right: 0, wrong: 0, missed: 0, again: 0, checkRight: 0, checkWrong: 0 },
  }
  /** @type {Record<string, [number, number]>} */
  const rules = {}
  let owners = 0
  let ownersKnown = 0
  let outcomes = 0
  let next = 0
  let nextWrong = 0
  let nextTrue = 0
  let meetings = 0
  let shown = 0
  let worded = 0
  for (const name of readdirSync(written)
    .filter((one) => /^m\d+\.json$/.test(one))
    .sort()) {
    if (values.only && !name.startsWith(values.only)) continue
    const meeting = JSON.parse(readFileSync(join(written, name), 'utf8'))
    meetings += 1
    const attendees = meeting.attendees.map((/** @type {string} */ one) => {
      const [, who = one, role = null] = /^(.*?)\s*(?:\((.*)\))?$/.exec(one) ?? []
      return { name: who, role }
    })
    const found = extract({ segments: meeting.segments, attendees, held: meeting.date })
    for (const one of minuted(meeting, attendees)) {
      shown += 1
      if (isWorded(one, meeting.decisions ?? [])) worded += 1
      else if (values.errors) print(`${meeting.id} NOT WORDED: ${one.text}`)
    }
    const idsOf = (/** @type {any} */ one) => [
      ...new Set(
        (one.sentences ?? [one.sentence]).flatMap((/** @type {any} */ s) =>
          s.segments.map((/** @type {any} */ part) => part.id),
        ),
      ),
    ]
    const show = (/** @type {any} */ one) =>
      (one.sentences ?? [one.sentence]).map((/** @type {any} */ s) => `${s.segment.id}:${s.text}`).join(' | ')
    for (const kind of /** @type {const} */ (['decisions', 'actions', 'conflicts'])) {
      const all = found[kind].map((/** @type {any} */ one) => ({ ...one, ids: idsOf(one) }))
      const sure = all.filter((/** @type {any} */ one) => !one.doubt)
      const { right, wrong, missed } = pair(meeting[kind] ?? [], sure)
      const later = pair(
        missed,
        all.filter((/** @type {any} */ one) => one.doubt),
      )
      const sum = sums[kind]
      sum.right += right.length
      sum.wrong += wrong.length
      sum.again += wrong.filter(({ again }) => again).length
      sum.missed += missed.length
      if (kind === 'decisions')
        for (const [list, at] of /** @type {const} */ ([
          [right.map(({ one }) => one), 0],
          [wrong, 1],
        ]))
          for (const one of list) {
            const rule = (rules[one.rule] ??= [0, 0])
            rule[at] += 1
          }
      sum.checkRight += later.right.length
      sum.checkWrong += later.wrong.length
      if (kind === 'actions')
        for (const { one, truth } of right) {
          if (truth.owner === null) continue
          ownersKnown += 1
          if (one.owner === truth.owner) owners += 1
          else if (values.errors) print(`${meeting.id} OWNER ${one.owner} for ${truth.owner}: ${show(one)}`)
        }
      if (kind === 'decisions')
        for (const { one, truth } of right) {
          if (
            (truth.outcome ?? 'carried').replace('noted', 'carried') ===
            one.outcome.replace('noted', 'carried')
          )
            outcomes += 1
          else if (values.errors)
            print(`${meeting.id} OUTCOME ${one.outcome} for ${truth.outcome}: ${show(one)}`)
        }
      if (values.errors) {
        for (const one of wrong) {
          const why = (meeting.notDecisions ?? []).find((/** @type {any} */ not) =>
            not.segments.some((/** @type {number} */ id) => one.ids.includes(id)),
          )
          print(`${meeting.id} WRONG ${kind}: ${show(one)}${why ? `   [${why.why}]` : ''}`)
        }
        for (const truth of missed) {
          const checked = later.right.some((/** @type {any} */ one) => one.truth === truth)
          print(
            `${meeting.id} ${checked ? 'TO CHECK' : 'MISSED'} ${kind}: ${truth.segments}: ${truth.quote ?? truth.text} (${truth.text})`,
          )
        }
        for (const one of later.wrong) print(`${meeting.id} check-wrong ${kind}: ${show(one)}`)
      }
    }
    if (meeting.nextMeeting) {
      nextTrue += 1
      if (found.nextMeeting) next += 1
      else if (values.errors) print(`${meeting.id} MISSED next meeting: ${meeting.nextMeeting}`)
    } else if (found.nextMeeting) {
      nextWrong += 1
      if (values.errors) print(`${meeting.id} WRONG next meeting: ${found.nextMeeting.sentence.text}`)
    }
  }
  if (values.rules)
    for (const [rule, [right, wrong]] of Object.entries(rules).sort((a, b) => b[1][0] - a[1][0]))
      print(`  ${rule.padEnd(30)} ${right} right, ${wrong} wrong`)
  const share = (/** @type {number} */ a, /** @type {number} */ b) => (b === 0 ? '–' : (a / b).toFixed(3))
  print(`\n${written}: ${meetings} meetings`)
  for (const [kind, { right, wrong, again, missed, checkRight, checkWrong }] of Object.entries(sums))
    print(
      `  ${kind.padEnd(10)} precision ${share(right, right + wrong)} (${right} of ${right + wrong}; ${again} of the wrong ones tell a right one again)  recall ${share(right, right + missed)} (of ${right + missed})  with "To check" ${share(right + checkRight, right + missed)}, ${checkWrong} there for nothing`,
    )
  print(
    `  worded     ${share(worded, shown)} (${worded} of the ${shown} decisions that the minutes show as fact)`,
  )
  print(
    `  outcomes right ${share(outcomes, sums.decisions.right)}, owners right ${share(owners, ownersKnown)}, next meeting ${next} of ${nextTrue}, ${nextWrong} made up`,
  )
}
