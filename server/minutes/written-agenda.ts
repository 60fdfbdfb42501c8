/** The items that a meeting's description lists, one a line; what else it says is its purpose. */
export function readDescription(description: string | null): { agenda: string[]; purpose: string | null } {
  const lines = (description ?? '').split(/\r?\n/).map((line) => line.trim())
  const agenda: string[] = []
  const rest: string[] = []
  let afterHead = false
  for (const line of lines) {
    if (line === '') {
      if (agenda.length > 0) afterHead = false
      continue
    }
    const [, inline] = /^agenda\s*:?\s*(.*)$/i.exec(line) ?? []
    if (inline !== undefined) {
      afterHead = true
      if (inline !== '') agenda.push(...inline.split(/\s*[;•]\s*/).map(clean))
      continue
    }
    const item = /^(?:\d{1,2}[.)]|[-*•–]|\([a-z0-9]\)|[a-z]\))\s+(.+)$/i.exec(line)
    if (item) agenda.push(clean(item[1]!))
    else if (afterHead && line.length <= 120) agenda.push(clean(line))
    else rest.push(line)
  }
  // A single line with a dash is no agenda.
  if (agenda.length === 1) return { agenda: [], purpose: [...rest, ...agenda].join(' ') || null }
  return {
    agenda: agenda.filter((one) => one !== '').slice(0, 60),
    purpose: rest.join(' ').slice(0, 1000) || null,
  }
}

const clean = (item: string): string =>
  item
    .replace(/^\d{1,2}[.)]\s*/, '')
    .replace(/[.;:]$/, '')
    .slice(0, 200)
    .trim()
