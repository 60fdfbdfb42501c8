import { countOf, countPattern } from './counts.ts'
import type { Sentence } from './talk.ts'

/** How whoever counts hands comes to the number: "three, with me four", "two plus myself", "Sunita, one". */

const count = `(${countPattern})`
const them = String.raw`(?:me|myself|my own|mine|the chair|mr [a-z'-]+|mrs [a-z'-]+|ms [a-z'-]+|dr [a-z'-]+|[a-z'-]+)`
const makes = String.raw`(?:[,:;–—-]|,? (?:so|that's|that is|is|makes?(?: it)?|which (?:is|makes)))+`
const side = String.raw`(?: (?:in favour|for|against))?`
/** "Three, with me four": the sum, whatever goes before it. */
const summed = new RegExp(
  String.raw`\b${count}(?<side>${side}),? (?:(?:with|plus|including|counting) ${them}|and (?:me|myself|mine|the chair))(?:${makes})? ${count}(?!,? (?:against|abst|for\b|in favour))`,
  'g',
)
/** "Three in favour, four with me." */
const withMe = new RegExp(
  String.raw`\b${count}(?<side>${side}), ${count}(?:,? (?:with|including|counting)) (?:me|myself|the chair)\b`,
  'g',
)
/** "Three plus me.", of which nobody tells the sum. */
const plusMe = new RegExp(
  String.raw`\b${count}(?<side>${side}),? (?:plus|and) (?:me|myself)(?=[.,;!]|$)`,
  'g',
)

/** The numbers that were added up stand as their sum. */
export function withSums(plain: string): string {
  const sum = (_: string, first: string, of: string, last: string): string =>
    countOf(first) === null ? _ : `${last}${of ?? ''}`
  return plain
    .replace(summed, sum)
    .replace(withMe, sum)
    .replace(plusMe, (whole, first: string, of: string) => {
      const number = countOf(first)
      return number === null ? whole : `${number + 1}${of ?? ''}`
    })
}

const name = String.raw`(?:\p{Lu}[\p{L}\p{M}'’.-]+(?: \p{Lu}[\p{L}\p{M}'’-]+)*|me|myself|the chair)`
const called = new RegExp(
  String.raw`^(?:That's |So )?${name}(?:(?:,|,? and|,? with|,? plus) ${name})*(?:[,:;] (?:that's |so |makes )?| makes | is )${count}[.!]?$`,
  'u',
)

/** "David, James and myself, three.": who put up their hands, and how many they are. */
export const countedByName = ({ text }: Sentence): number | null => {
  const said = called.exec(text)?.[1]
  return said === undefined ? null : countOf(said)
}

const who = String.raw`(?<who>${name}(?:(?:,|,? and)(?: the)? ${name})*)`
const silent = new RegExp(
  String.raw`(?:^|[,;] )(?:(?:[Aa]nd|[Bb]ut|[Ww]ith|[Ss]o|[Ww]hile) )?${who}(?:['’]s|['’]re| is| are| was| were)? (?:not voting|not vote|did not vote|didn['’]t vote|(?:does|do) not vote|takes? no part in the vote|took no part in the vote)\b[^,;?]{0,30}[.!]?$`,
  'u',
)

/** "Ruth not voting.": who took no part in it, which is no abstention. Null: nobody is named. */
export const takesNoPart = ({ text, isQuestion }: Sentence): string | null =>
  isQuestion ? null : (silent.exec(text)?.groups?.who ?? null)
