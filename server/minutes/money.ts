/** "£1000000" and "1000000 pounds" as a reader takes them in: "£1,000,000". What is not said to be money stays as it was said. */
export const asMoney = (text: string): string =>
  text
    .replace(
      /(?<![£$€\d.,])(\d{4,})(\.\d{2})? (?:pounds|GBP)\b(?! (?:of|per|weight|in weight|force|a tonne)\b)/gi,
      (_, whole: string, pence: string | undefined) => `£${grouped(whole)}${pence ?? ''}`,
    )
    .replace(/([£$€] ?)(\d{4,})(?!\d)/g, (_, sign: string, whole: string) => `${sign}${grouped(whole)}`)

const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',')
