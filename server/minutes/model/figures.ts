const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const ordinals =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  )

/** Every number that a text names, in figures or in words: "412,000" and "four hundred and twelve thousand" are one. */
export function figuresIn(text: string): Set<number> {
  const found = new Set<number>()
  const words =
    text
      .toLowerCase()
      .replace(/(\d),(?=\d{3})/g, '$1')
      .match(/\d+(?:\.\d+)?|[a-z]+/g) ?? []
  let [total, part, open] = [0, 0, false]
  const close = (): void => {
    if (open) found.add(total + part)
    ;[total, part, open] = [0, 0, false]
  }
  words.forEach((word, at) => {
    const unit = units.indexOf(word)
    const ordinal = ordinals.indexOf(word)
    const ten = tens.indexOf(word)
    if (/^\d/.test(word)) {
      close()
      found.add(Number(word))
      part = Number(word)
      open = true
    } else if (unit !== -1 || ordinal > 0) {
      const value = unit === -1 ? ordinal : unit
      // "nineteen ninety", "two three" are numbers one after the other.
      if (open && part % 10 !== 0 && part % 100 !== 0) close()
      found.add(value)
      part += value
      open = true
      if (unit === -1) close()
    } else if (ten !== -1) {
      if (open && part % 100 !== 0) close()
      part += (ten + 2) * 10
      open = true
    } else if (word === 'hundred' || word === 'hundredth') {
      part = (part || 1) * 100
      open = true
    } else if (word === 'thousand' || word === 'million' || word === 'billion') {
      const factor = word === 'thousand' ? 1e3 : word === 'million' ? 1e6 : 1e9
      found.add(part || 1)
      total += (part || 1) * factor
      part = 0
      open = true
    } else if (!(word === 'and' && open && /^(?:\d|[a-z]+)/.test(words[at + 1] ?? ''))) close()
    if (open) found.add(total + part)
  })
  close()
  return found
}

/** The figures of a statement that nobody said. Small ones count things ("two quotes") and are let pass. */
export function figuresNotSaid(text: string, said: string): number[] {
  const there = figuresIn(said)
  const scaled = new Set([...there].flatMap((one) => [one, one * 1000, one * 1e6, one / 1000]))
  return [...figuresIn(text)].filter((one) => one > 3 && !scaled.has(one))
}
