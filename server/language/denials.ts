/** What a text says is not so. */

const denying = new Set('not no never nobody none nothing neither nor without hardly unable'.split(' '))
/** They undo what stands behind them, or, said of it, what stands before. */
const undoing =
  /^(?:refus|declin|fail|abstain|avoid|defer|postpon|withdr|reject|rescind|revok|cancel|adjourn|lack|unless|instead|outstanding|await|miss|oppos|against)/
const turns = /^(?:but|because|until|so|although|though|while|which|who|however|otherwise)$/
const copula = /^(?:is|are|was|were|be|been|being)$/

export type Token = { word: string; isDenied: boolean; isHard: boolean }

/** The words of a sentence, each with whether it is denied there. `isHard`: a plain "not" or "never" does it. */
export function tokensOf(plain: string): Token[] {
  const tokens: Token[] = []
  for (const clause of plain.split(/[.,;:!?—–()]+/)) {
    const said = [...clause.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word)
    let hard = false
    let soft = false
    let from = tokens.length
    for (const [at, word] of said.entries()) {
      if (turns.test(word)) hard = soft = false
      tokens.push({ word, isDenied: hard || soft, isHard: hard })
      if (denying.has(word)) hard = true
      else if (undoing.test(word)) {
        soft = true
        if (said.slice(Math.max(0, at - 3), at).some((one) => copula.test(one))) {
          for (const one of tokens.slice(from, -1)) one.isDenied = true
          from = tokens.length - 1
        }
      }
    }
  }
  return tokens
}

export const isDenial = (word: string): boolean => denying.has(word) || undoing.test(word)
