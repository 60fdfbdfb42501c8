import useSWR from 'swr'
import { getDocument, listDocuments } from '#contract/documents.ts'
import { listOrganisations } from '#contract/organisations.ts'
import { pathFor } from '#contract/route.ts'
import { listSignatures } from '#contract/signatures.ts'
import { call, urlOf } from '../api.ts'

/** Newest first; with `q` those that have it in their name, summary or text. */
export function useDocuments(q = '', archived = false) {
  const query = { ...(q && { q }), ...(archived && { archived: 'true' }) }
  const search = new URLSearchParams(query).toString()
  return useSWR(
    listDocuments.path + (search && `?${search}`),
    async () => (await call(listDocuments, { query })).documents,
    { keepPreviousData: true },
  )
}

/** Those that were made of a recording's minutes, newest first. */
export function useMinutesDocuments(recording: number) {
  const query = { recording: String(recording) }
  return useSWR(urlOf(listDocuments, {}, query), async () => (await call(listDocuments, { query })).documents)
}

export function useDocument(id: number | null) {
  return useSWR(
    id === null ? null : pathFor(getDocument.path, { id }),
    async () => (await call(getDocument, { params: { id: id! }, query: { fileData: 'false' } })).document,
  )
}

/** What the person has drawn, newest first. */
export const useSignatures = () =>
  useSWR(listSignatures.path, async () => (await call(listSignatures)).signatures)

export const useOrganisations = () =>
  useSWR(listOrganisations.path, async () => (await call(listOrganisations)).organizations)
