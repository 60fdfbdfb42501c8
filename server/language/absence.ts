import { asName, name, phrase, wholeName } from './names.ts'

const further = String.raw`(?:,? and|,)(?: also)?(?: from)?(?: the)?`
const list = String.raw`((?:the )?${name}(?:${further} ${name})*)`
/** "Apologies, Margaret" may be said to her. */
const wholeList = String.raw`((?:the )?${wholeName}(?:${further} ${wholeName})*)`
/** "… and Ms Iyer joins us by telephone": whoever does something is there. */
const acts = String.raw`(?!(?: \p{Lu}[\p{L}\p{M}'’-]*)? (?:joins?|joined|joining|attends?|attending|dials?|dialling|calls?|calling|sits?|takes?|comes|came|can|will|would|may|might|hopes?|expects?|said|says|tells?|told|(?:is|are|was|were) (?!noted|received|recorded|accepted)|(?:has|have) (?!been)))`
const not = String.raw`(?:can['’]?t|cannot|can not|couldn['’]t|could not|won['’]t|will not|(?:is|are|was|were)(?: not|n['’]t)? (?:un)?able to)`
const forms = [
  new RegExp(
    String.raw`\b${phrase('apologies')}(?: for absence)?(?: have been| were| are| has been| have come| have come in| came| come)?(?: received| noted)?(?: today)? from ${list}${acts}`,
    'gu',
  ),
  new RegExp(String.raw`(?:^|[.;] )${phrase('apologies')}(?: for absence)?[,:] ${wholeList}(?=[.;]|$)`, 'gu'),
  new RegExp(
    String.raw`${list} (?:has |have )?(?:sends?|sent|gives?|gave|given) (?:his |her |their |us )*(?:apologies|regrets)`,
    'gu',
  ),
  new RegExp(
    String.raw`${list},? (?:who )?${not} (?:be here|be with us|be present|join|attend|make it|come)`,
    'gu',
  ),
  new RegExp(
    String.raw`${list} (?:is|are) (?:on leave|on holiday|away|absent|ill|unwell|sick|not here|not with us|not present|not able)\b`,
    'gu',
  ),
  new RegExp(String.raw`\b(?:in )?(?:the )?absence of ${list}`, 'gu'),
]

const splits = /(?:,? and|,)(?: also)?(?: from)?(?: the)? /

/** Most sentences need no second look. */
const hint =
  /apolog|regret|absen|join|attend|be here|not here|with us|present|make it|come|leave|holiday|away|\bill\b|unwell|sick|not able/i

/**
 * Who is said not to be there.
 * @param own a sentence without what is quoted, as it was said
 */
export function absentIn(own: string): string[] {
  return (hint.test(own) ? forms : [])
    .flatMap((form) => [...own.matchAll(form)].map((match) => match[1]!))
    .flatMap((names) => names.replace(/^the /, '').split(splits))
    .map((one) => asName(one))
    .filter((one) => one !== null)
}
