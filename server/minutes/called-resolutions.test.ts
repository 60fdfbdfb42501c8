import { expect, test } from 'vitest'
import { found, minutesFrom } from '../test/spoken-minutes.ts'

const opening =
  'Chair: Good afternoon. We are quorate. There are three resolutions; a special resolution needs three quarters of the votes.'

test('a resolution called by its number is what was read, with how it was voted and how it ended', () => {
  const said = [
    opening,
    ...`Chair: Resolution one, that the articles in the form produced to the meeting be adopted. Questions?
Edward Rudge: Article 26 gives no reasons. If it makes no difference it'll do no harm.
Chair: I will give them all the same. On a show of hands, those in favour of resolution one. And against? Anthea?
Anthea Pell: Twelve for, two against. That's more than seventy-five per cent.
Chair: So I declare that carried as a special resolution.
Chair: Resolution two, that's the change of name, to Saltmarsh Drinks Limited.
Jean Holloway: It's a brewery.
Chair: Hands for resolution two. Against? Anthea?
Anthea Pell: Eight for, six against. It isn't three quarters.
Michael Stobbs: Shouldn't we have a poll?
Chair: A poll it is. Would you fill in the yellow cards, please. Thank you. Mr Dawe?
Philip Dawe: On the poll, forty-one thousand two hundred for, nineteen thousand eight hundred and fifty against.
Chair: So it falls. Not passed.
Chair: Resolution three, the ordinary one. Authority to allot up to twenty thousand new shares, for five years. Ted?
Edward Rudge: No objection, as long as we get first refusal.
Chair: Pre-emption isn't being touched. All those in favour? And against? Nobody. Carried unanimously.`.split(
      '\n',
    ),
  ]
  expect(found(...said).facts).toEqual([
    'carried 12:2:- That the articles in the form produced to the meeting be adopted.',
    'rejected 41200:19850:- The change of name, to Saltmarsh Drinks Limited.',
    'carried Authority to allot up to twenty thousand new shares, for five years.',
  ])
  expect(
    minutesFrom(...said)
      .items.slice(1)
      .map(({ heading }) => heading),
  ).toEqual([
    'Resolution 1: that the articles in the form produced to the meeting be adopted',
    'Resolution 2: the change of name, to Saltmarsh Drinks Limited',
    'Resolution 3: authority to allot up to twenty thousand new shares, for five years',
  ])
})

test.each([
  [
    'the figures say the contrary of what was declared',
    'Chair: It needs three quarters. Those in favour? And against?\nAnthea Pell: Eight for, six against.\nChair: Carried.',
  ],
  [
    'it was only supposed',
    'Edward Rudge: What if it is carried?\nChair: If it is carried, we tell Companies House.\nChair: Those in favour? We will count at the end.',
  ],
  [
    'another text was put instead',
    'Edward Rudge: I move an amendment, to call it Saltmarsh Beer.\nJean Holloway: I second the amendment.\nChair: Those in favour? Carried.',
  ],
  ['nobody put it', 'Edward Rudge: I thought that it was approved last year.\nChair: It was not.'],
  ['somebody else says so', 'Chair: Those in favour? One moment.\nEdward Rudge: Carried, I should say.'],
])('it is not fact as it was read where %s', (_, said) => {
  const { facts } = found(
    opening,
    'Chair: Resolution one, that the name be changed to Saltmarsh Drinks Limited.',
    said,
    'Chair: Resolution two, that the accounts be received. All in favour? Carried.',
  )
  expect(facts).toEqual(['carried That the accounts be received.'])
})

test.each([
  [
    'a motion to adjourn that was lost after it',
    [
      'Chair: On a show of hands, those in favour. And against?',
      'Ann Bell: Twelve for, two against.',
      'Chair: Carried.',
      'Tom Orr: I move that we adjourn for lunch. Those in favour?',
      'Ann Bell: Three for, eleven against.',
      'Chair: That is lost.',
    ],
    'carried 12:2:- That the name be changed to Pell Drinks Limited.',
  ],
  [
    'a motion from the floor that was carried after it',
    [
      'Chair: Those in favour? Against?',
      'Ann Bell: Two for, twelve against.',
      'Chair: That is lost.',
      'Tom Orr: I propose that we buy a minibus for the school run.',
      'Ann Bell: Seconded.',
      'Chair: Those in favour of the minibus? Nine. Against? Five. The motion is carried.',
    ],
    'rejected 2:12:- That the name be changed to Pell Drinks Limited.',
  ],
  [
    'what is told of another vote after it',
    [
      'Chair: All in favour? Carried.',
      'Tom Orr: How did the vote on the extension go at the planning committee?',
      'Chair: It was rejected, I am sorry to say.',
    ],
    'carried That the name be changed to Pell Drinks Limited.',
  ],
])('its outcome is its own, and not that of %s', (_, said, text) => {
  const { facts, doubts } = found(
    opening,
    'Chair: Resolution one, that the name be changed to Pell Drinks Limited.',
    ...said,
    'Chair: Resolution two, that the accounts be received. All in favour? Carried.',
  )
  expect(facts).toContain(text)
  expect(facts.filter((one) => /name be changed/.test(one))).toHaveLength(1)
  expect(/minibus/.test([...facts, ...doubts].join())).toBe(/minibus/.test(said.join()))
})

test.each([
  'any article which must have consent of the members be repealed',
  'the directors sell any property which requires repair, except the mill',
  'we buy the land and it needs no further consent of members to sell it',
])('no word of it is left out: that %s', (words) => {
  const { facts } = found(opening, `Chair: Resolution one, that ${words}. All in favour? Carried.`)
  expect(facts).toEqual([`carried That ${words}.`])
})

test('where only those against are counted, whoever declares it carried has seen the others', () => {
  const { facts } = found(
    opening,
    'Chair: Resolution 2, to approve the remuneration report. Those in favour? Those against? Two against. I declare the resolution carried.',
  )
  expect(facts).toEqual(['carried -:2:- To approve the remuneration report.'])
})

test.each([
  [
    'Mr Dene does not wish to stand. Resolution 5 is therefore withdrawn.',
    ['withdrawn To elect Mr Hugo Dene as a director.'],
  ],
  ['If he does not stand, resolution 5 is withdrawn.', []],
  ['Some say that resolution 5 is withdrawn, but it is not.', []],
  ['Is resolution 5 withdrawn?', []],
])('called, and withdrawn before anybody votes: %s', (said, told) => {
  const { facts } = found(
    opening,
    'Chair: Resolution 4, to re-elect Mrs Angela Pryce as a director. All in favour? Against? None. Carried.',
    `Chair: Resolution 5, to elect Mr Hugo Dene as a director. ${said}`,
  )
  expect(facts.slice(1)).toEqual(told)
})

test('"also special" is what kind of resolution it is, and none of its words', () => {
  const { facts } = found(
    opening,
    'Chair: Resolution 6, also special, that a general meeting may be called at 14 days’ notice. All in favour? Carried.',
  )
  expect(facts).toEqual([
    'carried As a special resolution, that a general meeting may be called at 14 days’ notice.',
  ])
})

test('whoever is told that they are re-elected is', () => {
  const { facts } = found(
    opening,
    'Chair: Resolution 4, to receive the accounts. All in favour? Against? None. Carried.',
    "Chair: Resolution 5 is the re-election of Bob Nance. All those in favour? Any against? None. Bob, you're re-elected.",
  )
  expect(facts.slice(1)).toEqual(['carried The re-election of Bob Nance.'])
})
