/** The whole text is edited with the names that the page shows, and kept and saved with the labels that they stand for. */
export type Naming = { shown: (content: string) => string; kept: (text: string) => string }

/** What stands in brackets is a speaker at the head of a line, after its time. */
const head = /^((?:\[\d{2,3}:\d{2}:\d{2}\] )?)\[/

function replaceHeads(text: string, by: ReadonlyMap<string, string>): string {
  const longestFirst = [...by].sort(([a], [b]) => b.length - a.length)
  return text
    .split('\n')
    .map((line) => {
      const found = head.exec(line)
      const rest = found && line.slice(found[0].length)
      const [from, to] = (rest && longestFirst.find(([from]) => rest.startsWith(`${from}]`))) || []
      return found && from && to ? `${found[0]}${to}${rest!.slice(from.length)}` : line
    })
    .join('\n')
}

/**
 * @param speakers names by label
 * @param content the text as it is; where it could not be told back from what is shown, labels are
 */
export function namingOf(speakers: Record<string, string>, content: string): Naming {
  const all = Object.entries(speakers).filter(([label, name]) => name !== label && name.trim() !== '')
  // A name that two of them bear, or that is another one's label, does not tell whom it means.
  const own = all.filter(
    ([label, name]) => !(name in speakers) && all.every(([other, same]) => other === label || same !== name),
  )
  const names = new Map(own)
  const labels = new Map(own.map(([label, name]) => [name, label]))
  const naming: Naming = {
    shown: (text) => replaceHeads(text, names),
    kept: (text) => replaceHeads(text, labels),
  }
  const asItIs = (text: string): string => text
  return naming.kept(naming.shown(content)) === content ? naming : { shown: asItIs, kept: asItIs }
}
