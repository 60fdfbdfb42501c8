import { expect, test } from 'vitest'
import { talkOf } from '../language/extract/talk.ts'
import { minutesFrom } from '../test/spoken-minutes.ts'
import { segmentsOfText } from '../transcripts/revise.ts'

/** What a telephone heard: a line for each thing said, and no full stops. */
const heard = [
  'right it is ten past three so this is the Friday meeting of Larch Nursery',
  "it's Yvonne here and with me are Tomas and Priya from the barn and Ola's on the phone apologies from Beth",
  'first the minutes of the last meeting has everybody read them any changes no then they are approved',
  'the polytunnels then we have two quotes',
  'Hartwell at nine thousand and Dunmore at eleven and a half thousand because they take the old frames away and recycle all of the glass',
  "so if everyone's happy it's Dunmore at eleven and a half thousand in February",
  'yes yes and from Tomas a reluctant yes',
  "good so that's settled",
  "I'll ring them on Monday",
  'any questions on the accounts no then the accounts are approved and I will sign them',
  'next meeting is the fourth of December at three',
]
const sentences = (text: string): string[] =>
  talkOf(
    segmentsOfText(text, 0).map(({ text: said, speaker }, id) => ({
      ...{ id, text: said, speaker: speaker ?? null, start: 0, end: 0 },
    })),
  ).map((one) => one.text)

test('where nobody speaks and no full stop is, a line is a sentence, with blank lines or without', () => {
  expect(sentences(heard.join('\n'))).toEqual(heard)
  const apart = [...heard.slice(0, 3), '', ...heard.slice(3)].join('\n')
  expect(sentences(apart)).toEqual(heard)
})

test('prose that was broken at a margin is put together again', () => {
  const wrapped = `The committee met in the hall and went through the whole of
the budget for the coming year, which the treasurer had sent
round before. The hall roof is to be mended in the spring and
the quotation of Hartwell was accepted.`
  expect(sentences(wrapped)).toHaveLength(2)
  expect(sentences(`Budget\n\n${wrapped}\n\nRoof\n\n${wrapped}`)).toHaveLength(6)
})

test('minutes of such a text tell each decision in its own line, and who was there', () => {
  const { items, toCheck, present, apologies } = minutesFrom(...heard)
  expect(present.map(({ name }) => name)).toEqual(['Yvonne', 'Tomas', 'Priya', 'Ola'])
  expect(apologies.map(({ text }) => text)).toEqual(['Beth'])
  expect(items.flatMap(({ decisions }) => decisions.map(({ text }) => text))).toEqual([
    'The minutes of the last meeting were approved.',
    '“Any questions on the accounts no then the accounts are approved and I will sign them”',
  ])
  expect(toCheck.map(({ text }) => text)).toEqual([
    "“If everyone's happy it's Dunmore at eleven and a half thousand in February”",
  ])
  expect(items.flatMap(({ actions }) => actions.map(({ text }) => text))).toEqual([
    "“I'll ring them on Monday”",
  ])
})
