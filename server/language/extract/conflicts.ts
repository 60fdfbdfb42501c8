import { doubtAt } from './mood.ts'
import type { People } from './people.ts'
import type { Sentence } from './talk.ts'

export type FoundConflict = { sentence: Sentence; person: string | null }

/** Directors' interests, declared: Companies Act 2006 s177 (proposed transactions), s182 (existing ones), s175 (conflicts). */
const declares =
  /\b(?:i (?:should|must|need to|have to|'d like to|would like to|ought to|wish to|do|will)?(?: also| just| probably)* ?(?:declare|disclose)|i'?(?:'ll| will) (?:just )?(?:declare|disclose)|for (?:the record|transparency),? i|i'?(?:'ve| have) (?:got )?(?:an?|a potential|a possible|a personal|a financial|a small)? ?(?:interest|conflict)|i(?:'m| am) (?:conflicted|interested in (?:this|that|the) (?:transaction|contract|matter|item|resolution))|my (?:wife|husband|partner|brother|sister|son|daughter|mother|father|cousin|brother-in-law|sister-in-law|family|firm|company|employer)(?:'s)? (?:company|firm|business|is|works|owns|runs|has|holds|sits)|i(?:'m| am) (?:also )?(?:a|the) (?:director|shareholder|trustee|partner|owner|governor|non-exec) (?:of|in|at)|i own (?:shares|a stake|part)|i (?:hold|have) shares in)\b/
const reads = /\b(?:has|have) declared (?:an?|his|her|their) (?:interest|conflict)|declared an interest|declares an interest\b/
const invites = /\b(?:any|anyone|does anybody|declarations? of interests?)\b.*\b(?:declare|interests?|conflicts?)\b/
const aboutInterest = /\b(?:interest|conflict|declare|disclose|recuse|abstain|leave the room|step out|not vote|won't vote|section 1(?:75|77|82))\b/

/** Interests that were declared in the meeting. */
export function findConflicts(talk: readonly Sentence[], people: People): FoundConflict[] {
  const found: FoundConflict[] = []
  for (const sentence of talk) {
    const { plain, index } = sentence
    if (sentence.isQuestion) continue
    const own = declares.exec(plain)
    if (own && doubtAt(sentence, own.index, own[0].length) === null) {
      const near = talk.slice(Math.max(0, index - 3), index + 4)
      const isDeclared = /declare|disclose|conflict|interest/.test(own[0])
      if (isDeclared ? !/\bno (?:conflicts?|interests?)\b|\bnothing to declare\b/.test(plain) : near.some((one) => aboutInterest.test(one.plain)))
        found.push({ sentence, person: sentence.speaker })
      continue
    }
    const other = reads.exec(plain)
    if (other && !invites.test(plain)) {
      const named = new RegExp(String.raw`\b(${people.pattern})\b`).exec(plain.slice(0, other.index))
      if (named) found.push({ sentence, person: people.meant(named[1]!) })
    }
  }
  // One declaration is often told over several sentences.
  return found.filter(
    (one, at) => at === 0 || found[at - 1]!.person !== one.person || one.sentence.index - found[at - 1]!.sentence.index > 4,
  )
}
