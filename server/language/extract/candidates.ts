import { isRefusal } from './concluded.ts'
import { because, type FoundDecision } from './found.ts'
import { isPutOff } from './declared.ts'
import * as say from './phrases.ts'
import { noteOf } from './note.ts'
import { signsOf } from './signs.ts'
import type { Sentence } from './talk.ts'

/** Something that may be a decision, with all that speaks for and against it. */
export type Candidate = {
  found: FoundDecision
  /** In which it was decided, if it was. */
  at: Sentence
  signs: string[]
}

/** What is told of the words that say what was decided, where others say that it was. */
const ofTheMatter = new Set([
  'recalled',
  'hypothesis',
  'if',
  'question',
  'very short',
  'short',
  'I think',
  'figure',
  'business',
  'addresses one',
  'by the chair',
  'not by the chair',
  'past tense',
  'puts a motion',
  'suggests',
])

/** Calls an item, counts hands or closes the meeting, and decides nothing. */
const announces =
  /^(?:(?:so|and|right|now|then|okay|thank you)[,.]? )*(?:(?:next |agenda )?item|agenda|moving on to|turning to|coming to|against|abstentions?|abstaining)\b|\b(?:declare|close|closing) (?:the|this) meeting\b|\bmeeting (?:is )?(?:now )?closed\b|^(?:[\w' ]{1,30}, )?(?:the )?(?:\w+ )?(?:resolution|motion)(?: \w+)? (?:was|is|has been) (?:put down|requisitioned|tabled|submitted) by\b|\bnext (?:board |committee |trustees' )?meeting (?:is|will be) (?:on|at)\b/

/** What was heard on the floor, and every other sentence that might close a matter. */
export function candidatesOf(
  talk: readonly Sentence[],
  heard: readonly FoundDecision[],
  chair: string | null,
): Candidate[] {
  const taken = new Set(heard.flatMap(({ sentences }) => sentences.map(({ index }) => index)))
  const fromFloor = heard.map((found) => ofFloor(found, talk, chair))
  const others = talk
    .filter(
      (one) => !taken.has(one.index) && (!one.isQuestion || isPutOff(one)) && !announces.test(one.plain),
    )
    .map((sentence): Candidate => {
      const signs = signsOf(sentence, talk, chair)
      const found = closing(sentence, talk, signs)
      return { found, at: sentence, signs }
    })
  return [...fromFloor, ...others]
}

function ofFloor(found: FoundDecision, talk: readonly Sentence[], chair: string | null): Candidate {
  const at = found.sentences.at(-1)!
  const signs = signsOf(at, talk, chair)
  const [firmness = '', way = ''] = found.rule.split(' ')
  signs.push(
    'floor',
    `floor ${firmness} ${way}`.trim(),
    found.doubt ? 'floor doubts' : 'floor sure',
    `floor ${found.outcome}`,
  )
  const matter = found.about.at(-1)
  if (matter && matter !== at) {
    signs.push(matter.speaker === at.speaker ? 'ended by who put it' : 'ended by another')
    for (const sign of signsOf(matter, talk, chair)) if (ofTheMatter.has(sign)) signs.push(`matter: ${sign}`)
  }
  return { found, at, signs }
}

const putsOff = ['is put off', 'defers']
const refuses = ['is refused', 'we will not']

/** A sentence that closes a matter without anything having been put. */
function closing(sentence: Sentence, talk: readonly Sentence[], signs: readonly string[]): FoundDecision {
  const matter = noteOf(sentence).content.length < 2 ? matterBefore(sentence, talk) : null
  const has = (names: string[]): boolean => names.some((name) => signs.includes(name))
  const sentences = matter ? [matter, sentence] : [sentence]
  return {
    sentences,
    about: sentences,
    kind: 'decision',
    outcome:
      has(putsOff) || isPutOff(sentence)
        ? 'deferred'
        : has(refuses) || isRefusal(sentence)
          ? 'rejected'
          : 'carried',
    vote: null,
    proposer: null,
    seconder: null,
    condition: say.conditionIn(sentence.plain),
    doubt: because.closing,
    rule: 'closing',
  }
}

/** What "Approved." and "That's settled" are about. */
function matterBefore({ index }: Sentence, talk: readonly Sentence[]): Sentence | null {
  for (let i = index - 1; i >= Math.max(0, index - 4); i--) {
    const one = talk[i]!
    if (noteOf(one).content.length >= 2 && !say.isBareQuestion(one.plain)) return one
  }
  return null
}
