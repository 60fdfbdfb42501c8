import { z } from 'zod'
import { webAddress } from './news.ts'
import { route } from './route.ts'
import { topic } from './topic.ts'

/** The rules of the profile: the page and the server both ask `profileProblems`. */

export const addressFields = ['street', 'city', 'state', 'postalCode', 'country'] as const
const text = (most = 200) =>
  z
    .string()
    .trim()
    .max(most)
    .nullish()
    .transform((value) => value ?? '')

export const address = z.object({
  unitNumber: text(),
  street: text(),
  city: text(),
  state: text(),
  postalCode: text(20),
  country: text(100),
  isApartment: z.boolean().nullish(),
  placeId: z.string().max(300).nullish(),
})
export type Address = z.output<typeof address>

/** A day; whoever sends a moment means the day that it is here. */
const day = z
  .union([z.literal(''), z.iso.date(), z.iso.datetime({ offset: true })])
  .nullish()
  .transform((value) => value || null)

const fields = z.object({
  fullName: text(),
  role: text(),
  email: text(254),
  secondaryEmail: text(254),
  mobile: text(40),
  residentialAddress: address.nullish().transform((value) => value ?? null),
  correspondenceAddress: address.nullish().transform((value) => value ?? null),
  dateOfBirth: day,
  nationality: text(100),
  secondaryNationality: text(100),
  idDocumentType: text(100),
  idDocumentIssuingCountry: text(100),
  idDocumentNumber: text(100),
  idDocumentExpiryDate: day,
  linkedInUrl: text(500),
  conflictOfInterestUrl: text(500),
})
export type ProfileFields = z.output<typeof fields>

const mail = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/

const missing: Record<(typeof addressFields)[number], string> = {
  street: 'Street is required',
  city: 'City is required',
  state: 'State/Region is required',
  postalCode: 'Postal code is required',
  country: 'Country is required',
}

/** An address that was left empty as a whole is none. */
export const isEmptyAddress = (given: Address): boolean =>
  [...addressFields, 'unitNumber' as const].every((field) => given[field].trim() === '')

/** What is wrong, by the field's name ("residentialAddress.city"). */
export function profileProblems(profile: ProfileFields): Record<string, string> {
  const problems: Record<string, string> = {}
  if (profile.fullName.trim().length < 2) problems.fullName = 'Name must be at least 2 characters'
  if (!mail.test(profile.email.trim())) problems.email = 'Please enter a valid email'
  if (profile.secondaryEmail.trim() !== '' && !mail.test(profile.secondaryEmail.trim()))
    problems.secondaryEmail = 'Please enter a valid email'
  const isNoAddress = (value: string): boolean => value.trim() !== '' && webAddress(value) === null
  if (isNoAddress(profile.linkedInUrl)) problems.linkedInUrl = 'Please enter a valid LinkedIn URL'
  if (isNoAddress(profile.conflictOfInterestUrl)) problems.conflictOfInterestUrl = 'Please enter a valid URL'
  for (const which of ['residentialAddress', 'correspondenceAddress'] as const) {
    const given = profile[which]
    if (given === null || isEmptyAddress(given)) continue
    for (const field of addressFields)
      if (given[field].trim() === '') problems[`${which}.${field}`] = missing[field]
  }
  return problems
}

export const documentKinds = ['id', 'cv', 'contract'] as const
export type DocumentKind = (typeof documentKinds)[number]
/** The form's field for each. */
export const documentFields = { id: 'idDocument', cv: 'cv', contract: 'contract' } as const
/** What each may be, by the file's content. */
export const documentTypes = {
  id: ['pdf', 'jpg', 'jpeg', 'png', 'doc', 'docx'],
  cv: ['pdf', 'doc', 'docx'],
  contract: ['pdf', 'doc', 'docx'],
} as const satisfies Record<DocumentKind, readonly string[]>

export const profileDocument = z.object({
  kind: z.enum(documentKinds),
  name: z.string(),
  type: z.string(),
  bytes: z.number(),
  uploadedAt: z.string(),
})
export type ProfileDocument = z.infer<typeof profileDocument>

export const profile = fields.extend({
  userId: z.number(),
  /** Where each opens; null: there is none. */
  idDocumentFilePath: z.string().nullable(),
  cvFilePath: z.string().nullable(),
  contractFilePath: z.string().nullable(),
})
export type Profile = z.output<typeof profile>

const userParams = z.object({ userId: z.coerce.number().int().positive() })
const documentParams = userParams.extend({ kind: z.enum(documentKinds) })
const success = z.object({ success: z.boolean() })

/** 404 until it is first saved. */
export const getProfile = route({
  method: 'GET',
  path: '/api/users/:userId/profile',
  access: 'person',
  params: userParams,
  response: profile,
})
export const saveProfile = route({
  method: 'POST',
  path: '/api/users/:userId/profile',
  access: 'person',
  params: userParams,
  body: fields.superRefine((value, context) => {
    for (const [field, message] of Object.entries(profileProblems(value)))
      context.addIssue({ code: 'custom', message, params: { field } })
  }),
  response: profile,
})
export const listProfileDocuments = route({
  method: 'GET',
  path: '/api/users/:userId/profile/documents',
  access: 'person',
  params: userParams,
  response: z.array(profileDocument),
})
/** Multipart, one file under idDocument, cv or contract. */
export const uploadProfileDocument = route({
  method: 'POST',
  path: '/api/users/:userId/profile/documents',
  access: 'person',
  params: userParams,
  rawBody: true,
  response: profileDocument,
})
export const openProfileDocument = route({
  method: 'GET',
  path: '/api/users/:userId/profile/documents/:kind',
  access: 'person',
  params: documentParams,
})
export const deleteProfileDocument = route({
  method: 'DELETE',
  path: '/api/users/:userId/profile/documents/:kind',
  access: 'person',
  params: documentParams,
  response: success,
})
/** A zip of all that the appliance keeps about the person. */
export const exportPersonalData = route({
  act: 'own.exportPersonalData',
  method: 'GET',
  path: '/api/users/:userId/personal-data',
  access: 'person',
  params: userParams,
  bySession: true,
})
/**
 * Erases it. What the person made for the company (recordings, minutes, signed documents) stays. Where people sign in with
 * a passphrase it is asked for.
 */
export const erasePersonalData = route({
  method: 'POST',
  path: '/api/users/:userId/personal-data/erase',
  access: 'person',
  params: userParams,
  bySession: true,
  body: z.object({ passphrase: z.string().max(1000).default('') }),
  response: success,
})

export const profileChanged = topic('profile', [getProfile, listProfileDocuments], { personal: true })
