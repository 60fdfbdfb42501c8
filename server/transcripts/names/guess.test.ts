import { describe, expect, it, test } from 'vitest'
import { guessNames, isCertain } from './guess.ts'
import type { Claim } from './meeting.ts'

/** "A: words" a line; one segment each, ten seconds apart. */
const said = (...lines: string[]) =>
  lines.map((line, i) => {
    const [, speaker = '', text = ''] = /^(\w+): (.*)$/.exec(line) ?? []
    return { id: i + 1, start: i * 10, speaker: speaker === '-' ? null : speaker, text }
  })

function guess(
  lines: string[],
  {
    listed = [],
    confirmed = {},
    dismissed = {},
    further = [],
  }: {
    listed?: string[]
    confirmed?: Record<string, string>
    dismissed?: Record<string, string[]>
    further?: Claim[]
  } = {},
) {
  return guessNames({
    segments: said(...lines),
    listed,
    confirmed: new Map(Object.entries(confirmed)),
    dismissed: new Map(Object.entries(dismissed)),
    further,
  })
}
/** The best guess of each label; "!" is one beyond doubt. */
const best = (...args: Parameters<typeof guess>): Record<string, string> =>
  Object.fromEntries(
    [...guess(...args)].map(([label, [first]]) => [label, first!.name + (isCertain(first!) ? '!' : '')]),
  )

describe('an introduction', () => {
  test.each<[string, Record<string, string>]>([
    ["Hello, I'm Jane Smith from accounts.", { A: 'Jane Smith' }],
    ['My name is Anne-Marie O’Neill.', { A: 'Anne-Marie O’Neill' }],
    ['My name is Jane.', { A: 'Jane' }],
    ["My name's Anna van der Berg, and I chair this.", { A: 'Anna van der Berg' }],
    ['Good morning, this is Jane Smith speaking.', { A: 'Jane Smith' }],
    ['Jane Smith here, sorry to be late.', { A: 'Jane Smith' }],
    ["My name is Dr Zoë O'Neill-Smith.", { A: "Dr Zoë O'Neill-Smith" }],
    ["Good morning, I'm Jane O’Neill-Smith.", { A: 'Jane O’Neill-Smith' }],
    ["I'm Priya Patel and I chair this board.", { A: 'Priya Patel' }],
    ["I'm Priya Patel and Tom Reed is my deputy.", {}],
    ['This is Tom Baker.', { A: 'Tom Baker' }],
    ['Good morning. Tom Baker here.', { A: 'Tom Baker' }],
    ['We begin. Then we go on. This is Tom Baker.', {}],
    ['My name is Liam Liam Liam.', {}],
    ["I'm Jane.", {}],
    ["I'm Finance Director.", {}],
    ["I'm Jane Smith's deputy.", {}],
    ["I'm not Jane Smith.", {}],
    ["I'm with Jane Smith.", {}],
    ["If I'm Jane Smith, I say no.", {}],
    ['He said my name is Jane Smith.', {}],
    ['She wrote: "I am Jane Smith."', {}],
    ['And then “my name is Jane Smith” appeared on the form.', {}],
    ['this is Jane Smith', {}],
    ['This is Jane Smith, our auditor.', {}],
    ['Is Jane Smith here to stay.', {}],
  ])('%s', (line, expected) => expect(best([`A: ${line}`])).toEqual(expected))

  it('with two names is beyond doubt for an attendee, and waits for a person without a list', () => {
    const lines = ["A: Good morning, I'm Sarah Bell."]
    expect(best(lines, { listed: ['Sarah Bell'] })).toEqual({ A: 'Sarah Bell!' })
    expect(best(lines)).toEqual({ A: 'Sarah Bell' })
  })

  it('with a first name counts for somebody who is listed', () => {
    expect(best(["A: Hi, I'm Sarah."], { listed: ['Sarah Bell'] })).toEqual({ A: 'Sarah Bell' })
    expect(best(["A: Hi, I'm Sarah."], { listed: ['Priya Shah'] })).toEqual({})
  })

  it('with a first name goes on with what somebody is', () => {
    expect(best(["A: I'm Priya and I'm the chair."], { listed: ['Priya Patel'] })).toEqual({
      A: 'Priya Patel',
    })
  })

  it('with a first name gives way to the whole one', () => {
    const lines = ['A: My name is Jane.', 'B: Jane Okafor?', 'A: Present.', 'B: Thank you, Jane.']
    expect(best(lines)).toMatchObject({ A: expect.stringMatching(/^Jane Okafor/) as string })
  })

  it('by two of the same name settles nothing', () => {
    const [one, two] = ['A', 'B'].map(
      (who) =>
        guess(['A: My name is Jane Smith.', 'B: My name is Jane Smith.'], { listed: ['Jane Smith'] }).get(
          who,
        )![0]!,
    )
    expect([isCertain(one!), isCertain(two!), one!.confidence < 0.6]).toEqual([false, false, true])
  })
})

describe('thanks', () => {
  const report = 'A: The accounts are ready and the audit is done.'
  test.each<[string, Record<string, string>]>([
    ['B: Thank you, Sarah.', { A: 'Sarah' }],
    ['B: Thank you very much Sarah, that was clear.', { A: 'Sarah' }],
    ['B: That is helpful. Thanks, Sarah Bell.', { A: 'Sarah Bell' }],
    ['B: Thank you, Mr. Okoro.', { A: 'Mr Okoro' }],
    ['B: Thank you, Chair.', {}],
    ['B: Thank you, Madam Chair.', {}],
    ['B: Thanks, everyone. Thank you, All.', {}],
    ['B: Thank you. Sarah has more.', {}],
    ['B: Thanks to Sarah for her work.', {}],
    ['B: We thank Sarah.', {}],
    ['B: As Sarah said, it is done.', {}],
    ['B: She said thank you, Sarah.', {}],
    ['B: The card read "Thank you, Sarah".', {}],
    ["B: Thank you, Sarah's team.", {}],
    ['B: Thank you, Sarah and Tom.', {}],
    ['B: Thank you, Sarah. And thanks, Tom.', {}],
  ])('%s', (line, expected) => expect(best([report, line])).toEqual(expected))

  it('go past an interjection to who has really spoken', () => {
    expect(best([report, 'B: Mm.', 'C: Thank you, Sarah.'])).toEqual({ A: 'Sarah' })
  })

  it('come first: what is said later thanks somebody else', () => {
    expect(best([report, 'B: Now. Then. Well. So. Thank you, Sarah.'])).toEqual({})
  })

  it('to whoever sent apologies name nobody', () => {
    const guesses = guess(
      [
        'A: Apologies were received from Sarah Bell and Tom Reed today.',
        report.replace('A', 'B'),
        'A: Thank you, Sarah.',
      ],
      { listed: ['Sarah Bell'] },
    )
    expect(guesses.get('B')).toBeUndefined()
  })
})

describe('a call', () => {
  const answer = 'B: The pension deficit has grown since the spring.'
  test.each<[string, Record<string, string>]>([
    ['A: Priya, over to you.', { B: 'Priya' }],
    ['A: Thank you all. Over to you, Priya.', { B: 'Priya' }],
    ['A: I will hand over to Priya Shah.', { B: 'Priya Shah' }],
    ["A: Let's hear from Priya on this.", { B: 'Priya' }],
    ['A: Priya, could you take us through it?', { B: 'Priya' }],
    ['A: What do you think, Priya?', { B: 'Priya' }],
    ['A: Can I ask Dr Shah to begin?', { B: 'Dr Shah' }],
    ['A: Chair, over to you.', {}],
    ['A: I asked Priya yesterday.', {}],
    ['A: I will ask Priya after the meeting.', {}],
    ['A: Can I ask Priya to send the plan round?', {}],
    ['A: He said Priya, over to you.', {}],
    ['A: Priya, over to you. First the minutes. They are approved. Now we begin.', {}],
  ])('%s', (line, expected) => expect(best([line, answer])).toEqual(expected))
})

describe('a roll call', () => {
  test.each<[string[], Record<string, string>]>([
    [['A: Is Mr Okoro here?', 'B: Present.'], { B: 'Mr Okoro' }],
    [['A: Is Mr Okoro here?', 'B: He has just left the room I think you will find.'], {}],
    [
      ['A: Priya Shah?', 'B: Here.', 'A: Tom Reed?', 'C: Yes, good morning.'],
      { B: 'Priya Shah', C: 'Tom Reed' },
    ],
    [['A: Is the report here?', 'B: Yes.'], {}],
    [['A: I agree. Agreed.', 'B: Agreed.', 'C: Agreed.'], {}],
  ])('%s', (lines, expected) => expect(best(lines)).toEqual(expected))

  it('knows those who are read out as present', () => {
    const lines = [
      'A: Present: Sarah Bell, Mr Okoro and Priya Shah.',
      'A: Priya, over to you.',
      'B: I shall be brief today.',
    ]
    expect(best(lines)).toEqual({ B: 'Priya Shah' })
  })
})

describe('the list of attendees', () => {
  const listed = ['Sarah Bell', 'Daniel Okoro', 'Dr Priya Shah']
  test.each<[string, string]>([
    ['Sarah', 'Sarah Bell'],
    ['Sara', 'Sarah Bell'],
    ['Mr Okora', 'Daniel Okoro'],
    ['Dr Shah', 'Dr Priya Shah'],
    ['Preya', 'Dr Priya Shah'],
    ['Wendy', 'Wendy'],
    ['Dan', 'Dan'],
  ])('%s means %s', (name, expected) => {
    expect(best(['A: The accounts are ready for signature.', `B: Thank you, ${name}.`], { listed })).toEqual({
      A: expected,
    })
  })

  it('with two Sarahs leaves it open which one is meant', () => {
    const lines = ['A: The accounts are ready for signature.', 'B: Thank you, Sarah.']
    const guesses = guess(lines, { listed: ['Sarah Bell', 'Sarah Jones'] }).get('A')!
    expect(guesses.map(({ name }) => name)).toEqual(['Sarah Bell', 'Sarah Jones'])
    expect(guesses.every((one) => one.confidence < 0.6 && !isCertain(one))).toBe(true)
  })
})

describe('evidence', () => {
  const handed = [
    'C: Priya, over to you.',
    'B: The deficit has grown since the spring.',
    'C: Thank you, Priya.',
  ]
  it('of two kinds is beyond doubt for an attendee', () => {
    expect(best(handed, { listed: ['Priya Shah'] })).toEqual({ B: 'Priya Shah!' })
    expect(best(handed)).toEqual({ B: 'Priya' })
  })

  it('of one kind never is, however often', () => {
    const often = Array.from({ length: 5 }, () => [
      'B: The deficit has grown since the spring.',
      'C: Thank you, Priya.',
    ]).flat()
    const [first] = guess(often, { listed: ['Priya Shah'] }).get('B')!
    expect([first!.confidence, isCertain(first!), first!.evidence.length]).toEqual([0.9, false, 5])
  })

  it('says where it was heard', () => {
    expect(guess(handed).get('B')![0]!.evidence).toEqual([
      { segmentId: 1, start: 0, rule: 'handover', quote: 'Priya, over to you.' },
      { segmentId: 3, start: 20, rule: 'thanks', quote: 'Thank you, Priya.' },
    ])
  })

  it('for two people contradicts itself', () => {
    const lines = [...handed, 'B: And the plan follows in the autumn.', 'C: Thank you, Tom.']
    const guesses = guess(lines, { listed: ['Priya Shah', 'Tom Reed'] }).get('B')!
    expect(guesses[0]!.name).toBe('Priya Shah')
    expect(guesses.some(isCertain)).toBe(false)
  })

  it('is weak where the speaker calls the person by name', () => {
    const lines = [
      'A: The accounts are ready for signature.',
      'B: Thank you, Sarah.',
      'C: All are agreed then.',
      'A: Sarah, over to you.',
      'B: I have nothing more to add.',
    ]
    const guesses = guess(lines, { listed: ['Sarah Bell'] })
    expect(guesses.get('A')?.[0]?.contradicted ?? true).toBe(true)
    expect([...guesses.values()].flat().some(isCertain)).toBe(false)
  })

  it('is nothing against what a person has said', () => {
    expect(best(handed, { confirmed: { B: 'Tom Reed' } })).toEqual({})
    expect(best(handed, { dismissed: { B: ['Priya'] } })).toEqual({})
    expect(best(handed, { dismissed: { B: ['Priya Shah'] }, listed: ['Priya Shah'] })).toEqual({})
    expect(best(handed, { confirmed: { A: 'Priya Shah' } }).B).toBe('Priya Shah') // perhaps the same person
  })

  it('needs to be known who speaks', () => {
    expect(
      best(['-: The accounts are ready for signature.', 'B: Thank you, Sarah.', "-: I'm Tom Reed."]),
    ).toEqual({})
  })
})

test('five thousand segments take a moment', () => {
  const lines = Array.from(
    { length: 5000 },
    (_, i) =>
      `S${i % 6}: The committee looked at item ${i}, and Sarah said that it would be done by Friday. Thank you.`,
  )
  const segments = said(...lines)
  const began = performance.now()
  guessNames({ segments, listed: ['Sarah Bell'], confirmed: new Map(), dismissed: new Map() })
  expect(performance.now() - began).toBeLessThan(5000) // a moment, on a machine that does other things too
})

describe('what a language model has read', () => {
  const lines = [
    'A: Much obliged to Sarah for that, as ever.',
    'B: The audit is done and the accounts are ready.',
    'A: Let us move on.',
  ]
  const read = (label: string, said: string, segmentId: number, by = 'A'): Claim => ({
    ...{ rule: 'language', label, by, said, segmentId, start: 0, quote: 'as it was said', strength: 0.5 },
  })
  const first = (...args: Parameters<typeof guess>) => guess(...args).get('B')![0]!

  it('suggests, and never more: listed, or read again and again', () => {
    const listed = ['Sarah Bell']
    expect(best(lines, { further: [read('B', 'Sarah', 1)] })).toEqual({ B: 'Sarah' })
    const often = [1, 2, 3].map((id) => read('B', 'Sarah', id))
    const guessed = first(lines, { listed, further: often })
    expect([guessed.name, isCertain(guessed)]).toEqual(['Sarah Bell', false])
    expect(guessed.evidence.map(({ rule }) => rule)).toEqual(['language', 'language', 'language'])
  })

  it('bears a rule out, short of doing without a person', () => {
    const thanked = ['A: Start.', 'B: The audit is done and it was long.', 'A: Thank you, Sarah.']
    const [alone, both] = [[], [read('B', 'Sarah', 1)]].map((further) => first(thanked, { further }))
    expect(both!.confidence).toBeGreaterThan(alone!.confidence)
    const sure = first(thanked, {
      listed: ['Sarah Bell'],
      further: [1, 2, 3].map((id) => read('B', 'Sarah Bell', id)),
    })
    expect([sure.confidence > 0.9, isCertain(sure)]).toEqual([true, false])
    // The sentence is the rule's already.
    const same = first(thanked, { further: [read('B', 'Sarah', 3)] })
    expect(same.evidence.map(({ rule }) => rule)).toEqual(['thanks'])
  })

  it('loses against what the rules are sure of, for the speaker and for the name', () => {
    const introduced = ["B: Good morning, I'm Sarah Bell.", 'A: Welcome to the meeting.']
    const listed = ['Sarah Bell', 'Tom Reed']
    const further = [read('B', 'Tom Reed', 2), read('B', 'Sarah Chen', 2), read('A', 'Sarah Bell', 1, 'B')]
    const alone = guess(introduced, { listed })
    expect(guess(introduced, { listed, further })).toEqual(alone)
    expect(isCertain(alone.get('B')![0]!)).toBe(true)
  })

  it('does not speak against whoever names themself', () => {
    const named = ['B: You can call me Sarah, everybody does.', 'A: Welcome.']
    expect(first(named, { further: [read('B', 'Sarah', 1, 'B')] }).confidence).toBe(0.5)
  })
})
