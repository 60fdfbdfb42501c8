import { doubtAt } from './mood.ts'
import * as say from './phrases.ts'
import { headless, type Sentence } from './talk.ts'

/** @returns how a sentence says all by itself what was decided; null: it does not */
export function explicitIn(sentence: Sentence): say.ExplicitForm | null {
  const { plain } = sentence
  if (sentence.words < 4) return null
  for (const form of say.explicitForms) {
    const head = headless(plain)
    const within = form.form.exec(plain)
    const match = within ?? form.form.exec(head)
    if (!match) continue
    const negative = form.outcome === 'rejected'
    const doubt = doubtAt(sentence, match.index + (within ? 0 : plain.length - head.length), match[0].length)
    if (doubt !== null && !(negative && doubt === 'negated')) continue
    return form
  }
  return null
}

/** For the weights and the bench, which know each form by its place. */
export const ruleOf = (form: say.ExplicitForm): string => `explicit ${say.explicitForms.indexOf(form)}`

/** @returns null: it was found otherwise */
export const formOf = (rule: string): say.ExplicitForm | null =>
  say.explicitForms.find((form) => ruleOf(form) === rule) ?? null
