import { contentWords } from '../search/service.ts'
import { alternativeWords } from '../language/alternatives.ts'

/** Entries of the knowledge base that answer together what is asked of all of them: sections 171 to 177. */
const families: { asked: RegExp; beside: RegExp; ids: string[] }[] = [
  {
    asked: /\bdut(y|ies)\b.*\bdirectors?\b|\bdirectors?\b.*\bdut(y|ies)\b/i,
    beside: new RegExp(
      `^${alternativeWords(`
        dut director general statutor legal compan law act 2006 uk british english
        main list seven 7 owe basic all under fiduciary board
      `)}`,
    ),
    ids: [171, 172, 173, 174, 175, 176, 177].map((section) => `ca2006-s${section}`),
  },
]

/** The ids; null where the question is about something more particular. */
export function familyAskedFor(question: string): string[] | null {
  const found = families.find(
    ({ asked, beside }) => asked.test(question) && contentWords(question).every((word) => beside.test(word)),
  )
  return found?.ids ?? null
}
