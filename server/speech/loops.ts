import { plain } from './agreement.ts'

/** As many words a phrase has at most, and so often it may be said in a row: people do say "no" five times. */
const longestPhrase = 8
const mostTimes = 5
/** Around a table each says the same word, and figures are read out one by one. */
const mostAnswers = 20
const answers = new Set([
  ...[
    'aye',
    'ayes',
    'yes',
    'yeah',
    'no',
    'nay',
    'agreed',
    'here',
    'present',
    'for',
    'against',
    'abstain',
    'seconded',
  ],
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
  ...['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
])

/**
 * A decoder that has lost its way says the same words until it is out of room. A phrase that comes more often in a row than
 * anybody says it is kept once.
 */
export function withoutLoops<Word extends { text: string }>(words: Word[]): Word[] {
  const kept: Word[] = []
  for (let at = 0; at < words.length;) {
    const phrase = loopAt(words, at)
    kept.push(...words.slice(at, at + phrase.words))
    at += phrase.words * phrase.times
  }
  return kept
}

/** The shortest phrase that is repeated too often from there on; otherwise one word, said once. */
function loopAt(words: { text: string }[], at: number): { words: number; times: number } {
  for (let length = 1; length <= longestPhrase; length++) {
    let end = at + length
    while (end < words.length && plain(words[end]!.text) === plain(words[end - length]!.text)) end++
    const times = Math.floor((end - at) / length)
    if (times > (length === 1 && answers.has(plain(words[at]!.text)) ? mostAnswers : mostTimes))
      return { words: length, times }
  }
  return { words: 1, times: 1 }
}
