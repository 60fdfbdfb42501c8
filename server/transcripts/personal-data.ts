import type { PersonalData } from '../slice.ts'
import { correctionsOf, forgetWordsOf, termsOf } from './terms/store.ts'
import { forgetVoicesOf, voicesOf } from './voices/store.ts'

/** The voice that is remembered under a person's name, and the words that they taught the appliance. */
export const voicesAndWords: PersonalData = {
  name: 'voices-and-words',
  async collect(handle, personId, names) {
    const voices = await voicesOf(handle, personId, names)
    const words = await termsOf(handle, personId)
    const corrections = await correctionsOf(handle, personId)
    if (voices.length + words.length + corrections.length === 0) return null
    return {
      voices: voices.map((row) => ({
        ...{ name: row.name, rememberedAt: row.remembered_at, consent: row.consent },
        ...{ model: row.embedding_name, seconds: row.clean_ms / 1000 },
        // The print itself is given to whoever it is of.
        ...(names.includes(row.name) && { print: JSON.parse(row.embedding) as unknown }),
      })),
      words: words.map(({ text, created_at }) => ({ text, addedAt: created_at })),
      corrections: corrections.map(({ heard, meant, created_at }) => ({ heard, meant, at: created_at })),
    }
  },
  async erase(trx, personId, names) {
    await forgetVoicesOf(trx, personId, names)
    await forgetWordsOf(trx, personId)
  },
}
