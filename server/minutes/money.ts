// More digits than this are no sum of money.
const whole = String.raw`\d{4,15}`
/** "Between 2025 and 2026 pounds were lost": the second is a year as the first is. */
const afterYear = String.raw`\b(?:19|20)\d\d (?:and|to|or|[-–—]) `
const inPounds = new RegExp(
  String.raw`(?<![£$€\d.,])(?<!${afterYear})(${whole})(\.\d{2})? (?:pounds|GBP)\b(?! (?:of|per|weight|in weight|force|a tonne)\b)`,
  'gi',
)
const afterSign = new RegExp(String.raw`([£$€] ?)(${whole})(?!\d)`, 'g')

/** What stands in quotation marks is as it was said. */
const unquoted = /“[^”]*”|[^“]+|“/g

/** "£1000000" and "1000000 pounds" as a reader takes them in: "£1,000,000". What is not said to be money stays as it was said. */
export const asMoney = (text: string): string =>
  text.replace(unquoted, (part) => (part.startsWith('“') ? part : grouping(part)))

const grouping = (text: string): string =>
  text
    .replace(inPounds, (_, sum: string, pence: string | undefined) => `£${grouped(sum)}${pence ?? ''}`)
    .replace(afterSign, (_, sign: string, sum: string) => `${sign}${grouped(sum)}`)

const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',')
