import { asName, name } from '../names.ts'
import type { Sentence } from './talk.ts'

/** Who is told to do something and is on no list: "Mark will send the contract", "the committee will obtain three quotes". */

const does = String.raw`(?:['’]ll| will| shall| is going to| are going to| is to| are to| has agreed to| have agreed to| agreed to| has undertaken to| has offered to| to)(?: also| then| now| therefore| kindly| just)*`
const body = String.raw`(?:[Tt]he|[Tt]his|[Oo]ur) (?:(?:[a-z]+ )?(?:committee|sub-committee|subcommittee|working (?:group|party)|panel|task force)|board|executive|secretariat|management team|trustees|directors|secretary|treasurer|chair(?:man|woman|person)?|clerk|company secretary|finance director|managing director|chief executive)`
const head = String.raw`^(?:(?:[Ss]o|[Aa]nd|[Tt]hen|[Rr]ight|[Oo]kay|[Aa]greed|[Aa]ctions?|[Ii]n that case|[Oo]n that basis)[,.:]? )*`
/** "HMRC" is nobody here. What else is no person stands under "To check", as people do who are on no list. */
const initials = /^\p{Lu}+$/u

/** @param work verbs of what is done after a meeting */
export function ownerReader(work: string): (sentence: Sentence) => { owner: string; isBody: boolean } | null {
  const person = new RegExp(String.raw`${head}(?<who>${name})${does} ${work}\b`, 'u')
  const address = new RegExp(
    String.raw`${head}(?<who>${name}),? (?:please |(?:could|can|would|will) you (?:please |kindly |also )?)${work}\b`,
    'u',
  )
  const group = new RegExp(String.raw`${head}(?<who>${body})${does} ${work}\b`, 'u')
  return ({ text }) => {
    const said = text.normalize('NFC')
    const who = (person.exec(said) ?? address.exec(said))?.groups?.who
    if (who !== undefined && asName(who) === who && !initials.test(who)) return { owner: who, isBody: false }
    const some = group.exec(said)?.groups?.who
    return some === undefined ? null : { owner: some.charAt(0).toUpperCase() + some.slice(1), isBody: true }
  }
}
