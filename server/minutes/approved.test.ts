import { expect, test } from 'vitest'
import { found } from '../test/spoken-minutes.ts'

/** What was approved or lost, where the words that end it do not name it. */

test.each([
  [
    'minutes that were put without being named again',
    [
      'Chair: The minutes of the fourth of March. They came round with the papers. Any corrections?',
      'Ann Bell: None from me.',
      "Chair: Can I take them as a true record, then? I see nodding. Thank you, I'll sign those.",
    ],
    'carried The minutes of the fourth of March were approved as a true record.',
  ],
  [
    'something that a person and the chair are to sign',
    [
      'Chair: Is the board content to accept the facility letter, Sunita and me to sign?',
      'Ann Bell: Yes.',
      'Tom Orr: Content.',
      "Chair: That's agreed, then.",
    ],
    'carried To accept the facility letter, Sunita and the chair to sign.',
  ],
  [
    'a motion of written minutes that was put and lost',
    [
      '7. Licence',
      'Howard Munt moved that we apply for a full premises licence. Discussion. Motion put: 1 for, 4 against. Lost.',
      '8. Jumble sale',
      'Sat 26th April.',
    ],
    'rejected 1:4:- To apply for a full premises licence.',
  ],
])('%s', (_, lines, text) => {
  expect(found(...lines).facts).toEqual([text])
})

test('what money is for is no vote', () => {
  const { facts, doubts } = found(
    'Chair: Grants. The bereavement group, two thousand for room hire. All agreed?',
    'Ann Bell: Yes, absolutely.',
    'Tom Orr: Agreed.',
    'Chair: Agreed.',
  )
  expect([...facts, ...doubts].join()).not.toMatch(/2000:/)
  expect([...facts, ...doubts].length).toBeGreaterThan(0)
})
