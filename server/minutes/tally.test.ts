import { expect, test } from 'vitest'
import { found, minutesFrom } from '../test/spoken-minutes.ts'

const put = [
  'Chair: Item two, the survey.',
  'David Okafor: I propose that we appoint Hobbs Surveyors for the survey.',
  'James Whitlock: I second that.',
]
const hobbs = 'To appoint Hobbs Surveyors for the survey.'

test.each([
  ['Three, with me four. Ruth not voting. Carried.', `4:-:- ${hobbs} Ruth did not vote.`],
  ['Two, with me three. Carried.', `3:-:- ${hobbs}`],
  ['Three, and myself, four. Against? One. Carried.', `4:1:- ${hobbs}`],
  ['Three plus me is four. Carried.', `4:-:- ${hobbs}`],
  ['Three plus myself. Carried.', `4:-:- ${hobbs}`],
  ['Three in favour, four with me. Against? Two, with Tom three. Carried.', `4:3:- ${hobbs}`],
  ['David, James and myself, three. Against? Sunita, one. Carried.', `3:1:- ${hobbs}`],
  ['Three. No, four. Ruth and Tom not voting. Carried.', `4:-:- ${hobbs} Ruth and Tom did not vote.`],
  ['Three. Against? One. Ruth Pell abstaining. Carried.', `3:1:1 ${hobbs}`],
])('who counts the hands adds them up: %j', (counted, expected) => {
  expect(found(...put, `Chair: Those in favour? ${counted}`).facts).toEqual([`carried ${expected}`])
})

test('that somebody did not vote is borne out by the words in which it was said', () => {
  const { items } = minutesFrom(
    ...put,
    'Chair: Those in favour? Three, with me four. Ruth not voting. Carried.',
  )
  const [decision] = items.flatMap(({ decisions }) => decisions)
  expect(decision?.evidence.map(({ quote }) => quote).join(' ')).toContain(
    'Three, with me four. Ruth not voting.',
  )
})
