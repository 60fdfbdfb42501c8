import type { MinutesVersion } from '#contract/minutes.ts'

/** Who wrote minutes: always to be seen beside them. */
export function writtenBy({
  origin,
  model,
  person,
}: Pick<MinutesVersion, 'origin' | 'model' | 'person'>): string {
  switch (origin) {
    case 'rules':
      return 'Written by rules from the transcript'
    case 'model':
      return `Written by ${model ?? 'the language model'}`
    case 'edit':
      return person === null ? 'Written by hand' : `Edited by ${person}`
  }
}
