import { expect, test } from 'vitest'
import { found } from '../test/spoken-minutes.ts'

/** What ends otherwise than carried, in ordinary words: it stands with what it was about, and with its outcome. */

const next = ['Chair: Item nine, the roof.', 'Tom Orr: It leaks at the back.']

test.each([
  [
    'withdrawn by whoever put it',
    [
      'Chair: The bike store.',
      'Ann Bell: I was going to propose that we charge twenty pounds a year for a rack.',
      'Ann Bell: But I have heard what people think, so I’m withdrawing it.',
      'Chair: That’s withdrawn.',
    ],
    'withdrawn The bike store: to charge twenty pounds a year for a rack.',
  ],
  [
    'no longer pressed',
    [
      'Chair: The boat fees.',
      'Ann Bell: I’d move that we put the boat fees up to fifty pounds.',
      'Tom Orr: That would cost us a third of the members.',
      'Ann Bell: In that case I shan’t press it.',
    ],
    'withdrawn To put the boat fees up to fifty pounds.',
  ],
  [
    'scrapped',
    [
      'Chair: The secondment.',
      'Ann Bell: I was going to ask to go in for it.',
      'Ann Bell: With the commute as it is I cannot. So scrap that request.',
    ],
    'withdrawn Chair: “The secondment.” Ann Bell: “I was going to ask to go in for it. … So scrap that request.”',
  ],
  [
    'refused',
    [
      'Chair: The apprentices’ pay.',
      'Ann Bell: I’d like them to go up to thirty-four thousand.',
      'Chair: There is a freeze. It’s a no to the thirty-four, I’m afraid.',
      'Ann Bell: Had to ask.',
    ],
    'rejected Chair: “The apprentices’ pay.” Ann Bell: “I’d like them to go up to thirty-four thousand.” Chair: “It’s a no to the thirty-four, I’m afraid.”',
  ],
  [
    'turned down after the hands',
    [
      'Chair: St Jude’s next, eighteen hundred for a memory garden.',
      'Tom Orr: It is a lovely idea and it is not our objects.',
      'Chair: Those in favour of the St Jude’s grant? None. Then I’m afraid we turn that one down.',
    ],
    'rejected Chair: “Those in favour of the St Jude’s grant? … Then I’m afraid we turn that one down.”',
  ],
  [
    'lost',
    [
      'Chair: Subs.',
      'Ann Bell: I’m proposing one hundred and forty-five for adults.',
      'Tom Orr: People would go mad.',
      'Chair: Show of hands for one forty-five? Just you, Ann. Against? Three. OK, so that’s not going through, subs stay as they are.',
    ],
    'rejected Ann Bell: “I’m proposing one hundred and forty-five for adults.” Chair: “That’s not going through, subs stay as they are.”',
  ],
  [
    'left for a month that another names',
    [
      'Chair: Bar licence, that’s up in August.',
      'Chair: I think we leave it over till we know who’s going to be steward.',
      'Ann Bell: Yeah. Leave it till July.',
      'Chair: July, then.',
    ],
    'deferred Chair: “Bar licence, that’s up in August. I think we leave it over till we know who’s going to be steward.” Ann Bell: “Leave it till July.” Chair: “July, then.”',
  ],
  [
    'not ready',
    [
      'Chair: And the dogs, flat eight want permission for a Labrador.',
      'Tom Orr: We said no to flat fifteen, but that was a mastiff.',
      'Chair: I think we’re not ready on this one. Ann, could you ask other blocks, and we’ll look at it in January?',
      'Ann Bell: Sure, I’ll do a note.',
    ],
    'deferred Chair: “The dogs, flat eight want permission for a Labrador. … I think we’re not ready on this one. Ann, could you ask other blocks, and we’ll look at it in January?”',
  ],
  [
    'not put today',
    [
      'Chair: And I won’t put Robert’s reappointment now, he has asked for more time. We’ll come back to it in February.',
    ],
    'deferred Chair: “I won’t put Robert’s reappointment now, he has asked for more time. We’ll come back to it in February.”',
  ],
  [
    'that can wait',
    [
      'Chair: Annual report of this committee.',
      'Tom Orr: It is only a draft.',
      'Chair: Well, it can wait for November, there’s no hurry with it.',
      'Ann Bell: Agreed, November.',
    ],
    'deferred Chair: “Annual report of this committee. … Well, it can wait for November, there’s no hurry with it.”',
  ],
  [
    'noted',
    [
      'Chair: The cladding.',
      'Ann Bell: The government fund has given us the full one point four million.',
      'Chair: We’ll note that with great relief.',
    ],
    'noted Chair: “The cladding.” Ann Bell: “The government fund has given us the full one point four million.” Chair: “We’ll note that with great relief.”',
  ],
])('%s', (_, lines, decision) => {
  expect(found(...lines, ...next).facts.map((one) => one.replaceAll('’', "'"))).toEqual([
    decision.replaceAll('’', "'"),
  ])
})

test.each([
  [
    'what would be withdrawn on a condition',
    [
      'Ann Bell: I’d move that we put the boat fees up to fifty pounds.',
      'Ann Bell: I’d withdraw it if the moorings came down.',
    ],
  ],
  [
    'what another takes up',
    [
      'Ann Bell: I’d move that we put the boat fees up to fifty pounds.',
      'Ann Bell: No, I withdraw it.',
      'Tom Orr: Then I’ll move it myself.',
    ],
  ],
  [
    'a remark',
    ['Ann Bell: Your figures are a fairy tale.', 'Tom Orr: Really!', 'Ann Bell: I withdraw that remark.'],
  ],
  [
    'what was withdrawn elsewhere',
    ['Chair: The wind farm.', 'Ann Bell: At the last meeting of the council I withdrew it.'],
  ],
  [
    'a jest',
    [
      'Ann Bell: I’d move that we sell the chairman, ha ha.',
      'Chair: Order.',
      'Ann Bell: I withdraw it, only joking.',
    ],
  ],
  [
    'a refusal of an earlier year',
    [
      'Chair: The dogs.',
      'Ann Bell: They’d like to keep a Labrador.',
      'Chair: It was a no to the mastiff two years ago.',
    ],
  ],
  [
    'no problem',
    ['Chair: The hall.', 'Ann Bell: I’d like to use it on Friday.', 'Chair: It’s no problem, I’ll ask.'],
  ],
  [
    'a question',
    ['Chair: The bar licence.', 'Chair: Shall we leave it till July?', 'Tom Orr: What does it cost?'],
  ],
  [
    'what somebody is against putting off',
    [
      'Chair: The bar licence.',
      'Chair: I think we leave it over till July.',
      'Tom Orr: No, we can’t, it runs out in June.',
    ],
  ],
  [
    'later in the same meeting',
    ['Chair: The bar licence.', 'Chair: We’ll come back to it in a minute.', 'Tom Orr: Fine.'],
  ],
  [
    'what nobody can tell from the words',
    ['Ann Bell: He said that it was raining there.', 'Chair: It can wait for November.', 'Tom Orr: Agreed.'],
  ],
  [
    'a note that somebody dissents',
    ['Chair: The lease.', 'Tom Orr: I am unhappy with all of it.', 'Chair: We’ll note that you are unhappy.'],
  ],
])('not as fact: %s', (_, lines) => {
  expect(found(...lines, ...next).facts).toEqual([])
})

test('what was decided and is looked at again later is decided', () => {
  const { facts } = found(
    'Chair: The coach.',
    'Chair: Are we agreed to pay the coach twenty pounds an hour?',
    'Ann Bell: Agreed.',
    'Tom Orr: Agreed.',
    'Chair: That is carried. We’ll look at the coach again in October.',
    ...next,
  )
  expect(facts).toHaveLength(1)
  expect(facts[0]).toMatch(/^carried /)
})
