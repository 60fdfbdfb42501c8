import { days, months } from './calendar-words.ts'
import { oneOf } from './rules/phrases.ts'

/** What a name looks like where nobody has said who is there. */

// Not names, though they stand with a capital where names do.
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const notNames = new Set([
  // May is somebody's name.
  ...[...days, ...months].filter((word) => word !== 'may').map(capital),
  ...(
    'Chief Chair Chairman Chairwoman Chairperson Chairlady Head Director Directors Officer Managing Manager Finance Financial ' +
    'Company Secretary President Vice Executive Non-Executive Deputy Treasurer Trustee Trustees Board Committee Council Member ' +
    'Members Legal General Operating Technology Marketing Sales Human Resources Counsel Senior Junior Speaker Item Sorry Sure ' +
    'Not Very Going Happy Glad Afraid British English Scottish Welsh Irish American European French German ' +
    'The And But Everyone Everybody All Both Madam Folks Guys Team Colleagues Gentlemen Ladies God Goodness Again Indeed Yes No ' +
    'Okay OK Well Now Then Next Just Please Thanks Thank Hello Hi Good Great Morning Afternoon Evening Apologies Zoom Teams So ' +
    'Any Anyone Anybody Somebody Someone Nobody Here There This That These Those It He She We You They My Our Your His Her Their ' +
    'What When Where Who Why How If Is Are Was Were Do Does Did Can Could Would Shall Should In On At For From With To Of Or As ' +
    'By Right Perhaps Maybe Also Anything Questions Over Let Motion Carried Resolved Agreed Approved Passed Adopted Seconded Noted Agenda Action Resolution Present Minutes ' +
    'Aye Ayes Proposed Accepted Unanimous Absolutely Exactly Correct Fine Lovely Perfect ' +
    'Splendid Certainly Understood Against Abstain Abstaining Abstained ' +
    'Either Neither None Several Some Many Most Few Others Shareholders One Two Three Four Five Six Seven Eight Nine Ten'
  ).split(' '),
])

export const honorific = oneOf(
  'Mr; Mrs; Ms; Miss; Dr; Sir; Dame; Lord; Lady; Baroness; Professor; Prof; Councillor; Cllr; ' +
    'Reverend; Rev; Canon; Father; Rabbi; Imam; Captain; Colonel; Major; Commodore',
)
// Sarah, O’Neill, Anne-Marie, O’Neill-Smith; letters may come with their marks apart.
const letters = String.raw`[\p{L}\p{M}]+`
const word = String.raw`\p{Lu}(?:${letters}|['’]\p{Lu}${letters})(?:['’-]\p{Lu}${letters})*`
const particles = oneOf(
  'van; von; de; der; den; da; di; del; du; des; dos; das; la; le; bin; ibn; al; el; af; av; ter; ten; zu; ' +
    'ap; ab; ferch; Ó; Ní; Nic; Mac; Mag; Ap; Van; Von; De',
)
const particle = `(?: ${particles})*`
/** al-Rashid, d'Souza */
const joined = String.raw`(?:(?:[Aa]l|[Ee]l|ad|an|ar|as|d|l)[-’'])?`
const more = String.raw`${particle} ${joined}${word}`
const ends = String.raw`(?!['’\p{L}\p{M}\p{N}-])`

/** A name as it is said, for patterns: "Sarah", "Sarah Bell", "Mr. Okoro", "Anna van der Berg". */
export const name = String.raw`(?:${honorific}\.? )?${word}(?:${more}){0,2}${ends}`

/** With a surname: "Ruairí Ó Conaill", "Mr Hartley-Boone". */
export const wholeName = String.raw`(?:${honorific}\.? ${word}(?:${more}){0,2}|${word}(?:${more}){1,3})${ends}`

/** A phrase in a pattern, at the head of a sentence or within it: `thank you` also finds "Thank you". */
export const phrase = (text: string): string =>
  text.replace(/(?<![\\\p{L}])\p{Ll}/gu, (letter) => `[${letter.toUpperCase()}${letter}]`)

export const isTitle = new RegExp(`^${honorific}$`)

/** What was captured as a name, as far as it is one; null: nothing of it is. */
export function asName(captured: string): string | null {
  const words = captured.replaceAll('.', '').split(' ')
  const wrong = words.findIndex((one) => notNames.has(one))
  const kept = wrong === -1 ? words : words.slice(0, wrong)
  const bare = kept.filter((one) => !isTitle.test(one))
  // An engine that is stuck, or somebody who calls: "Liam Liam Liam".
  if (bare.some((one, i) => one === bare[i - 1])) return null
  return bare.some((one) => /^\p{Lu}/u.test(one)) && /\p{Lu}/u.test(kept.at(-1)!) ? kept.join(' ') : null
}

/** What goes before is somebody else's words, or did not happen: "she said thank you, Sarah", "if I'm Sarah". */
export function isReported(before: string): boolean {
  return reported.test(before)
}
const reporting = oneOf('said; says?; saying; told; tells; asked; asks; wrote; writes; went; goes; called')
const supposing = oneOf('if; when; whether; imagine; suppose; pretend; unless; not; never')
const reported = new RegExp(String.raw`\b(?:${reporting}|${supposing})\b[^.?!]*$`, 'i')

/** A speaker's label that names nobody. */
export const numberedLabel = /^(?:speaker[ _]?\d+|unknown)$/i

/** "Jane Smith (CFO)" → "Jane Smith" */
export const withoutRole = (name: string): string => name.replace(/\s*\([^()]*\)\s*$/, '').trim() || name

/** "Jane Smith (CFO)" → "CFO" */
export const roleIn = (name: string): string | null => /\(([^()]+)\)\s*$/.exec(name)?.[1] ?? null

/** Whether a full name is meant by a name or a part of it. */
export function isCalled(full: string, called: string): boolean {
  if (full === called) return true
  const [words, part] = [full.toLowerCase().split(/\s+/), called.toLowerCase().split(/\s+/)]
  return part.length === 1
    ? words.length > 1 && words.includes(part[0]!)
    : part.every((word) => words.includes(word))
}

/** "Priya" and "Priya Shah" are one person, as far as words tell. */
export function namesDiffer(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false
  const words = (name: string): string[] => name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const [mine, theirs] = [words(one), words(other)]
  const [few, many] = mine.length <= theirs.length ? [mine, theirs] : [theirs, mine]
  return !few.every((word) => many.includes(word))
}

/** A run of words with capitals, with the small words that stand within a name; commas and "and" part names. */
const nameRun =
  /\p{Lu}[\p{L}\p{M}'’.-]*(?: (?:(?:van|von|de|der|den|da|di|du|la|le|bin|al|el) )?\p{Lu}[\p{L}\p{M}'’.-]*){0,3}/gu
const come = oneOf('have been; were; are; has been; have come; came; come; received; noted; in; today')
const from = new RegExp(String.raw`\bapologies(?: for absence)?(?: ${come}){0,4} from (?:the )?`, 'i')
const listed = /^(?:and )?apologies(?: for absence)?[,:] /i
const sends =
  / (?:has |have )?(?:sends?|sent|gives?|gave|given) (?:(?:his|her|their|us) ){0,2}(?:apologies|regrets)\b/i
const unable = oneOf(
  "can['’]?t; cannot; couldn['’]t; could not; won['’]t; will not; (?:is|are|was|were)(?: not|n['’]t)? (?:un)?able to",
)
const beThere = oneOf('be here; be with us; be present; join; attend; make it; come')
const cannot = new RegExp(String.raw`,? (?:who )?${unable} ${beThere}\b`, 'i')
const away =
  / (?:is|are) (?:on leave|on holiday|away|absent|ill|unwell|sick|not here|not with us|not present|not able)\b/i
const absence = /\b(?:in )?(?:the )?absence of /i
/** Whoever does something is there: "… and Ms Iyer joins us by telephone". */
const doing = oneOf(
  'joins?; joined; joining; attends?; attending; dials?; calls?; sits?; takes?; comes?; hopes?; said; says',
)
const acts = new RegExp(
  `^,? (?:${doing}|will|can|would|may|might|(?:has|have) (?!been)|` +
    '(?:is|are|was|were) (?!noted|received|recorded|accepted))',
)

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
