import type { Sentence } from '../language/extract/talk.ts'

/** How a chair calls out a matter that is one word or two: "Whistleblowing. Any reports?", "Christmas do. Sian?" */

const mostAsked = 8
/** What was put before is voted on, and nothing is opened. */
const ofVote = /\b(?:objections?|against|abstentions?|seconders?|favour|corrections?|dissent)\b/
export const putsToVote = ({ plain, isQuestion, words }: Sentence): boolean =>
  isQuestion && words <= mostAsked && ofVote.test(plain)
const asksForNews =
  /^(?:and |so )?(?:any(?:thing|body|one)?|nothing|no news|news|what's|where are we|where have we got|how (?:are|is|did|do|'s)|are there any|is there any(?:thing)?|have we (?:any|got)|has any(?:one|body))\b/

/** "Sounds sensible. Nasreen?", "Very reasonable. Tom?": what was said is judged, and whoever is called is to vote. */
const judges =
  /^(?:sounds?|looks?|seems?|feels?|makes?|works?|suits?|depends?|helps?|matters?|no|not|fair|good|great|nice|happy|content)\b|(?<!t|\bc)(?:able|ible|ful|ous|less|ish)[.?!…]*$/

/** The next sentence asks for what there is to tell, or calls somebody by name who then speaks. */
export function isCalledOut(sentence: Sentence, talk: readonly Sentence[], names: RegExp | null): boolean {
  const next = talk[sentence.index + 1]
  if (!next || next.speaker !== sentence.speaker || judges.test(sentence.plain)) return false
  if (next.isQuestion && next.words <= mostAsked && asksForNews.test(next.plain)) return !putsToVote(next)
  const called = next.text.replace(/[.?!…]+$/, '').replace(/^(?:Mr|Mrs|Ms|Miss|Dr) /, '')
  if (called.split(' ').length > 2 || !names?.test(called)) return false
  const answerer = talk[sentence.index + 2]?.speaker
  return typeof answerer === 'string' && called.split(' ').some((word) => answerer.split(' ').includes(word))
}

const noun = /(?:ing|tions?|sions?|ments?|ances?|ences?|ages?|it(?:y|ies)|ships?|ures?|cies|cy|ery)$/
/** What people exclaim. */
const exclaimed =
  /^(?:amazing|interesting|disappointing|shocking|boring|worrying|encouraging|surprising|astonishing|outstanding|exciting|charming|fascinating|promising|frightening|depressing|annoying|tempting|damning|daunting|alarming|striking|touching|confusing|embarrassing|satisfying|reassuring|pleasing|heartening|appalling|staggering|stunning|terrifying|puzzling|sobering|cracking|blinding|challenging|refreshing|inspiring|damaging|missing|pending|ongoing|outstanding|evening|warning|laughter|applause|silence|nonsense|patience|congratulations|apologies|hallelujah|amen|blimey|crikey|gosh|goodness|heavens|typical|rubbish|magic|bingo|touché|ouch|bother|wow|hooray|hurrah|bravo|cool|progress|order|objection|guilty|sold|deal|snap|chair|chairman|madam|sir|gentlemen|ladies|colleagues|trustees|members|governors|directors|cheers|commiserations|precedence|coincidence)$/i

/** A single word that is a thing's name by its ending, and nobody's exclamation. */
export const isNoun = (word: string): boolean => noun.test(word) && !exclaimed.test(word)

export const isExclaimed = (word: string): boolean => exclaimed.test(word)
