#!/usr/bin/env node
// What the rules find in written meetings with known decisions and actions, measured on the composed minutes.
//   node scripts/bench/minutes.mjs [file…] [--errors] [--only m07]   precision, recall, to check
//   node scripts/bench/minutes.mjs --fit file…                       makes server/language/rules/weights.ts; the meetings
//                                                                    that the repository keeps are too few for it
// A statement is right when its evidence rests on a line that the truth names for it, each of both used once.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { root } from '../lib/paths.mjs'
import { fit, rowsOf, weightsFile } from './lib/fit.mjs'
import { facts, meetingsOf, pair } from './lib/written.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    errors: { type: 'boolean', default: false },
    fit: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const corpora = ['hard', 'ordinary', 'hard-unseen', 'ordinary-unseen']
if (values.fit && positionals.length === 0)
  throw new Error('name the files of meetings to fit on: those that the repository keeps are too few')
const files =
  positionals.length > 0
    ? positionals
    : corpora.map((one) => join(root, 'scripts/bench/minutes', `${one}.jsonl`))

/** @param {string} line */
const print = (line) => process.stdout.write(`${line}\n`)

const folder = mkdtempSync(join(tmpdir(), 'minutes-'))
const bundle = join(folder, 'rules.mjs')
const rules = 'server/language/rules'
await build({
  stdin: {
    contents: ['talk', 'tracker', 'cues', 'actions']
      .map((name) => `export * from './${rules}/${name}.ts'`)
      .concat(`export { composeMinutes } from './server/minutes/compose.ts'`)
      .join('\n'),
    resolveDir: root,
    loader: 'ts',
  },
  bundle: true,
  format: 'esm',
  platform: 'node',
  outfile: bundle,
  absWorkingDir: root,
  logLevel: 'error',
})
const code = await import(bundle)
rmSync(folder, { recursive: true })

/** @param {any[]} meetings @param {string} name */
function measure(meetings, name) {
  const kinds = /** @type {const} */ (['decisions', 'actions', 'conflicts'])
  const sums = Object.fromEntries(
    kinds.map((kind) => [kind, { right: 0, wrong: 0, missed: 0, check: 0, idle: 0 }]),
  )
  const of = { outcomes: 0, votes: 0, voted: 0, owners: 0, owned: 0, next: 0, nextTrue: 0, nextWrong: 0 }
  for (const meeting of meetings) {
    const { id, title, attendees, date, segments } = meeting
    const content = code.composeMinutes(
      { title, description: null, attendees, held: date },
      { version: 1, segments },
    )
    for (const kind of kinds) {
      const sum = /** @type {any} */ (sums[kind])
      const { right, wrong, missed } = pair(meeting[kind] ?? [], facts(content, kind))
      const doubts = content.toCheck.filter((/** @type {any} */ one) => one.kind === kind.slice(0, -1))
      const later = pair(missed, doubts)
      sum.right += right.length
      sum.wrong += wrong.length
      sum.missed += missed.length
      sum.check += later.right.length
      sum.idle += later.wrong.length
      for (const { one, truth } of right) {
        if (kind === 'decisions') {
          const isSame =
            (truth.outcome ?? 'carried').replace('noted', 'carried') ===
            one.outcome.replace('noted', 'carried')
          if (isSame) of.outcomes += 1
          else if (values.errors) print(`${id} OUTCOME ${one.outcome} for ${truth.outcome}: ${one.text}`)
          if (truth.vote) of.voted += 1
          if (truth.vote && one.vote && truth.vote.for === one.vote.for) of.votes += 1
          else if (truth.vote && values.errors)
            print(`${id} VOTE ${JSON.stringify(one.vote)} for ${JSON.stringify(truth.vote)}: ${one.text}`)
        } else if (kind === 'actions' && truth.owner) {
          of.owned += 1
          if (one.owner === truth.owner) of.owners += 1
          else if (values.errors) print(`${id} OWNER ${one.owner} for ${truth.owner}: ${one.text}`)
        }
      }
      if (values.errors) {
        for (const one of wrong) print(`${id} WRONG ${kind}: ${one.text}`)
        for (const one of later.right) print(`${id} TO CHECK ${kind}: ${one.one.text}`)
        for (const one of later.missed) print(`${id} MISSED ${kind}: ${one.quote} (${one.text})`)
      }
    }
    if (meeting.nextMeeting) of.nextTrue += 1
    if (content.nextMeeting) of[meeting.nextMeeting ? 'next' : 'nextWrong'] += 1
    if (values.errors && content.nextMeeting && !meeting.nextMeeting)
      print(`${id} MADE UP: ${content.nextMeeting.text}`)
  }
  const share = (/** @type {number} */ a, /** @type {number} */ b) => (b === 0 ? '–' : (a / b).toFixed(3))
  print(`\n${name}: ${meetings.length} meetings`)
  for (const [kind, { right, wrong, missed, check, idle }] of Object.entries(sums))
    print(
      `  ${kind.padEnd(10)} precision ${share(right, right + wrong)} (${wrong} wrong)  recall ${share(right, right + missed)} of ${right + missed}  with "To check" ${share(right + check, right + missed)}, ${idle} there for nothing`,
    )
  print(
    `  outcomes right ${share(of.outcomes, sums.decisions?.right ?? 0)}, votes ${share(of.votes, of.voted)} of ${of.voted}, owners ${share(of.owners, of.owned)}, next meeting ${of.next} of ${of.nextTrue}, ${of.nextWrong} made up`,
  )
}

if (values.fit) {
  const meetings = files.flatMap(meetingsOf)
  const models = ['decision', 'action'].map((kind) => {
    const rows = meetings.flatMap((meeting) => rowsOf(code, meeting, kind))
    return { kind, ...fit(rows) }
  })
  writeFileSync(join(root, rules, 'weights.ts'), weightsFile(models))
} else
  for (const file of files) {
    const meetings = meetingsOf(file).filter(({ id }) => !values.only || id === values.only)
    measure(meetings, basename(file, '.jsonl'))
  }
