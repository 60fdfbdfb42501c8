import { honorific } from '../names.ts'
import type { People } from './people.ts'
import type { Sentence } from './talk.ts'

/** Who has the interest that a sentence tells of: the speaker, another, or the speaker and others. */

export const relations =
  '(?:wife|husband|partner|spouse|fianc[eé]e?|(?:step|grand)?(?:son|daughter|mother|father)|brother|sister|cousin|nephew|niece|uncle|aunt|(?:brother|sister|son|daughter|mother|father)-in-law|in-laws|family|firm|company|employer|business|practice|trust|pension fund)'
/** "I have to remind you that …", "For the record, …": who says this has no interest by it. */
const reports =
  /^[\w', ]{0,60}?\b(?:remind|tell|mention|say|point out|record|note|add|minute)(?: (?:to )?(?:you|everyone|everybody|members|shareholders|trustees|directors|colleagues|the (?:board|meeting|committee|members|trustees)))?(?: all)?(?: for the (?:record|minutes))?,?(?: that)? (?=\S)/
const ofSpeaker = /\b(?:i|i'm|i've|i'd|me|my|mine|myself|we|we're|we've|our|both of us)\b/
const holds = String.raw`(?:holds?|owns?|has|is|was|are|works?|runs?|sits?|rents?|supplies|quoted|tendered|chairs|advises|lent|invest(?:s|ed))`

/** "The chairman's wife" */
const ofSomebody = new RegExp(String.raw`(?:'s|s'|\b(?:his|her|their)) (?:\w+ )?${relations}\b`)

const unclear = 'Whose interest it is was not said in so many words.'

export type Whose = {
  /** In the order in which they are named; null: a voice without a name, or nobody who is known. */
  people: (string | null)[]
  doubt: string | null
}

/** @param sentence in which somebody's shares, office or relations are told */
export function whoseInterest({ plain, speaker }: Sentence, people: People): Whose {
  const told = plain.slice(reports.exec(plain)?.[0].length ?? 0)
  if (ofSpeaker.test(told)) return { people: [speaker, ...besides(told, speaker, people)], doubt: null }
  const named = new RegExp(
    String.raw`\b(?<who>(?:${people.pattern})|${honorific.toLowerCase()}\.? [\w-]+)(?:'s? (?:\w+ )?${relations}\b|,? (?:also |still )?${holds}\b)`,
  ).exec(told)?.groups?.who
  // "Albion holds a third of it", said by who sits here for Albion.
  if (named === undefined && !ofSomebody.test(told)) return { people: [speaker], doubt: null }
  const known = named !== undefined && new RegExp(`^(?:${people.pattern})$`).test(named)
  const meant = known ? people.meant(named) : null
  return { people: [meant], doubt: meant === null ? unclear : null }
}

/** "Stuart and I are both directors of it." */
function besides(told: string, speaker: string | null, people: People): string[] {
  const { pattern } = people
  const groups =
    new RegExp(
      String.raw`(?:(?<first>${pattern}),? (?:and )?)?(?<who>${pattern}),? and (?:i|myself) (?:are|were|both|each|have|own|hold|sit|work)\b`,
    ).exec(told)?.groups ??
    new RegExp(
      String.raw`\b(?:i|myself|me) and (?<who>${pattern}) (?:are|were|both|each|have|own|hold|sit|work)\b`,
    ).exec(told)?.groups
  return [groups?.first, groups?.who].flatMap((said) => {
    const meant = said === undefined ? null : people.meant(said)
    return meant === null || meant === speaker ? [] : [meant]
  })
}
