import type { FoundDecision } from '../language/extract/decisions.ts'
import { inParts } from '../language/extract/resolved-parts.ts'
import { asSentence } from './style.ts'

const lead =
  /^.{0,300}?\b(?:resolved|agreed|approved|decided|determined)(?: unanimously)?,?(?: (?<how>that|to)| as follows)?\s*[:–—-]*\s*$/i
const named =
  /^.{0,100}\bresolutions? (?:was|were) (?:\w+ ){0,3}(?:passed|adopted|approved|carried)(?: \w+)?\s*[:–—-]*\s*$/i

/** Of one line: "After discussion, IT WAS RESOLVED THAT: the lease be approved." */
const inLine =
  /^(?:(?:after|following) [^,:]{3,60}, )?(?:it was|the (?:board|committee|meeting|directors|trustees|governors|members))(?: \w+ly)? (?:resolved|agreed|decided)(?: \w+ly)?,? (?<how>that|to)\s*[:–—]\s*(?<rest>.+)$/i

/** "That (a) the lease be approved; and (b) …": a resolution and its parts; null: it has none. */
export function resolvedPartsText({ rule, about }: FoundDecision): string | null {
  const [first, ...parts] = about
  const whole =
    rule === 'minuted' && first && parts.length === 0 ? inLine.exec(first.text)?.groups : undefined
  if (whole) return asSentence(`${whole.how!.toLowerCase()} ${whole.rest}`)
  if (rule !== inParts || !first || parts.length === 0) return null
  const words = parts.map(({ text }) => text.trim()).join(' ')
  const how = lead.exec(first.text)?.groups?.how
  const isLead = lead.test(first.text) || named.test(first.text)
  return asSentence([isLead ? (how?.toLowerCase() ?? '') : first.text, words].join(' ').trim())
}
