import useSWR, { useSWRConfig } from 'swr'
import { addTerm, declineTerm, deleteTerm, listTerms, type TermOffer } from '#contract/terms.ts'
import { call } from '../api.ts'

/** Words that the speech engine is told to expect, and corrections that could become such. */
export function useTerms() {
  return useSWR(listTerms.path, () => call(listTerms))
}

export function useTermChanges() {
  const { mutate } = useSWRConfig()
  const again = (): Promise<unknown> => mutate(listTerms.path)
  return {
    add: async (text: string, everybody: boolean): Promise<void> => {
      await call(addTerm, { body: { text, everybody } })
      await again()
    },
    remove: async (id: number): Promise<void> => {
      await call(deleteTerm, { params: { id } })
      await again()
    },
    decline: async ({ heard, meant }: TermOffer): Promise<void> => {
      await call(declineTerm, { body: { heard, meant } })
      await again()
    },
  }
}
