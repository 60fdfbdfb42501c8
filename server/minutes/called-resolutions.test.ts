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
