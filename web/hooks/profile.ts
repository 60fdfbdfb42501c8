import useSWR from 'swr'
import { getProfile, listProfileDocuments, type Profile } from '#contract/profile.ts'
import { pathFor } from '#contract/route.ts'
import { ApiError, call, userId } from '../api.ts'

const params = { userId }

/** One's own profile; null until it is first saved. Kept true by events. */
export function useProfile() {
  return useSWR(pathFor(getProfile.path, params), async (): Promise<Profile | null> => {
    try {
      return await call(getProfile, { params })
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    }
  })
}

export function useProfileDocuments() {
  return useSWR(pathFor(listProfileDocuments.path, params), () => call(listProfileDocuments, { params }))
}
