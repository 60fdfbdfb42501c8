type Words = {
  text: string
  bold: boolean
  unsupported: boolean
  /** The last piece of an unsupported part. */
  ends: boolean
}
/** A part of an answer: words that are shown in one way, or the number of a passage. */
export type Piece = Words | { number: number }

type Range = { from: number; to: number }

/** Cuts a line where its look changes. @param unsupported as they read without numbers and marks of bold */
export function piecesOf(line: string, unsupported: readonly string[]): Piece[] {
  const { plain, bold, numbers } = read(line)
  const doubtful = unsupported.flatMap((part) => placesOf(part, plain))
  const cuts = new Set([0, plain.length])
  for (const { from, to } of [...bold, ...doubtful]) cuts.add(from).add(to)
  for (const { at } of numbers) cuts.add(at)
  const within = (ranges: readonly Range[], at: number): boolean =>
    ranges.some(({ from, to }) => from <= at && at < to)
  const pieces: Piece[] = []
  const places = [...cuts].sort((a, b) => a - b)
  for (const [i, at] of places.entries()) {
    for (const one of numbers) if (one.at === at) pieces.push({ number: one.number })
    const to = places[i + 1]
    if (to === undefined) break
    pieces.push({
      text: plain.slice(at, to),
      bold: within(bold, at),
      unsupported: within(doubtful, at),
      ends: doubtful.some((range) => range.to === to),
    })
  }
  return pieces
}

function read(line: string): { plain: string; bold: Range[]; numbers: { at: number; number: number }[] } {
  const bold: Range[] = []
  const numbers: { at: number; number: number }[] = []
  let plain = ''
  let opened: number | null = null
  for (const part of line.split(/(\*\*|\[\d+\])/)) {
    const number = /^\[(\d+)\]$/.exec(part)?.[1]
    if (number !== undefined) numbers.push({ at: plain.length, number: Number(number) })
    else if (part !== '**') plain += part
    else if (opened === null) opened = plain.length
    else {
      bold.push({ from: opened, to: plain.length })
      opened = null
    }
  }
  return { plain, bold, numbers }
}

/** Where it stands, whatever white space is in it. */
function placesOf(part: string, plain: string): Range[] {
  const words = part
    .split(/\s+/)
    .map((word) =>
      word.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replace(/((?:\\[.])|[,;:])$/, String.raw`\s*$1`),
    )
  // "5" is found in "Q5", not in "50"; a word is not found within another.
  const within = (edge: RegExp): string => (edge.test(part) ? String.raw`\p{N}` : String.raw`[\p{L}\p{N}]`)
  const pattern = new RegExp(
    String.raw`(?<!${within(/^\p{N}/u)})${words.join(String.raw`\s+`)}(?!${within(/\p{N}$/u)})`,
    'gu',
  )
  return [...plain.matchAll(pattern)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }))
}
