import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { composeMinutes, type MeetingFacts } from './compose.ts'
import { segmentsOfText } from '../transcripts/revise.ts'
import { flat, type Source } from './evidence.ts'
import { renderMinutes } from './render.ts'
import { statementsOf } from './statements.ts'
import { createTemplates } from './templates.ts'
import { isFull } from '../test/long.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = join(root, 'scripts', 'bench', 'minutes', 'seen')
const shape = z.object({
  title: z.string(),
  date: z.string(),
  attendees: z.array(z.string()),
  agenda: z.array(z.string()),
  segments: z.array(
    z.object({
      id: z.number(),
      start: z.number(),
      end: z.number(),
      speaker: z.string().nullable(),
      text: z.string(),
    }),
  ),
})

/** Meetings as people speak in them, written for the bench. */
const meetings = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => {
    const { title, date, attendees, agenda, segments } = shape.parse(
      JSON.parse(readFileSync(join(folder, file), 'utf8')),
    )
    const meeting: MeetingFacts = {
      ...{ title, held: date, description: null },
      attendees: attendees.map((name) => ({ name, role: null })),
    }
    const source: Source = {
      version: 1,
      segments: segments.map((one) => ({ ...one, timestamp: one.start, words: [] })),
    }
    return { file, meeting, source, agenda }
  })

test('every statement of every meeting rests on words that were said, and shows in each template', async () => {
  const templates = createTemplates({ appRoot: root, dataDir: join(root, 'no-such-folder') })
  const bodies = await Promise.all(
    (await templates.list()).map(async ({ id }) => (await templates.usable(id, '')).body),
  )
  const some = isFull ? meetings : meetings.filter((_, index) => index % 4 === 0)
  expect(some.length).toBeGreaterThan(40)
  for (const { file, meeting, source } of some) {
    const content = composeMinutes(meeting, source)
    const all = [...statementsOf(content)]
    for (const { evidence, text } of [...all.map(([, one]) => one), ...content.toCheck]) {
      expect(evidence.length, `${file}: ${text}`).toBeGreaterThan(0)
      for (const { segments, quote, start, end, speaker } of evidence) {
        const said = source.segments.filter(({ id }) => segments.includes(id))
        expect(flat(said.map((one) => one.text).join(' ')), file).toContain(quote)
        expect([said[0]!.speaker, start <= end], file).toEqual([speaker, true])
      }
    }
    for (const body of bodies) {
      const { markdown, lines } = renderMinutes(body, content, {
        title: meeting.title,
        date: null,
        location: null,
      })
      expect(markdown).not.toMatch(/[\uE000\uE001]|\n{3}|\{\{/)
      const shown = new Set(lines.flatMap(({ refs }) => refs))
      const missing = all.filter(([ref]) => /^items|^next/.test(ref) && !shown.has(ref))
      expect(missing, file).toEqual([])
    }
  }
})

test('the agenda that was written down gives the headings, each once', () => {
  const withAgenda = meetings.filter(({ agenda }) => agenda.length >= 4)
  let [found, listed] = [0, 0]
  for (const { meeting, source, agenda } of withAgenda) {
    const description = `Quarterly meeting.\nAgenda:\n${agenda.map((item, at) => `${at + 1}. ${item}`).join('\n')}`
    const content = composeMinutes({ ...meeting, description }, source)
    const headings = content.items.map(({ heading }) => heading).filter((heading) => agenda.includes(heading))
    expect(new Set(headings).size).toBe(headings.length)
    expect(content.purpose?.text).toBe('Quarterly meeting.')
    found += headings.length
    listed += agenda.length
  }
  // Of some items nothing is said.
  expect(found / listed).toBeGreaterThan(0.5)
})

/** A written transcript → what the rules make of it. */
function minutesFrom(text: string, attendees: MeetingFacts['attendees'] = []) {
  const segments = segmentsOfText(text, 0).map(({ text: said, speaker, startMs, endMs }, id) => ({
    ...{ id, text: said, speaker: speaker ?? null, words: [] },
    ...{ start: startMs / 1000, end: endMs / 1000, timestamp: startMs / 1000 },
  }))
  const meeting = { title: 'Board', description: null, held: '2026-11-21T10:00:00Z', attendees }
  return composeMinutes(meeting, { version: 1, segments })
}

const board = readFileSync(join(root, 'models', 'templates', 'board-meeting.md'), 'utf8').split('---\n')[1]!
const inFull = (content: ReturnType<typeof minutesFrom>): string =>
  renderMinutes(board, content, { title: 'Board', date: null, location: null }).markdown

test('items have the names and the numbers that the chair gives them; what nobody opened is none', () => {
  const content = minutesFrom(`Speaker 1: Good morning. Apologies have been received from Susan Bright.
Speaker 3: I should declare that my husband is a director of Northgate Logistics, a bidder under item four.
Speaker 1: Thank you. You'll not vote on item four.
Speaker 1: Item two, the management accounts. David?
Speaker 2: Turnover for the third quarter was one point two million pounds, four percent below budget.
Speaker 1: Item 3, the IT upgrade.
Speaker 2: The servers are nine years old and the supplier no longer repairs them at all.
Speaker 1: Item four, the haulage contract. Tom, the bids please.
Speaker 4: Three bids: Northgate at ninety-four thousand a year, and Swift Freight at ninety-one thousand.
Speaker 2: I move that we award it to Swift Freight for two years.
Speaker 1: Seconded. Those in favour? Three. Against? None. The motion is carried.
Speaker 1: Any other business? None.
Speaker 1: We'll meet again on 1 December at nine.
`)
  expect(inFull(content).match(/^## .*/gm)).toEqual([
    ...['## Opening', '## 2. Management accounts', '## 3. IT upgrade', '## 4. Haulage contract'],
    '## Next meeting',
  ])
  const [opening] = content.items
  expect(opening!.conflicts).toHaveLength(1)
  // When they meet again is no task.
  expect(content.nextMeeting).not.toBeNull()
  expect(content.toCheck.filter(({ kind }) => kind === 'action')).toEqual([])
})

test('resolutions of a general meeting stand in the words in which the chair read them', () => {
  const { items, present, purpose } =
    minutesFrom(`Chair: Welcome to the annual general meeting of Riverside Sailing Club Limited, held in the clubhouse. Forty-two members are present in person and eleven by proxy.
Chair: Resolution 1, to receive the report and accounts. Proposed by Alan Reid, seconded by Joan Price.
Alan Reid: I propose the motion.
Joan Price: I second it.
Chair: On a show of hands, 50 for, 1 against, 2 abstentions. The resolution is passed.
Chair: Resolution 2, to re-elect Mary Tan as a director.
Member from the floor: How long has she served?
Chair: Six years. Those in favour? 48 for, none against. I declare the resolution carried.
`)
  expect(items.map(({ heading }) => heading)).toEqual([
    'Resolution 1: to receive the report and accounts',
    'Resolution 2: to re-elect Mary Tan as a director',
  ])
  expect(items.flatMap(({ decisions }) => decisions.map(({ text, vote }) => [text, vote?.for]))).toEqual([
    ['To receive the report and accounts.', 50],
    ['To re-elect Mary Tan as a director.', 48],
  ])
  expect(present.map(({ name }) => name)).toEqual([
    ...['Chair', 'Alan Reid', 'Joan Price', 'forty-two members in person and eleven by proxy'],
  ])
  expect(purpose?.text).toBe('Annual general meeting of Riverside Sailing Club Limited.')
})

test('who speaks is present, by the name that was said or listed, else by the label', () => {
  const said = `Speaker 1: Good morning. I'm Margaret Hale and I'll chair this meeting of the board of Hale Limited. With me are David Okafor, our finance director, and Priya Nair, the operations director. Apologies have been received from Susan Bright.
Speaker 2: Good morning, everybody.
Speaker 3: Good morning.
`
  const board = [
    'Margaret Hale (Chair)',
    'David Okafor (finance director)',
    'Priya Nair (operations director)',
  ]
  const shown = ({ present }: ReturnType<typeof minutesFrom>): string[] =>
    present.map(({ name, role }) => (role ? `${name} (${role})` : name))
  const first = minutesFrom(said)
  expect(shown(first)).toEqual(board)
  expect(first.apologies.map(({ text }) => text)).toEqual(['Susan Bright'])
  expect(shown(minutesFrom(said.replace('Speaker 2', 'David').replace('Speaker 3', 'Priya')))).toEqual(board)
  const listed = minutesFrom('Priya: Good morning to all of you.\nSpeaker 2: Good morning.\n', [
    { name: 'Priya Nair', role: 'Director' },
  ])
  expect(shown(listed)).toEqual(['Priya Nair (Director)', 'Speaker 2'])
})

test.each<[text: string, headings: string[], present: string[], guests: string[], apologies: string[]]>([
  [
    `Minutes of the remuneration committee of Ardmore Foods Ltd held on 9 October 2026.

Chair: Håkon Lindqvist. Members: Sinéad Ní Bhriain, Peter Yeung. Secretary: Lucy Marsh.

Sinéad declared that her partner works for the consultants, Fairpay, and took no part in item 2.

1. Chief executive's bonus
The committee considered the out-turn against the targets.

2. Appointment of advisers
The committee compared three firms. Lucy is to obtain terms from each.
`,
    ['## Opening', "## 1. Chief executive's bonus", '## 2. Appointment of advisers'],
    ['Håkon Lindqvist (chair)', 'Sinéad Ní Bhriain', 'Peter Yeung'],
    ['Lucy Marsh (secretary)'],
    [],
  ],
  [
    `DRAFT MINUTES
Present:
Jane Smith (Chair)
Noor al-Rashid
In attendance:
Priya Nair, company secretary
Henry Sable – auditor
Apologies for absence: Tom Orr and Karen Low
Trading update
Jane Smith reported that sales in the quarter were £420,000.
Health and safety
No accidents were reported in the quarter.
`,
    ['## Trading update', '## Health and safety'],
    ['Jane Smith (Chair)', 'Noor al-Rashid'],
    ['Priya Nair (company secretary)', 'Henry Sable (auditor)'],
    ['Tom Orr', 'Karen Low'],
  ],
  [
    `# Board of Yew plc
Present: A. Field (Chairman); B. Stone and C. Dean. In attendance: K. Low (observer).

## Item 1: Strategy paper
The chief executive presented the strategy paper to the board.
## Item 2: Any other business
There was no other business.
`,
    ['## 1. Strategy paper', '## 2. Any other business'],
    ['A. Field (Chairman)', 'B. Stone', 'C. Dean'],
    ['K. Low (observer)'],
    [],
  ],
])(
  'minutes that were written before keep their headings and their attendance: %s',
  (text, headings, members, guests, apologies) => {
    const content = minutesFrom(text)
    const markdown = inFull(content)
    expect(markdown.match(/^## .*/gm)).toEqual(headings)
    const list = (title: string): string[] =>
      new RegExp(`^\\*\\*${title}:\\*\\* (.*)$`, 'm').exec(markdown)?.[1]!.split(', ') ?? []
    expect([list('Present'), list('In attendance'), list('Apologies')]).toEqual([members, guests, apologies])
    // What is in the head is told once, and no sentence runs over a heading.
    expect(content.items.flatMap(({ discussion }) => discussion).map((one) => one.text)).not.toContainEqual(
      expect.stringMatching(/Present|attendance|bonus The|advisers The|“/),
    )
  },
)

test('an interest stands under the item that it names as well; a company’s own template loses nobody who attends', () => {
  const content = minutesFrom(`Present: Ann Bell (chair), Bob Day
In attendance: Dan Poe
Apologies: none

1. Declarations of interest
Bob Day declared that his wife is a director of Kessler Ltd, a bidder under item 2.

2. Haulage contract
The board compared the three bids at length.
`)
  expect(content.items.map(({ conflicts }) => conflicts.map(({ person }) => person))).toEqual([
    ['Bob Day'],
    ['Bob Day'],
  ])
  const heading = { title: 'Board', date: null, location: null }
  const own = '{{#present}}{{name}}{{#role}} ({{role}}){{/role}};{{/present}}'
  expect(renderMinutes(own, content, heading).markdown).toContain('Dan Poe (in attendance);')
})

test.each([
  ['I declare the meeting closed at eleven twenty.', 'The meeting closed at 11.20.'],
  ['Thank you all, the meeting closed at half past four.', 'The meeting closed at half past four.'],
  ['No other business, so I close the meeting at 12:40.', 'The meeting closed at 12.40.'],
  ['I declare the meeting closed.', null],
])('when it was closed stands in a line of its own: %s', (said, line) => {
  const { items } = minutesFrom(`Chair: Item one, the roof.
Ann Bell: The engineers expect the roof to last for another four years at most.
Chair: Item two, the van.
Ann Bell: The van has failed its test twice and a new one costs nine thousand pounds.
Chair: ${said}
`)
  expect(items.map(({ heading }) => heading)).toEqual(['Roof', 'Van', ...(line ? ['Close'] : [])])
  const told = items.flatMap(({ discussion }) => discussion.map(({ text }) => text))
  expect(told.filter((text) => text.includes('clos'))).toEqual(line ? [line] : [])
})

test('the same words give the same minutes', () => {
  const { meeting, source } = meetings[0]!
  expect(composeMinutes(meeting, source)).toEqual(composeMinutes(meeting, source))
})
