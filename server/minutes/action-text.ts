import type { FoundAction } from '../language/extract/actions.ts'
import { isCalled } from '../language/names.ts'
import { asSentence, dialogue, fillers, general, nameOf, personal, plainText, quoted } from './style.ts'

/** Who is to do what, in the manner of minutes; words that cannot be turned are quoted. */

const promise =
  /^(?:(?:action|yes|yep|yeah|sure|of course|certainly|okay|no problem|happy to|and|then|so|well)[,.:]? )*i(?:'ll| will| shall|'m going to| am going to| can|'m happy to) (?:also |then |just |gladly |certainly |happily )*(?<rest>.+)$/i
const ask =
  /(?:^|[,.] )(?:(?:could|can|would|will) (?:i ask )?you(?: please| perhaps| also| possibly)* |please |you(?:'ll| will|'re to| are to) (?:also |then |please |just )*)(?<rest>.+)$/i
/** "Could somebody get three quotes?", "Could Pippa let them know?" */
const askOther =
  /^(?:[Ss]o |[Aa]nd )?(?:[Cc]ould|[Cc]an|[Ww]ould|[Ww]ill) (?<who>somebody|someone|anybody|anyone|\p{Lu}[\p{L}\p{M}.'-]*(?: \p{Lu}[\p{L}\p{M}.'-]*)*) (?:please |also |kindly )?(?<rest>[a-z].+)$/u
const anybody = /^(?:somebody|someone|anybody|anyone)$/i
/** "Ann and I will meet the bank": who, besides the speaker. */
const together =
  /^(?:(?:yes|and|so|okay),? )?(?<who>\p{Lu}[\p{L}\p{M}.'-]*(?: \p{Lu}[\p{L}\p{M}.'-]*)*) and I(?:'ll| will| shall| are going to) (?:also |then |just )*(?<rest>[a-z].+)$/u

/** "Will you and Farah look at the wording?" */
const sharedWith =
  /^(?:and|with) (?<other>\p{Lu}[\p{L}\p{M}.'-]*(?: \p{Lu}[\p{L}\p{M}.'-]*)*) (?<task>[a-z].+)$/u

const style =
  /^(?:(?:[Ss]o|[Aa]nd|[Tt]hen|[Aa]ctions?|ACTIONS?|[Aa]greed|[Oo]kay|[Rr]ight)[,:]? )*(?<who>\p{Lu}[\p{L}\p{M}'-]+(?: \p{Lu}[\p{L}\p{M}'-]*)*) to (?<rest>[a-z].+)$/u
const told =
  /^(?:(?:so|and|then|action|agreed|okay|right)[,:.]? )*(?<who>(?:the |our |this )?\p{L}[\p{L}\p{M}.'-]*(?: \p{L}[\p{L}\p{M}.'-]*){0,3}?)(?:'ll| will| shall| is going to| is to| are to| has agreed to| agreed to| has offered to)(?: also| then| now| therefore| kindly| just)* (?<rest>[a-z].+)$/iu
/** "I will ask Ann to …": whoever is asked does it. */
const asking =
  /\b(?:ask|get|have|like|need|want) (?<who>(?:the )?\p{L}[\p{L}\p{M}.'-]*(?: \p{L}[\p{L}\p{M}.'-]*){0,3}?) to (?<rest>[a-z].+)$/iu
/** "Yes, Chair" adds nothing to what was asked. */
const bareYes =
  /^(?:yes|yep|yeah|sure|will do|of course|certainly|happy to|okay|fine)(?:,? (?:chair|fine|of course|will do))?[.!]?$/
/** Items that are no thing that anybody could do something with. */
const unnamed = /^(?:minutes of .*|previous minutes|.*\bmatters arising\b.*|resolution \d.*)$/i
const object = /^\w+ (?:that|it|this|them|those|these)\b/i

/** "The company secretary" may be named so, or without the article. */
const isMeant = (who: string, said: string): boolean => {
  const bare = (name: string): string => name.toLowerCase().replace(/^(?:the|mr|mrs|ms|miss|dr)\.? /, '')
  return bare(who) === bare(said) || isCalled(who, said.replace(/^(?:mr|mrs|ms|miss|dr)\.? /i, ''))
}

/** Who does what; words that cannot be turned are quoted. @param heading of the item, which may be what "it" is */
export function actionText(
  { sentences, owner, thing, task }: Pick<FoundAction, 'sentences' | 'owner' | 'thing' | 'task'>,
  heading: string | null = null,
): string {
  if (thing !== undefined) {
    const said = sentences.filter(({ plain }) => !bareYes.test(plain))
    const isNamed = owner === null || sentences.some(({ speaker }) => speaker === owner)
    return isNamed ? dialogue(said) : `${owner}. ${dialogue(said)}`
  }
  const first = sentences[0]!
  const who = nameOf(owner)
  if (task !== undefined && who !== null) return asSentence(`${who} to ${task}`)
  const bare = plainText(first.text)
  if (who !== null)
    for (const form of [asking, promise, ask, askOther, together, style, told]) {
      const found = form.exec(
        form === style || form === told || form === together || form === askOther
          ? bare
          : bare.replace(fillers, ''),
      )?.groups
      if ((form === told || form === asking) && found && !isMeant(who, found.who!)) continue
      if (form === askOther && found && !anybody.test(found.who!) && !isMeant(who, found.who!)) continue
      const rest = found?.rest
        ?.replace(/[?.!]+$/, '')
        .replace(/,? (?:please|then|if (?:that's|that is) (?:okay|all right|alright))$/i, '')
      if (rest === undefined || personal.test(rest) || !/^[a-z]/.test(rest) || /[.?!] /.test(rest)) continue
      const shared = form === ask ? sharedWith.exec(rest)?.groups : undefined
      if (shared) return asSentence(`${who} and ${shared.other} to ${shared.task}`)
      if (!object.test(rest))
        return asSentence(`${form === together ? `${who} and ${found!.who!}` : who} to ${rest}`)
      if (sentences.length === 1 && heading !== null && !general.test(heading) && !unnamed.test(heading))
        return `${heading}: ${asSentence(`${who} to ${rest.replace(/,(?= by\b)/, '')}`)}`
    }
  const taken = sentences.find(({ speaker, index }) => speaker === owner && index > first.index)
  // "I'll do it" and what was to be done.
  if (taken && object.test(promise.exec(plainText(taken.text).replace(fillers, ''))?.groups?.rest ?? ''))
    return dialogue([first, taken])
  const words = quoted({ speaker: first.speaker, text: first.text })
  return who !== null && who !== first.speaker ? `${who}. ${words}` : words
}
