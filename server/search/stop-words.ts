/** Words that say nothing about what a text is about; of contractions what stands before the apostrophe. */
const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)

export const stopWords = words(
  `a about again all also am an and any are as at be been being but by can could did do does for from get go got had has have
  he her here his how i if in into is it its just know let like may me might more most must my no not of on one only or other
  our out over own please said same say she should so some such than thank thanks that the their them then there these they
  this those to too up us very was we were what when where which who why will with would you your
  aren couldn didn doesn don hadn hasn haven isn ll needn re shan shouldn ve wasn weren won wouldn`,
)

/** Of questions. */
export const askingTalk = words(
  `above after against anybody anyone anything because before below between both cannot clara discuss discussed doing down
  during each else ever every explain few find further give given happen happened having hello help hers herself hey hi him
  himself itself last many mention mentioned much myself need nor off once ours ourselves says shall show somebody someone
  something talk talked tell theirs themselves thing things through told under until upon want whatever whether while whom
  whose within without yours yourself yourselves`,
)

/**
 * The words of a text but for `empty` ones: in their order and as often as they stand there, in small letters, without what
 * follows an apostrophe.
 */
export function wordsBut(text: string, empty: ReadonlySet<string>): string[] {
  return [
    ...text
      .normalize('NFC')
      .toLowerCase()
      .matchAll(/([\p{L}\p{N}]+)(?:['’]\p{L}+)*/gu),
  ].flatMap(([, word = '']) => (empty.has(word) ? [] : [word]))
}
