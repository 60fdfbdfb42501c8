import type { Attendee } from '../language/rules/people.ts'
import { isCalled, numberedLabel, roleIn, withoutRole } from '../language/names.ts'

/** "Proposed by the chair" */
export const withinSentence = (name: string): string => name.replace(/^The (?=\p{L})/u, 'the ')

const offices = new Set(
  'chair,chairman,chairwoman,chairperson,president,secretary,company secretary,treasurer,clerk,finance director,managing director,chief executive,ceo,cfo'.split(
    ',',
  ),
)
const asOffice = (called: string): string | null => {
  const bare = called.toLowerCase().replace(/^(?:the|madam|mr) /, '')
  return offices.has(bare) ? bare.replace(/^chair(?:man|woman|person)$/, 'chair') : null
}

/**
 * How somebody is named whom a transcript or a list gives this name or label: in full where one person alone can be meant,
 * by their office where no name of its holder is known.
 */
export function fullNames({
  speakers,
  attendees,
}: {
  speakers: readonly (string | null)[]
  attendees: readonly Attendee[]
}): (called: string) => string {
  const labels = [...new Set(speakers)].filter((one) => one !== null)
  const people = attendees.map(({ name, role }) => ({
    name: withoutRole(name),
    role: role ?? roleIn(name) ?? '',
  }))
  const names = [...new Set([...people.map(({ name }) => name), ...labels])].filter(
    (name) => name !== '' && !numberedLabel.test(name) && asOffice(name) === null,
  )
  const meant = (called: string): string => {
    const office = asOffice(called)
    if (office !== null) {
      const holders = people.filter(
        ({ role, name }) => role.toLowerCase().includes(office) && !labels.includes(name),
      )
      const name = holders.length === 1 ? holders[0]!.name : null
      return name ?? `The ${/^c[ef]o$/.test(office) ? office.toUpperCase() : office}`
    }
    if (numberedLabel.test(called)) return called
    const longer = names.filter(
      (name) =>
        name !== called && isCalled(name, called) && name.toLowerCase().startsWith(called.toLowerCase()),
    )
    return longer.length === 1 ? longer[0]! : called
  }
  const known = new Map(labels.map((label) => [label, meant(label)]))
  return (called) => {
    const name = known.get(called) ?? meant(called)
    // Two who speak are two people: each keeps the name that they go by.
    const isOthers =
      labels.includes(called) && labels.some((one) => one !== called && known.get(one) === name)
    return isOthers ? called : name
  }
}
