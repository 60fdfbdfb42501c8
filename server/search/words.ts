/** Words that say nothing about what is looked for: of English, and of asking. */
const empty = new Set(
  `a about above after again against all also am an and any anybody anyone anything are aren as at be because been before
  being below between both but by can cannot could couldn did didn do does doesn doing don down during each else ever every
  few find for from further get give given go got had hadn has hasn have haven having he hello help her here hers herself hey
  hi him himself his how i if in into is isn it its itself just know last let like ll many may me might more most much must
  my myself need no nor not of off on once one only or other our ours ourselves out over own please re same say says said
  shall shan she should shouldn show so some somebody someone something such tell than thank thanks that the their theirs
  them themselves then there these they thing things this those through to told too under until up upon us ve very want was
  wasn we were weren what whatever when where whether which while who whom whose why will with within without won would
  wouldn you your yours yourself yourselves clara discuss discussed talk talked mention mentioned happen happened explain`
    .split(/\s+/)
    .filter(Boolean),
)

/** More words than a question has, and few enough for one query each. */
const mostWords = 24
const longestWord = 40

/** What is written in one way and said in another; the words beside it are looked for too. */
const alsoCalled: Record<string, string[]> = {
  agm: ['annual', 'general', 'meeting'],
  egm: ['general', 'meeting'],
  psc: ['significant', 'control'],
  idv: ['identity', 'verification'],
  id: ['identity'],
  cosec: ['secretary'],
  dpo: ['protection'],
  fy: ['financial', 'year'],
}

/** The words of a text that say what it is about, as they stand in it; short forms are followed by what they stand for. */
export function contentWords(text: string, most: number = mostWords): string[] {
  const found = new Set<string>()
  const said = text.normalize('NFC').toLowerCase()
  for (const [match] of said.matchAll(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu)) {
    const word = match.replace(/['’].*$/u, '').slice(0, longestWord)
    if (empty.has(word) || (word.length < 2 && !/\p{N}/u.test(word))) continue
    found.add(word)
    for (const other of alsoCalled[word] ?? []) found.add(other)
    if (found.size >= most) break
  }
  return [...found].slice(0, most)
}
