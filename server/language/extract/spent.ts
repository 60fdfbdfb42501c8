/** What a meeting gives or spends, with its amount: "A donation of £1,000 to the food bank was approved." */

const gives =
  /(?<!['’]s |their |his |her )\b(?:donations?|gifts?|contributions?|payments?|grants?|sponsorship|subscriptions?|purchases?|expenses|expenditure|spending|sums?|budgets?|increases?)\b(?: [\w'’-]+){0,6}? (?:of|up to|at|not exceeding) (?:up to )?[£$€]?\d/
const isAllowed = /\b(?:was|were)(?: \w+){0,2} (?:approved|agreed|authorised|sanctioned)$/
/** It came to them: "a grant of £5,000 from the council". */
const received = /\b(?:from|received)\b/

/** @param clause up to the verb */
export const isSpent = (clause: string): boolean =>
  isAllowed.test(clause) && gives.test(clause) && !received.test(clause)
