const head = String.raw`^(?:(?:so|and|right|now|then|okay|good|thank you)[,.]? )*`
/** "Item four should read £4,000" speaks of what is written. */
const item = String.raw`(?:agenda )?item (?:number )?\w+\b(?! (?:should|says?|reads?|has|gives|of the (?:last )?minutes|on page)\b)`
const other = String.raw`any other business\b`
const calls = new RegExp(String.raw`${head}(?:${item}|(?:the )?next item\b|${other})`)
const turns = new RegExp(
  String.raw`${head}(?:${item}|(?:the )?next\b(?! (?:years?|months?|weeks?|time|quarter|spring|summer|autumn|winter|\w+day)\b)|turning to\b|moving on\b|let's move on\b|${other}|lastly\b|finally\b|last, (?=(?:the|an?|we|any|there|from|i)\b))`,
)

/** Whoever chairs calls another item by that name: what was before the meeting is over. */
export const callsItem = (plain: string): boolean => calls.test(plain)

/** The talk turns to something else, called or not: "that" no longer means what was spoken of. */
export const turnsToNext = (plain: string): boolean => turns.test(plain)
