import { expect, test } from 'vitest'
import { extract, type Extraction } from './extract.ts'

const attendees = [
  { name: 'Ines Farrow', role: 'Chair' },
  { name: 'Tom Okoro', role: 'Treasurer' },
  { name: 'Ruth Adeyinka', role: null },
]
const voices: Record<string, string> = { C: 'Ines Farrow', T: 'Tom Okoro', R: 'Ruth Adeyinka' }

/** Talk before and after, so that nothing stands at the very beginning or end. */
const before = [
  'C: Good evening, everybody is here and we can start with the reports from the sites.',
  'T: The boiler in the east wing broke down twice and the tenants complained about it.',
  'R: The gutters were cleaned and the lift engineer came on the ninth.',
  'C: Thank you both, that was very clear.',
]
const after = [
  'C: Moving on to the newsletter.',
  'R: It went to four hundred people and a dozen of them answered.',
  'T: The printer charged us less than the year before.',
  'C: Good to hear.',
  'R: There was also a photograph of the garden.',
]

function meeting(...lines: string[]): Extraction {
  const segments = [...before, ...lines, ...after].map((line, at) => {
    const [voice = '', ...words] = line.split(': ')
    return {
      id: at + 1,
      start: at * 6,
      end: at * 6 + 5,
      speaker: voices[voice] ?? voice,
      text: words.join(': '),
    }
  })
  return extract({ segments, attendees, held: '2026-11-19' })
}
const sure = ({ decisions }: Extraction): string[] =>
  decisions.filter(({ doubt }) => doubt === null).map(({ outcome }) => outcome)
const undertaken = ({ actions }: Extraction): (string | null)[] =>
  actions.filter(({ doubt }) => doubt === null).map(({ owner }) => owner)

const motion = 'R: I propose that the reserve fund pay for a new boiler at nine thousand pounds.'

test.each([
  [
    'a motion that the chair declares carried',
    [
      motion,
      'T: Seconded.',
      'C: All those in favour? That is three for, none against. The motion is carried.',
    ],
    ['carried'],
  ],
  [
    'a motion that is lost on a count',
    [motion, 'T: Seconded.', 'C: In favour? One. Against? Two. The motion is lost.'],
    ['rejected'],
  ],
  [
    'words of the chair that decide by being said',
    ['C: So the boiler contract with Hale and Sons is approved, from the first of March.', 'T: Thank you.'],
    ['carried'],
  ],
])('%s stands as fact', (_, lines, outcomes) => {
  expect(sure(meeting(...lines))).toEqual(outcomes)
})

test.each([
  ['what was decided before', 'C: At the last meeting we approved the boiler contract with Hale and Sons.'],
  ['what another body decided', 'T: The parish council has approved the boiler contract with Hale and Sons.'],
  ['a supposition', 'T: If the grant came through, the boiler contract would be approved.'],
  ['a denial', 'C: So the boiler contract is not agreed and nobody should say that it is agreed.'],
  ['a question', 'T: Is the boiler contract approved?'],
  ['what is read aloud', 'C: The draft reads "it is resolved that the boiler contract be approved".'],
])('%s is not stated as a decision', (_, line) => {
  expect(sure(meeting(line, 'R: I had a note about it somewhere in my papers.'))).toEqual([])
})

const carried = 'C: All those in favour? That is three for, none against. The motion is carried.'
test.each([
  ['a poll is demanded afterwards', [motion, carried, 'T: I demand a poll.']],
  ['it was a joke', [motion, carried, 'C: Only joking.']],
  ['it was a straw poll', ['C: This is a straw poll and not binding.', motion, carried]],
  ['the meeting is inquorate', ["C: I'm afraid we are inquorate tonight.", motion, carried]],
  [
    'somebody else says "carried"',
    ['T: Motion to throw the boiler into the sea, all in favour.', 'R: Carried.'],
  ],
  [
    'the vote follows what somebody will do',
    ['R: I will sign the contract by the end of the month.', carried],
  ],
])('not stated as a decision where %s', (_, lines) => {
  expect(sure(meeting(...lines))).toEqual([])
})

test('what sounds like an end of the matter stands under "To check"', () => {
  const { decisions } = meeting(
    'T: Hale want nine thousand and Burton want eleven.',
    "R: Burton's guarantee is no better.",
    'C: Hale and the nine thousand, then.',
  )
  expect(decisions).toMatchObject([{ doubt: expect.stringMatching(/\.$/) }])
})

test.each([
  ['a promise with a date', ["T: I'll send the quotes to everybody by Friday."], ['Tom Okoro']],
  [
    'a request by name that is granted',
    ['C: Tom, could you write to the landlord by Monday?', 'T: Yes, I will.'],
    ['Tom Okoro'],
  ],
  [
    'another takes on what one was asked',
    ['C: Tom, could you write to the landlord by Monday?', "R: I'll write to him, I know him."],
    ['Ruth Adeyinka'],
  ],
])('%s is an action of who undertook it', (_, lines, owners) => {
  expect(undertaken(meeting(...lines))).toEqual(owners)
})

test.each([
  ['said of the meeting itself', ["C: I'll put it to the vote."]],
  ['an idea', ['T: We could ask the landlord for a discount.']],
  ['an offer on a condition', ["T: If it fails again I'll throw it out myself."]],
  ['declined', ['C: Tom, could you write to the landlord by Monday?', "T: Sorry, I can't, I'm away."]],
  ['when they meet again', ['C: The next meeting will be on Monday the second of March.']],
])('%s is no action', (_, lines) => {
  expect(undertaken(meeting(...lines))).toEqual([])
})

test('a numbered voice has the name of who is called and answers', () => {
  const { actions } = meeting(
    'C: Nadia, how are the accounts?',
    'Speaker 2: They are nearly done, two invoices are missing.',
    'C: Nadia, is the auditor content?',
    "Speaker 2: She is. I'll send her the last two invoices by Thursday.",
  )
  // Nobody by that name is listed: the voice keeps its number.
  expect(actions.map(({ owner }) => owner)).toEqual(['Speaker 2'])
})

test('long sentences, and thousands of them, are read in time', () => {
  const started = Date.now()
  for (const words of ['so ', 'yes ', 'the x ', 'is therefore ', 'no w ', "i'll also ", 'then, ', 'that is '])
    extract({
      segments: [{ id: 1, start: 0, end: 9, speaker: 'A', text: words.repeat(8000) }],
      attendees,
      held: null,
    })
  const many = Array.from({ length: 1500 }, (_, at) => ({
    id: at,
    start: at,
    end: at + 1,
    speaker: `Speaker ${at % 4}`,
    text: 'The motion is carried.',
  }))
  extract({ segments: many, attendees, held: null })
  expect(Date.now() - started).toBeLessThan(20_000)
})

test('an amendment that is lost is not stated as what the original resolution carries', () => {
  const { decisions } = meeting(
    'C: Resolution four, to raise the fee to ninety pounds. Proposed by Tom Okoro.',
    'T: I move that the fee be raised to ninety pounds from the first of January.',
    'R: I move an amendment, that it be seventy pounds.',
    'C: The amendment was put to the vote and lost, four to nine. The original resolution was carried by ten votes to three.',
  )
  const about = decisions
    .filter(({ doubt }) => doubt === null)
    .flatMap((one) => one.about.map(({ text }) => text))
  expect(about.join(' ')).not.toContain('seventy')
})

test.each([
  ['We will meet again on the second Tuesday in January.', '2027-01-12'],
  ['Our next meeting is on the last Friday of November.', '2026-11-27'],
  ['Our next meeting is on the first Monday of the month.', null],
  ['The next meeting will be on the third of December.', '2026-12-03'],
])('when they meet again: %s', (text, date) => {
  expect(nextOf(text)).toMatchObject({ date })
})

test('when they met last is no word on when they meet again', () => {
  expect(nextOf('Last year we met on 5 May, as our next meeting was late.')).toBeNull()
})

function nextOf(text: string): Extraction['nextMeeting'] {
  const segments = ['Good evening to everybody.', text].map((said, at) => ({
    ...{ id: at + 1, start: at * 5, end: at * 5 + 4, speaker: 'Ines Farrow', text: said },
  }))
  return extract({ segments, attendees, held: '2026-11-12' }).nextMeeting
}

test.each<[string, string[], owner: string | null]>([
  [
    'a wish that somebody else does it',
    ['C: I want Tom to send the accounts to the bank by Friday.'],
    'Tom Okoro',
  ],
  [
    'a wish, answered',
    ['C: I would like Tom to send the accounts to the bank by Friday.', 'T: Fine.'],
    'Tom Okoro',
  ],
  [
    'a wish, to their face',
    ['C: Tom, I want you to send the accounts to the bank by Friday.', 'T: Will do.'],
    'Tom Okoro',
  ],
  ['what another body will do', ['R: Ruth said that the bank will send the papers by Friday.'], null],
  ['what another body has promised', ['R: The auditors promised to send it by Friday.'], null],
  ['the words of another body', ['R: The bank said, I will send you the papers by Friday.'], null],
  [
    'words of one’s own, as said',
    ['R: As Tom said, I will send the papers to the bank by Friday.'],
    'Ruth Adeyinka',
  ],
])('whose task it is: %s', (_, lines, owner) => {
  expect(meeting(...lines).actions.map((one) => one.owner)).toEqual(owner === null ? [] : [owner])
})
