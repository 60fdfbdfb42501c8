import { expect, test } from 'vitest'
import type { Doubtful } from '#contract/minutes.ts'
import { talkOf } from '../language/extract/talk.ts'
import { withFates } from './grounds.ts'
import { judged } from './judge.ts'
import { renderMinutes } from './render.ts'
import { minutesFrom } from '../test/spoken-minutes.ts'

/** What stands under To check: kept, it is minuted with the outcome that its own words tell. */

const body = '{{#items}}{{#decisions}}- **{{outcome}}:** {{text}}\n{{/decisions}}{{/items}}'
const heading = { title: 'Board', date: null, location: null }

function kept(...said: string[]): string {
  const segments = said.map((text, id) => ({ id, text, speaker: 'Chair', start: id * 5, end: id * 5 + 4 }))
  const text = said.join(' ')
  const evidence = segments.map((one) => ({
    ...{ version: 1, segments: [one.id], start: one.start, end: one.end },
    ...{ speaker: one.speaker, quote: one.text },
  }))
  const decision = {
    ...{ text, evidence, kind: 'decision' as const, outcome: 'carried' as const },
    ...{ vote: null, proposer: null, seconder: null, condition: null },
  }
  const doubtful: Doubtful = {
    ...{ kind: 'decision', text, evidence, why: 'The rules could not tell whether this was decided.' },
    ...{ item: null, decision, action: null, conflict: null },
  }
  const [one] = withFates([doubtful], talkOf(segments))
  const content = { ...minutesFrom('Chair: Good morning.'), items: [], toCheck: [one!] }
  const before = { ...renderMinutes(body, content, heading), content }
  const after = judged(before, { index: 0, doubtful: one!, keep: true, body, heading })
  return after.markdown
}

test.each([
  ['Withdrawn', ['So that resolution is withdrawn, and I’m sure you’d want me to thank him.']],
  ['Withdrawn', ['The pond.', 'I withdraw my proposal.']],
  ['Not agreed', ['Those in favour of Mr Rowe’s resolution?', 'The resolution is lost.']],
  ['Not agreed', ['So that’s not going ahead.']],
  ['Deferred', ['The appointment is deferred until March.']],
  ['Agreed', ['I thought that it was lost.', 'So that is carried.']],
  ['Agreed', ['The budget is agreed.']],
  ['Agreed', ['If the motion is withdrawn we keep the van.']],
  ['Agreed', ['The motion has not been withdrawn.']],
])('kept, it is %s: %j', (outcome, said) => {
  expect(kept(...said)).toMatch(new RegExp(`^- \\*\\*${outcome}:\\*\\* `))
})
