/** So much white space in a row is no layout: models that are held to a schema sometimes never find their way out of it. */
const longestBlank = 100
/** The longest text that is recognised as being said again and again. */
const longestPeriod = 800
/** What repeats must fill at least this much, and be there three times; a sentence of some length twice. */
const shortestRun = 120
const shortestTwice = 90
const times = (period: number): number => (period >= shortestTwice ? 2 : 3)

/** Whether an answer has come to go round in circles at its end. Cheap enough for every few words. */
export function goesInCircles(answer: string): boolean {
  return endsInBlank(answer) || endsInRepetition(answer)
}

function endsInBlank(answer: string): boolean {
  return answer.length >= longestBlank && answer.slice(-longestBlank).trim() === ''
}

function endsInRepetition(answer: string): boolean {
  const tail = answer.slice(-longestPeriod * 2)
  for (let period = 1; period <= longestPeriod && period < tail.length; period++) {
    const enough = Math.max(shortestRun, period * (times(period) - 1))
    if (enough + period > tail.length) continue
    let run = 0
    while (run < enough && tail[tail.length - 1 - run] === tail[tail.length - 1 - run - period]) run++
    if (run === enough) return true
  }
  return false
}
