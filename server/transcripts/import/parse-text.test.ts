import { expect, test } from 'vitest'
import { replaceLabels, speakerLabels, speakerNames } from '../speakers/labels.ts'
import { nameSpeakers } from './name-speakers.ts'
import { parseTranscript } from './parse-text.ts'
import { segmentsOfText } from '../versions/revise.ts'

const read = (content: string) =>
  parseTranscript(content).map(({ time, speaker, text }) => [time, speaker, text])

test.each<[string, string, (string | number | null)[][]]>([
  [
    'our own lines',
    '[00:00:01] [Speaker 1] Good morning.\n[00:01:02] [Speaker 2] Hello [Speaker 1].\n[01:00:00] Nobody.',
    [
      [1, 'Speaker 1', 'Good morning.'],
      [62, 'Speaker 2', 'Hello [Speaker 1].'],
      [3600, null, 'Nobody.'],
    ],
  ],
  [
    'minutes that were written: headings and lists are no part of the sentences below them',
    "Present:\nAnn Lee (chair)\nNoor al-Rashid\n\n1. Chief executive's bonus\nThe committee considered the out-turn against the targets that it had set in\nMarch of the year before.\n2. Fees\nNone.",
    [
      'Present:',
      'Ann Lee (chair)',
      'Noor al-Rashid',
      "1. Chief executive's bonus",
      'The committee considered the out-turn against the targets that it had set in March of the year before.',
      '2. Fees',
      'None.',
    ].map((text) => [null, null, text]),
  ],
  [
    'colons, with lines that go on and a paragraph more',
    'Speaker 1: Good morning\neveryone.\n\nAnother thing.\nspeaker 02:  Yes.\r\n',
    [
      [null, 'Speaker 1', 'Good morning everyone.'],
      [null, 'Speaker 1', 'Another thing.'],
      [null, 'Speaker 2', 'Yes.'],
    ],
  ],
  [
    'a time after the label, text beside or below it',
    'Speaker 1 00:01:02 Good morning.\nSpeaker 2  1:03\nYes.\nSpeaker 10 [00:02:00]: No.',
    [
      [62, 'Speaker 1', 'Good morning.'],
      [63, 'Speaker 2', 'Yes.'],
      [120, 'Speaker 10', 'No.'],
    ],
  ],
  [
    'names in a conversation',
    'Jane Smith: Good morning.\nJosé van der Berg: Resolved: yes.\nNote: nothing.',
    [
      [null, 'Jane Smith', 'Good morning.'],
      [null, 'José van der Berg', 'Resolved: yes. Note: nothing.'],
    ],
  ],
  [
    'names with an office behind them',
    'Lionel Craske (Chair): Good afternoon.\nAnthea Pell (Company Secretary): Notice was given.\nEdward Rudge: Yes.',
    [
      [null, 'Lionel Craske (Chair)', 'Good afternoon.'],
      [null, 'Anthea Pell (Company Secretary)', 'Notice was given.'],
      [null, 'Edward Rudge', 'Yes.'],
    ],
  ],
  [
    'WebVTT: voices, several in one cue, tags, entities, notes, and a sentence over two cues',
    'WEBVTT - board\n\nNOTE made by\na program\n\n1\n00:00:03.500 --> 00:00:06.000 align:start\n<v Diana Whitcombe>Good <i>morning</i>,</v>\n\n2\n00:06.000 --> 00:00:08.000\n<v.loud Diana Whitcombe>all of R&amp;D.\n\n01:00:08.250 --> 01:00:09.000\n<v Martin Gale>Morning.<v Breda>Hello.',
    [
      [3.5, 'Diana Whitcombe', 'Good morning, all of R&D.'],
      [3608.25, 'Martin Gale', 'Morning.'],
      [3608.25, 'Breda', 'Hello.'],
    ],
  ],
  [
    'WebVTT without blank lines, with line ends written twice, with angle brackets that were said, two voices by dashes',
    'WEBVTT\r\r\n00:00:01.000 --> 00:00:02.000\r\r\nCosts are <£5m now and >£6m\r\r\nnext year.\n00:00:02.000 --> 00:00:03.000\n- All in favour\n- No.\n00:00:03.000 --> 00:00:04.000\nOne was carried.',
    [
      [1, null, 'Costs are <£5m now and >£6m next year.'],
      [2, null, 'All in favour'],
      [2, null, 'No.'],
      [3, null, 'One was carried.'],
    ],
  ],
  [
    'a time like those of subtitles in a conversation is no reason to leave out the rest',
    'Jane Smith: Good morning.\nAli Khan: It came like this:\n00:00:01.000 --> 00:00:02.000\nJane Smith: I see.\nAli Khan: Yes.',
    [
      [null, 'Jane Smith', 'Good morning.'],
      [null, 'Ali Khan', 'It came like this:'],
      [1, null, '-> 00:00:02.000'],
      [null, 'Jane Smith', 'I see.'],
      [null, 'Ali Khan', 'Yes.'],
    ],
  ],
  [
    'what minutes say in brackets behind a word is no speaker',
    'Present (in person): Ann Lee, Bob Day.\nResolved (unanimously): that the rent be raised to five hundred pounds a month from May.\nAction (Bob Day): to write to the tenants before the end of the month.',
    [
      [null, null, 'Present (in person): Ann Lee, Bob Day.'],
      [
        null,
        null,
        'Resolved (unanimously): that the rent be raised to five hundred pounds a month from May.',
      ],
      [null, null, 'Action (Bob Day): to write to the tenants before the end of the month.'],
    ],
  ],
  [
    'SubRip, with names before colons and no blank line between cues',
    '1\r\n00:00:01,000 --> 00:00:02,000\r\nJane Smith: We\r\n2\r\n00:00:02,000 --> 00:00:03,000\r\nagree.\r\n3\r\n00:00:03,000 --> 00:00:04,000\r\nAli Khan: Yes',
    [
      [1, 'Jane Smith', 'We agree.'],
      [3, 'Ali Khan', 'Yes'],
    ],
  ],
  [
    'names with small letters in them',
    'Noor al-Rashid: The terms are here.\nIda von der Heide: Thank you.\nAna d’Souza: Yes.\nIbrahim ibn Said: Agreed.\nMaya el-Sayed 0:05\nAgreed.',
    [
      [null, 'Noor al-Rashid', 'The terms are here.'],
      [null, 'Ida von der Heide', 'Thank you.'],
      [null, 'Ana d’Souza', 'Yes.'],
      [null, 'Ibrahim ibn Said', 'Agreed.'],
      [5, 'Maya el-Sayed', 'Agreed.'],
    ],
  ],
  [
    'offices in a conversation',
    'Chair: Good morning.\nCompany secretary: Notice was given.\nMember from the floor: How long has she served?\nAlan Reid: I propose the motion.\nDirector 2: I second it.\nAll: Aye.\nChair: Carried\nChair: The resolution is passed.',
    [
      [null, 'Chair', 'Good morning.'],
      [null, 'Company secretary', 'Notice was given.'],
      [null, 'Member from the floor', 'How long has she served?'],
      [null, 'Alan Reid', 'I propose the motion.'],
      [null, 'Director 2', 'I second it.'],
      [null, 'All', 'Aye.'],
      [null, 'Chair', 'Carried'],
      [null, 'Chair', 'The resolution is passed.'],
    ],
  ],
  [
    'members from the floor, each by what they are and their name',
    'Lord Hale: Are there questions?\nMember, Mr Lascelles: Why was Driffield shut?\nAngela Pryce: It lost money.\nShareholder, Mr Pettifer: I move that we go to Leeds.\nMember (Mrs Jones): And why then?\nAnother member from the floor, Ida von der Heide: Hear, hear.\nThe company secretary, Ben Jones: It was not on the notice.\nMember (online): Me neither.',
    [
      [null, 'Lord Hale', 'Are there questions?'],
      [null, 'Mr Lascelles (Member)', 'Why was Driffield shut?'],
      [null, 'Angela Pryce', 'It lost money.'],
      [null, 'Mr Pettifer (Shareholder)', 'I move that we go to Leeds.'],
      [null, 'Mrs Jones (Member)', 'And why then?'],
      [null, 'Ida von der Heide (member from the floor)', 'Hear, hear.'],
      [null, 'Ben Jones (company secretary)', 'It was not on the notice.'],
      [null, 'Member (online)', 'Me neither.'],
    ],
  ],
  [
    'members from the floor with times',
    '00:00:01 Lord Hale: Are there questions?\n00:00:05 Member, Mr Lascelles: Why was Driffield shut?\nMember, Mrs Jones 0:09\nYes, why?\n[00:00:12] [Shareholder, Mr Pettifer] Hear, hear.',
    [
      [1, 'Lord Hale', 'Are there questions?'],
      [5, 'Mr Lascelles (Member)', 'Why was Driffield shut?'],
      [9, 'Mrs Jones (Member)', 'Yes, why?'],
      [12, 'Mr Pettifer (Shareholder)', 'Hear, hear.'],
    ],
  ],
  [
    'members of whom written minutes tell',
    'Minutes of the meeting\n\nPresent: Jane Smith, Ben Jones\n\nA question was put.\nMember, Mr Lascelles: asked about the dividend.\nThe chair answered.',
    [
      [null, null, 'Minutes of the meeting'],
      [null, null, 'Present: Jane Smith, Ben Jones'],
      [null, null, 'A question was put.'],
      [null, null, 'Member, Mr Lascelles: asked about the dividend.'],
      [null, null, 'The chair answered.'],
    ],
  ],
  [
    'offices in the head of minutes',
    'Chair: Jane Smith\nSecretary: Ben Jones\nResolved: that the accounts for the year be approved.',
    [
      [null, null, 'Chair: Jane Smith'],
      [null, null, 'Secretary: Ben Jones'],
      [null, null, 'Resolved: that the accounts for the year be approved.'],
    ],
  ],
  [
    'minutes, which are no conversation',
    'Minutes of the board\n\nPresent: Jane Smith, Ben Jones\n\nResolved: the accounts are\napproved.\n\n10:30 Coffee',
    [
      [null, null, 'Minutes of the board'],
      [null, null, 'Present: Jane Smith, Ben Jones'],
      [null, null, 'Resolved: the accounts are approved.'],
      [null, null, '10:30 Coffee'],
    ],
  ],
  [
    'lines without blank ones between them, with a byte order mark',
    '\uFEFFFirst.\nSecond.\u2028Third.',
    [
      [null, null, 'First.'],
      [null, null, 'Second.'],
      [null, null, 'Third.'],
    ],
  ],
  ['sounds in brackets', '[00:00:01] [Music] and talk', [[1, null, '[Music] and talk']]],
  ['heads without words', '[00:00:01] [Speaker 1]\n\nSpeaker 2:\n', []],
])('%s', (_, content, expected) => expect(read(content)).toEqual(expected))

test('attached times begin and end segments; nonsense ones are left out', () => {
  const times = (content: string, soundMs = 0) =>
    segmentsOfText(content, soundMs).map(({ startMs, endMs }) => [startMs, endMs])
  expect(times('A.\n\nB.')).toEqual([
    [0, 0],
    [0, 0],
  ])
  expect(times('[00:00:01] A.\n[00:00:05.5] B.\n[00:00:02] C.\n[14:03:22] D.', 10_000)).toEqual([
    [1000, 5500],
    [5500, 5900],
    [5900, 6300],
    [6300, 6700],
  ])
  // Lines without a time lie between, by their words; the last one takes as long as it takes to say.
  expect(
    times(
      'Speaker 1: One two.\n[00:00:10] [Speaker 2] One.\nSpeaker 1: One two three.\n[00:00:20] [Speaker 2] One two.',
    ),
  ).toEqual([
    [0, 10_000],
    [10_000, 12_500],
    [12_500, 20_000],
    [20_000, 20_800],
  ])
  expect(times('[00:00:09] One two three.', 9500)).toEqual([[9000, 9500]])
})

test('labels are found by the specified rule, each once, by number', () => {
  expect(speakerLabels('Speaker 10: a\nSpeaker 2 00:01 b\n[00:00:01] [Speaker 1] c\nSpeaker 2: d')).toEqual([
    'Speaker 1',
    'Speaker 2',
    'Speaker 10',
  ])
  expect(speakerLabels('Speaker 3 said so. Loudspeaker 4: no. The Speaker: order.')).toEqual([])
  expect(speakerLabels('')).toEqual([])
})

test('names take the place of labels only', () => {
  const content = [
    '[00:00:01] [Speaker 1] I agree with Speaker 1 and Speaker 10.',
    'Speaker 10: Hello. Speaker 1: Hi.',
    'Speaker 1 00:02 Yes, [Speaker 1] it is.',
    'MegaSpeaker 1: no',
    'speaker 1:x',
  ].join('\n')
  const names = speakerNames({ 'Speaker 1': ' Ann $& Lee ', 'Speaker 10': '  ', 'Speaker 2': 'X' })
  expect(replaceLabels(content, names)).toBe(
    [
      '[00:00:01] [Ann $& Lee] I agree with Speaker 1 and Speaker 10.',
      'Speaker 10: Hello. Ann $& Lee: Hi.',
      'Ann $& Lee 00:02 Yes, [Speaker 1] it is.',
      'MegaSpeaker 1: no',
      'Ann $& Lee:x',
    ].join('\n'),
  )
  // Two that change places do not run into each other.
  expect(
    nameSpeakers('Speaker 1: a\nSpeaker 2: b', { 'Speaker 1': 'Speaker 2', 'Speaker 2': 'Speaker 1' }),
  ).toBe('Speaker 2: a\nSpeaker 1: b')
})

test('names that the parser knows again', () => {
  const named = nameSpeakers('Speaker 1 00:01:02 Good morning.\nSpeaker 2 00:01:05 Yes.', {
    'Speaker 1': 'Jane Smith',
    'Speaker 2': 'Ben',
  })
  expect(read(named)).toEqual([
    [62, 'Jane Smith', 'Good morning.'],
    [65, 'Ben', 'Yes.'],
  ])
})

test('captions of hours without full stops stay lines that can be found, and hostile ones are read at once', () => {
  const at = (second: number): string => new Date(second * 1000).toISOString().slice(11, 23)
  const cues = Array.from(
    { length: 3600 },
    (_, n) => `${at(3 * n)} --> ${at(3 * n + 3)}\nand so it goes on and on and on`,
  )
  const lines = read(`WEBVTT\n\n${cues.join('\n\n')}`)
  expect(lines.length).toBeGreaterThan(300)
  expect(Math.max(...lines.map(([, , text]) => String(text).length))).toBeLessThan(500)
  expect(lines.at(-1)![0]).toBeGreaterThan(3570 * 3)
  expect(read(`WEBVTT\n\n00:01.000 --> 00:02.000\n${'<v\t'.repeat(200_000)}\nSo it is.`)).toHaveLength(1)
})
