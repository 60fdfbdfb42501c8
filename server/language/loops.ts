/** So much white space in a row is no layout: models that are held to a schema sometimes never find their way out of it. */
const longestBlank = 200
/** The longest text that is recognised as being said again and again. */
const longestPeriod = 800
/** What repeats must fill at least this much, and be there three times. */
const shortestRun = 400
const times = 3

/** Whether an answer has come to go round in circles at its end. Cheap enough for every few words. */
export function goesInCircles(answer: string): boolean {
  return endsInBlank(answer) || endsInRepetition(answer)
}

function endsInBlank(answer: string): boolean {
  return answer.length >= longestBlank && answer.slice(-longestBlank).trim() === ''
}

function endsInRepetition(answer: string): boolean {
  const tail = answer.slice(-longestPeriod * times)
  for (let period = 1; period <= longestPeriod && period < tail.length; period++) {
    const enough = Math.max(shortestRun, period * (times - 1))
    if (enough + period > tail.length) continue
    let run = 0
    while (run < enough && tail[tail.length - 1 - run] === tail[tail.length - 1 - run - period]) run++
    if (run === enough) return true
  }
  return false
}
