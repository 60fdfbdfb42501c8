import { cuesIn, type CueKind } from './cues.ts'
import { headOf } from './phrases.ts'
import type { Sentence } from './talk.ts'

/** What a sentence is heard to do: each kind of cue, and the word that it begins at. */
export type Heard = { sentence: Sentence; cues: Map<CueKind, number>; isShort: boolean }

/** What is before the meeting. */
export type Matter = {
  /** The sentence that put it: a motion, a question to all. */
  put: Sentence
  how: 'motion' | 'asked'
  proposer: Sentence | null
  seconder: Sentence | null
  /** Who agreed, was against it or abstained, with their words. */
  assents: Sentence[]
  dissents: Sentence[]
  votes: Sentence[]
  /** It was said to be carried or lost: what is asked next is another matter. */
  isSettled: boolean
}

/** How it stands when a sentence begins. */
export type Standing = { matter: Matter | null; since: number }

/** A matter that nobody has come back to for so many sentences is no longer before the meeting. */
const longest = 14
const shortAnswer = 9

export const hear = (talk: readonly Sentence[]): Heard[] =>
  talk.map((sentence) => ({
    sentence,
    cues: cuesIn(sentence.words),
    isShort: sentence.words.length <= shortAnswer,
  }))

/** Goes through the meeting and says, for each sentence, what is before the meeting then. */
export function track(heard: readonly Heard[]): Standing[] {
  let matter: Matter | null = null
  let last = 0
  return heard.map((one, at) => {
    if (matter && at - last > longest) matter = null
    if (matter && opensItem(one)) matter = null
    const standing = { matter: matter && { ...matter }, since: matter ? at - last : longest }
    const how = putBy(one)
    if (how && !(matter && how === 'asked' && at - matter.put.index <= 3 && matter.how === 'motion')) {
      // A proposer's name may come before the motion, and the question after it.
      matter = begun(one, how, matter)
      last = at
    } else if (matter && note(matter, one)) last = at
    const isEnd = one.cues.has('carried') || one.cues.has('lost')
    if (matter && isEnd && !one.sentence.isQuestion) matter.isSettled = true
    return standing
  })
}

const opensItem = ({ cues, isShort, sentence }: Heard): boolean =>
  isShort && !sentence.isQuestion && cues.has('chairs') && !cues.has('asks') && !cues.has('carried')

function putBy({ cues, sentence }: Heard): Matter['how'] | null {
  if (cues.has('recalled') || cues.has('withdrawn')) return null
  // "The motion is lost" puts nothing.
  const isEnd = cues.has('carried') || cues.has('lost')
  if (cues.has('motion') && !isEnd && sentence.words.length > 4) return 'motion'
  if (cues.has('wantsProposer') || cues.has('callsVote')) return 'asked'
  const asks = cues.has('asks') || cues.has('carried') || askingWords.has(sentence.words.at(-1)!)
  return asks && sentence.isQuestion ? 'asked' : null
}

/** "The minutes of the fourth of August, approved?" */
const askingWords = new Set(['approved', 'agreed', 'yes', 'happy', 'content', 'okay', 'hands'])

const begun = ({ sentence, cues }: Heard, how: Matter['how'], before: Matter | null): Matter => ({
  ...{
    put: sentence,
    how,
    proposer: null,
    seconder: null,
    assents: [],
    dissents: [],
    votes: [],
    isSettled: false,
  },
  ...(how === 'asked' &&
    before &&
    !before.isSettled && {
      put: before.put,
      how: before.how,
      proposer: before.proposer,
      seconder: before.seconder,
      assents: [...before.assents],
      dissents: [...before.dissents],
    }),
  ...(how === 'motion' && cues.has('motion') && firstPerson(sentence) && { proposer: sentence }),
})

const firstPerson = ({ words }: Sentence): boolean => {
  const word = words[headOf(words)]
  return word === 'i' || word === "i'd" || word === "i'll"
}

/** Whether the sentence is about the matter; what it says is kept. */
function note(matter: Matter, { sentence, cues, isShort }: Heard): boolean {
  if (cues.has('counts') || cues.has('unanimous')) matter.votes = [...matter.votes, sentence]
  else if (cues.has('second') && !sentence.isQuestion) matter.seconder ??= sentence
  else if (cues.has('proposer') && isShort && !sentence.isQuestion) matter.proposer ??= sentence
  else if (cues.has('assent') && isShort && sentence.speaker !== matter.put.speaker && !sentence.isQuestion)
    matter.assents = [...matter.assents, sentence]
  else if (cues.has('dissent') && sentence.speaker !== matter.put.speaker)
    matter.dissents = [...matter.dissents, sentence]
  else return false
  return true
}
