import { expect, test } from 'vitest'
import { segmentsOfText } from '../transcripts/revise.ts'
import { composeMinutes } from './compose.ts'

/** Actions by rules, as they stand in minutes: whose they are, what they are about, whether they are sure. */
function tasksOf(...lines: string[]): { facts: string[]; doubts: string[] } {
  const segments = segmentsOfText(lines.join('\n'), 0).map((one, id) => ({
    ...{ id, text: one.text, speaker: one.speaker ?? null, words: [] },
    ...{ start: one.startMs / 1000, end: one.endMs / 1000, timestamp: one.startMs / 1000 },
  }))
  const meeting = { title: 'Board', description: null, held: '2026-11-05T10:00:00Z', attendees: [] }
  const { items, toCheck } = composeMinutes(meeting, { version: 1, segments })
  const facts = items.flatMap(({ actions }) =>
    actions.map(({ text, owner, dueDate }) => `${text} (${owner}, ${dueDate})`),
  )
  return {
    facts,
    doubts: toCheck.flatMap(({ kind, text, why }) => (kind === 'action' ? [`${text} ${why}`] : [])),
  }
}
const opening = 'Chair: Good morning. We are quorate.'

test.each<[string, string[], string]>([
  [
    'who is asked does it',
    [
      'Chair: I will ask the company secretary to file resolution seven at Companies House within fifteen days.',
      'Company secretary: Thank you.',
    ],
    'Company secretary to file resolution seven at Companies House within fifteen days. (Company secretary, 2026-11-20)',
  ],
  [
    'one declines and another takes it: what it is stands in the question',
    [
      'Chair: Ben, could you draft a response to the regulator?',
      "Ben Low: I can't this week, I'm away. Ana?",
      "Ana Ruiz: I'll take it, by 30 November.",
    ],
    'Ana Ruiz to draft a response to the regulator. (Ana Ruiz, 2026-11-30)',
  ],
  [
    '"them" are what was spoken of just before, and not the item',
    [
      'Chair: Item two, minutes of the last meeting. Approved. Matters arising. Ana, the lease?',
      "Ana Ruiz: I still haven't had the engrossment from the landlord's solicitors. I'll chase them and report back by the fourteenth of November.",
    ],
    "Ana Ruiz: “I still haven't had the engrossment from the landlord's solicitors. I'll chase them and report back by the fourteenth of November.” (Ana Ruiz, 2026-11-14)",
  ],
  [
    '"that" is what they have just taken on',
    ["Ana Ruiz: I'll talk to Karl about the board packs. I'll do that on Monday.", 'Ben Low: Good.'],
    'Ana Ruiz to talk to Karl about the board packs. (Ana Ruiz, 2026-11-09)',
  ],
  [
    'who is asked to see to it answers of course',
    [
      'Chair: Ana, can you see to the AP01 and the identity verification?',
      'Ana Ruiz: Of course, within the fourteen days.',
    ],
    'Ana Ruiz to see to the AP01 and the identity verification. (Ana Ruiz, null)',
  ],
  [
    'a given name of two letters',
    ['Chair: Jo, could you send the lease to the bank by Friday?', 'Jo Day: Yes, I will.'],
    'Jo Day to send the lease to the bank by Friday. (Jo Day, 2026-11-06)',
  ],
  [
    'who is named in the head of written minutes, by the given name',
    [
      'Chair: Håkon Lindqvist. Members: Sinéad Ní Bhriain, Peter Yeung. Secretary: Lucy Marsh.',
      'The committee discussed restricted shares. Lucy is to obtain advice from counsel before Christmas.',
    ],
    'Lucy Marsh to obtain advice from counsel before Christmas. (Lucy Marsh, null)',
  ],
  [
    'an action point of written minutes',
    [
      'Present: Ann Lee (chair), Peter Yeung (treasurer), Lucy Marsh. In attendance: Henry Sable.',
      'The brief was discussed. ACTION: Peter Yeung to draw up the brief by 31 January 2027.',
    ],
    'Peter Yeung to draw up the brief by 31 January 2027. (Peter Yeung, 2027-01-31)',
  ],
])('%s', (_, lines, text) => {
  const isWritten = !lines.some((line) => /^(?:Chair|Ana Ruiz): (?!H)/.test(line))
  expect(tasksOf(...(isWritten ? [] : [opening]), ...lines)).toEqual({ facts: [text], doubts: [] })
})

test('who is on no list and in no head is to be checked', () => {
  const { facts, doubts } = tasksOf(opening, 'Chair: Mark to obtain advice from counsel before Christmas.')
  expect(facts).toEqual([])
  expect(doubts).toEqual([expect.stringMatching(/^Mark .* Nobody of that name/)])
})
