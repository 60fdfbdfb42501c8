import { asName } from './names.ts'

/** A run of words with capitals, with the small words that stand within a name; commas and "and" part names. */
const nameRun =
  /\p{Lu}[\p{L}\p{M}'’.-]*(?: (?:(?:van|von|de|der|den|da|di|du|la|le|bin|al|el) )?\p{Lu}[\p{L}\p{M}'’.-]*){0,3}/gu
const from =
  /\bapologies(?: for absence)?(?: (?:have been|were|are|has been|have come|came|come|received|noted|in|today)){0,4} from (?:the )?/i
const listed = /^(?:and )?apologies(?: for absence)?[,:] /i
const sends =
  / (?:has |have )?(?:sends?|sent|gives?|gave|given) (?:(?:his|her|their|us) ){0,2}(?:apologies|regrets)\b/i
const cannot =
  /,? (?:who )?(?:can['’]?t|cannot|couldn['’]t|could not|won['’]t|will not|(?:is|are|was|were)(?: not|n['’]t)? (?:un)?able to) (?:be here|be with us|be present|join|attend|make it|come)\b/i
const away =
  / (?:is|are) (?:on leave|on holiday|away|absent|ill|unwell|sick|not here|not with us|not present|not able)\b/i
const absence = /\b(?:in )?(?:the )?absence of /i
/** Whoever does something is there: "… and Ms Iyer joins us by telephone". */
const acts =
  /^,? (?:joins?|joined|joining|attends?|attending|dials?|calls?|sits?|takes?|comes?|will|can|would|may|might|hopes?|said|says|(?:is|are|was|were) (?!noted|received|recorded|accepted)|(?:has|have) (?!been))/

/**
 * Who is said not to be there.
 * @param own a sentence without what is quoted, as it was said
 */
export function absentIn(own: string): string[] {
  if (own.length > 600) return []
  const after = from.exec(own) ?? listed.exec(own) ?? absence.exec(own)
  if (after) return namesIn(own.slice(after.index + after[0].length))
  const before = sends.exec(own) ?? cannot.exec(own) ?? away.exec(own)
  return before ? namesIn(lastList(own.slice(0, before.index))) : []
}

/** What stands behind the last word that is in no list of names. */
const lastList = (text: string): string => {
  const words = text.split(' ')
  let at = words.length
  while (
    at > 0 &&
    (/^\p{Lu}/u.test(words[at - 1]!) || /^(?:and|van|von|de|der|la|le|al|bin|the|from)$/.test(words[at - 1]!))
  )
    at--
  return words.slice(at).join(' ')
}

function namesIn(text: string): string[] {
  const found: string[] = []
  let end = 0
  for (const match of text.matchAll(nameRun)) {
    const between = text.slice(end, match.index)
    if (found.length > 0 && between.replace(/\b(?:and|also|from|the)\b|[, ]/g, '') !== '') break
    if (found.length === 0 && end === 0 && match.index > 4) break
    end = match.index + match[0].length
    if (acts.test(text.slice(end))) continue
    const name = asName(match[0].replace(/[.,]$/, ''))
    if (name !== null) found.push(name)
  }
  return found
}
