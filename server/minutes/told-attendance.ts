import type { Sentence } from '../language/extract/talk.ts'
import { asName, name } from '../language/names.ts'

/** "With me are Gordon and Elaine", "there's me and Bev from Elm House and Martin on finance". */
const opens =
  /\b(?:with me(?: today| here)? (?:are|is|we have)|(?:there['’]s|there is|we(?:['’]ve| have)(?: got)?|it['’]s)(?: just)? (?:me|myself)(?: here)?(?:,? and|,)|(?:me|myself)(?: in the chair)?,? (?:with|and)|present (?:are|is)|(?:here|present) (?:today )?(?:are|is|we have)) (?<people>.+)$/iu
/** Behind it somebody is named who is not there. */
const away =
  /(?:,? (?:and|but))?,? (?:apologies|no |not |we(?:['’]ve| have) lost|without|sorry|except|missing|waiting)/i
const one = new RegExp(
  String.raw`^(?:also |then )?(?<name>${name})(?:,? (?:from|on|of|for|by|here|with|in|our|the)\b.*)?$`,
  'u',
)
/** "Sam's on the phone" */
const joins = /(?:['’]s| is) (?:on|here|with|in|joining|dialling)\b.*$/
const self = new RegExp(
  String.raw`\b(?:[Ii]t|[Tt]his)(?:['’]s| is) (?<name>${name}) (?:here|speaking)\b`,
  'u',
)

/**
 * Who is said to be there where a text names no speakers: a first name has to do, as there is no other.
 * @param talk the beginning of a meeting
 */
export function toldPresent(talk: readonly Sentence[]): { name: string; sentence: Sentence }[] {
  if (talk.some(({ speaker }) => speaker !== null)) return []
  return talk.flatMap((sentence) => {
    if (sentence.isQuestion) return []
    const listed = (opens.exec(sentence.text)?.groups?.people ?? '').split(away)[0]!
    const said = [
      self.exec(sentence.text)?.groups?.name,
      ...listed.split(/,? and |, /).map(
        (part) =>
          one.exec(
            part
              .replace(/[.;].*$/, '')
              .replace(joins, '')
              .trim(),
          )?.groups?.name,
      ),
    ]
    return said.flatMap((each) => {
      const found = each === undefined ? null : asName(each)
      return found === null ? [] : [{ name: found, sentence }]
    })
  })
}
