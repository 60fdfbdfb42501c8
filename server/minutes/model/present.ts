import type { MinutesContent } from '#contract/minutes.ts'
import { namePartsOf } from '../../language/said-of.ts'
import { because, type Why } from '../grounds.ts'

/** Who was there is told by the list at the head of the minutes: a model that says so adds nothing, or invents it. */

const denies = /\b(?:not|never|nobody|no one)\b|n't\b/i
const came =
  /\b(?:was|were|is|are|being)(?: also| all| not|n't)? (?:present|in attendance)\b|\battend(?:ed|s)\b(?= (?:the|this) (?:\w+ )?meeting|[ ,]+(?:by|via|remotely|online)\b|[.]?$)/i
const stayedAway =
  /\b(?:was|were|is|are)(?: also| not|n't)? absent\b|\bapologi(?:es|sed)\b|\bdid(?: not|n't) attend\b/i
const chaired =
  /\b(?:chaired|chairing|chairs)\b|\b(?:not|n't) chair\b|\b(?:took|takes|was in|is in|in) the chair\b|\b(?:was|is|acted as)(?: not|n't)? (?:the )?chair(?:man|woman|person)?\b/i
/** That enough were there says nothing of anybody. */
const ofQuorum = /\bquorum\b|\bquorate\b/i

const mostWords = 12

/** @returns 'said': the list says the same; why it is doubtful; null: it is not about who was there */
export function attendanceClaimed(
  text: string,
  { present, apologies }: Pick<MinutesContent, 'present' | 'apologies'>,
): 'said' | Why | null {
  const isAway = stayedAway.test(text)
  const isChair = chaired.test(text)
  if (!(isAway || isChair || came.test(text)) || ofQuorum.test(text)) return null
  // A longer sentence says something else as well.
  const said = text.split(/\s+/).length <= mostWords ? 'said' : null
  const heard = text.normalize('NFC').toLowerCase()
  const names = (listed: string): boolean => {
    const parts = namePartsOf(listed)
    return parts.length > 0 && parts.every((part) => heard.includes(part))
  }
  const there = present.filter(({ name }) => names(name))
  const away = apologies.filter((one) => names(one.text))
  if (there.length + away.length === 0) return because.presenceOfModel
  if (isChair) {
    const chairs = there.some(({ role }) => /^chair/i.test(role ?? ''))
    return chairs === denies.test(text) ? because.presenceOtherwise : chairs ? said : because.presenceOfModel
  }
  const saysAway = isAway || denies.test(text)
  if (saysAway ? there.length > 0 : away.length > 0) return because.presenceOtherwise
  return said
}
