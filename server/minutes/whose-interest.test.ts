import { expect, test } from 'vitest'
import { minutesFrom } from '../test/spoken-minutes.ts'

/** Who declares an interest has not always got it. */

const chair = 'Rosalind Keir: Good morning. I chair the board of Pell plc.'
const others = ['Anthony Gill: Good morning.', 'Stuart Gow: Morning.']
const of = (...lines: string[]): { facts: (string | null)[]; doubts: (string | null)[] } => {
  const { items, toCheck } = minutesFrom(chair, ...others, ...lines)
  return {
    facts: items.flatMap(({ conflicts }) => conflicts.map(({ person }) => person)),
    doubts: toCheck.flatMap(({ conflict }) => (conflict ? [conflict.person] : [])),
  }
}

test.each([
  ["I'd also remind you that Mr Gill's wife holds shares in the buyer.", ['Anthony Gill']],
  ["I have to tell you that Anthony's firm owns the buyer.", ['Anthony Gill']],
  ['My wife holds shares in the buyer, as Mr Gill knows.', ['Rosalind Keir']],
  ['Anthony and I are both directors of the buyer.', ['Rosalind Keir', 'Anthony Gill']],
])('whose interest it is: %s', (line, people) => {
  expect(of(`Rosalind Keir: ${line} That was declared for the record.`)).toEqual({
    facts: people,
    doubts: [],
  })
})

test.each(['Mr Vane', 'The registrar'])(
  'the interest of nobody who is listed stands under "To check": %s',
  (who) => {
    const line = `Rosalind Keir: I remind you that ${who}'s wife holds shares in the buyer. That was declared in May.`
    expect(of(line)).toEqual({ facts: [], doubts: [null] })
  },
)

test('who speaks for an owner tells of their own', () => {
  const line = 'Stuart Gow: For the record, Albion holds shares in the buyer.'
  expect(of(line)).toEqual({ facts: ['Stuart Gow'], doubts: [] })
})

test('the words of another tell whose interest they tell of', () => {
  const line =
    "Rosalind Keir: I remind you that Mr Gill's wife holds shares in the buyer. That is for the record."
  const { items } = minutesFrom(chair, ...others, line)
  expect(items.flatMap(({ conflicts }) => conflicts.map(({ text }) => text))).toEqual([
    "Rosalind Keir told the meeting of an interest of Anthony Gill: “I remind you that Mr Gill's wife holds shares in the buyer.”",
  ])
})

test('an answer to "Interests, please." is one, with what "it" is, and under its item', () => {
  const { items, toCheck } = minutesFrom(
    'Ann Bell: Good morning. Interests, please.',
    'Fiona Baird: Caldmore Marine is the counterparty on the charter at item five. Stuart and I are both directors of it.',
    'Ann Bell: Noted. You may speak but not vote on it.',
    'Stuart Gow: Understood.',
    'Ann Bell: Item five, the charter. It ends in May.',
    'Tom Lee: The ship is a good one.',
    'Ann Bell: Item six, the roof. It leaks.',
    'Tom Lee: It does.',
  )
  const [declared] = items.flatMap(({ conflicts }) => conflicts)
  expect(declared!.text).toContain('Caldmore Marine is the counterparty')
  const five = items.find(({ number }) => number === '5')
  expect(five!.conflicts.map(({ person }) => person)).toEqual(['Fiona Baird', 'Stuart Gow'])
  expect(toCheck).toEqual([])
})

test('a quotation of the family is an interest once it is declared', () => {
  const nephew = "Stuart Gow: My nephew's doing gardening now and he's quoted for the grounds contract."
  expect(of(`${nephew} So I ought to declare that.`).facts).toEqual(['Stuart Gow'])
  expect(of(`${nephew} He works hard.`)).toEqual({ facts: [], doubts: [] })
})

test.each([
  "Rosalind Keir: Mr Gill's wife sends her regards, for the record.",
  'Rosalind Keir: For the record, the bank holds the deeds.',
  "Stuart Gow: I have to remind you that Mr Gill's report holds good. That's for the record.",
])('no interest: %s', (line) => {
  expect(of(line)).toEqual({ facts: [], doubts: [] })
})

test('below a heading "Interests" of written minutes', () => {
  const { items } = minutesFrom(
    'Notes of a meeting of the committee',
    'Present: Ann Lee (chair), Dot Hay, Tom Orr',
    'Interests',
    'Dot Hay said that her son works for Castle Windows.',
    'Matters arising',
    'Tom Orr said that his wife had been unwell.',
  )
  expect(items.flatMap(({ conflicts }) => conflicts.map(({ person }) => person))).toEqual(['Dot Hay'])
})
