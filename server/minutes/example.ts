import type { MinutesContent } from '#contract/minutes.ts'

/** Minutes with something of everything, to show what a template makes of it. Every name and figure is invented. */
export const example: MinutesContent = {
  purpose: { text: 'Quarterly meeting of the board.', evidence: [] },
  present: [
    { name: 'Sarah Chen', role: 'Chair' },
    { name: 'Tom Okoro', role: 'Finance Director' },
    { name: 'Lucy Marsh', role: 'Company Secretary', inAttendance: true },
  ],
  apologies: [{ text: 'Anna Bell', evidence: [] }],
  items: [
    {
      heading: 'Accounts',
      discussion: [{ text: 'Tom Okoro: “Turnover is up by four per cent.”', evidence: [] }],
      decisions: [
        {
          text: 'That the accounts be approved.',
          evidence: [],
          kind: 'resolution',
          outcome: 'carried',
          vote: { for: 4, against: 1, abstained: null },
          proposer: 'Tom Okoro',
          seconder: 'Sarah Chen',
          condition: 'subject to the auditors’ letter',
        },
      ],
      actions: [
        {
          text: 'Tom Okoro to file the accounts by Friday.',
          evidence: [],
          owner: 'Tom Okoro',
          due: 'by Friday',
          dueDate: '2026-03-13',
        },
      ],
      conflicts: [
        {
          text: 'Sarah Chen declared an interest: “I hold shares in the supplier.”',
          evidence: [],
          person: 'Sarah Chen',
        },
      ],
    },
  ],
  nextMeeting: {
    text: 'Sarah Chen: “We meet again on the second of June.”',
    evidence: [],
    date: '2026-06-02',
  },
  toCheck: [],
}
