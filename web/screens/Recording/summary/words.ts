import type { MinutesVersion } from '#contract/minutes.ts'

type Hands = Pick<MinutesVersion, 'origin' | 'model' | 'writtenBy' | 'editedBy' | 'checkedBy'>

/** Who wrote minutes, and who has had a hand in them since: always to be seen beside them. */
export function writtenBy({ origin, model, writtenBy: first, editedBy, checkedBy }: Hands): string {
  if (first === null) return editedBy === null ? 'Written by hand' : `Edited by ${editedBy}`
  const words =
    first === 'rules' ? 'Drafted automatically, without AI' : `Written by ${model ?? 'the language model'}`
  const edited = origin === 'edit' && `edited ${editedBy === null ? 'by hand' : `by ${editedBy}`}`
  const checked = checkedBy !== null && checkedBy !== editedBy && `checked by ${checkedBy}`
  return [words, edited, checked].filter(Boolean).join(', ')
}

/** A person has had a hand in it: it is not replaced without a question. */
export const isPersons = ({ origin }: Pick<MinutesVersion, 'origin'>): boolean =>
  origin === 'edit' || origin === 'checked'
