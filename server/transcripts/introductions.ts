// Not names, though people put them after "I'm" with a capital.
const notNames = new Set(
  (
    'Chief Chair Chairman Chairwoman Chairperson Head Director Officer Managing Manager Finance Financial Company Secretary ' +
    'President Vice Executive Non-Executive Deputy Treasurer Trustee Board Committee Council Member Legal General Operating ' +
    'Technology Marketing Sales Human Resources Counsel Senior Junior Speaker Item Sorry Sure Not Very Going Happy Glad Afraid ' +
    'Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September ' +
    'October November December British English Scottish Welsh Irish American European French German The And But'
  ).split(' '),
)

const part = String.raw`\p{Lu}[\p{L}]*(?:['’-]\p{Lu}[\p{L}]+)*`
const end = String.raw`(?!['’\p{L}\p{N}-])`
const introductions = [
  new RegExp(String.raw`\b[Mm]y name is (${part}(?: ${part}){0,2})${end}`, 'gu'),
  new RegExp(String.raw`\bI(?:['’]m| am) (${part}(?: ${part}){1,2})${end}`, 'gu'),
]

/**
 * Who the speakers say that they are: only what leaves no doubt. Somebody who gives two names, or whose name two speakers
 * claim, has none.
 * @param lines what each speaker says
 */
export function introducedNames(lines: { speaker: string | null; text: string }[]): Record<string, string> {
  const claims = new Map<string, Set<string>>()
  for (const { speaker, text } of lines) {
    if (speaker === null) continue
    for (const rule of introductions)
      for (const match of text.matchAll(rule)) {
        const name = match[1]!
        if (name.split(' ').some((word) => notNames.has(word))) continue
        claims.set(speaker, (claims.get(speaker) ?? new Set()).add(name))
      }
  }
  const all = [...claims.values()].flatMap((names) => [...names])
  return Object.fromEntries(
    [...claims].flatMap(([speaker, names]) => {
      const [name] = names
      const certain = name !== undefined && names.size === 1 && all.filter((one) => one === name).length === 1
      return certain ? [[speaker, name]] : []
    }),
  )
}
