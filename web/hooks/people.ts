import useSWR from 'swr'
import {
  getAccessPolicy,
  getMe,
  listPeople,
  listSessions,
  listSessionsOf,
  listTokens,
} from '#contract/people.ts'
import { pathFor } from '#contract/route.ts'
import { call } from '../api.ts'
import { setPerson } from '../session.ts'
import { atEachVisit } from './system.ts'

/** Whoever uses the page; kept true by events. */
export function useMe() {
  return useSWR(getMe.path, async () => {
    const me = await call(getMe)
    setPerson(me.id)
    return me
  })
}

/** Everybody who may come in, for administrators. */
export function usePeople() {
  return useSWR(listPeople.path, () => call(listPeople), atEachVisit)
}

/** Where one is signed in. @param wanted false fetches nothing: without the gate there are none */
export function useSessions(wanted: boolean) {
  return useSWR(wanted ? listSessions.path : null, () => call(listSessions), atEachVisit)
}

/** One's own API tokens. @param wanted false fetches nothing */
export function useTokens(wanted: boolean) {
  return useSWR(wanted ? listTokens.path : null, () => call(listTokens), atEachVisit)
}

/** Where somebody is signed in, for administrators. */
export function useSessionsOf(id: number) {
  return useSWR(
    pathFor(listSessionsOf.path, { id }),
    () => call(listSessionsOf, { params: { id } }),
    atEachVisit,
  )
}

/** What is asked of people's way in, for administrators. */
export function useAccessPolicy() {
  return useSWR(getAccessPolicy.path, () => call(getAccessPolicy))
}
