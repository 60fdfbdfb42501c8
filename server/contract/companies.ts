import { z } from 'zod'
import { webAddress } from './news.ts'
import { idParams, route } from './route.ts'
import { topic } from './topic.ts'

/** "Private", "Public", "Guarantee", "LLP". */
export const companyTypes = ['private', 'public', 'guarantee', 'llp'] as const
export type CompanyType = (typeof companyTypes)[number]

export const officerRoles = ['director', 'secretary', 'member'] as const
export type OfficerRole = (typeof officerRoles)[number]

const day = z.iso.date('Please enter a date')

export const officer = z.object({
  id: z.number(),
  name: z.string(),
  role: z.enum(officerRoles),
  appointedOn: z.string().nullable(),
  resignedOn: z.string().nullable(),
})
export type Officer = z.infer<typeof officer>

/** A notice under s.392: an accounting reference period was made shorter or longer. */
export const referenceChange = z.object({
  id: z.number(),
  /** The day on which the notice was given. */
  noticeOn: z.string(),
  /** When the period would have ended, and when it ends now. */
  oldEnd: z.string(),
  newEnd: z.string(),
  /** A second extension within five years needs a ground (s.392(3)). */
  permitted: z.boolean(),
})
export type ReferenceChange = z.infer<typeof referenceChange>

export const deadline = z.object({
  companyId: z.number(),
  companyName: z.string(),
  kind: z.enum(['accounts', 'confirmation_statement']),
  /** "Annual accounts", "Confirmation statement". */
  title: z.string(),
  /** The period that it is about; the last day is what the document is made up to. */
  from: z.string(),
  madeUpTo: z.string(),
  /** The last day on which it is in time. */
  due: z.string(),
  /** How the day follows from the Companies Act 2006, as a sentence; days in it as 2026-12-31, for whoever shows it to write out. */
  reason: z.string(),
  /** What makes it uncertain, and what to enter to mend that; days in it likewise. */
  note: z.string().nullable(),
})
export type Deadline = z.infer<typeof deadline>

export const company = z.object({
  id: z.number(),
  name: z.string(),
  number: z.string().nullable(),
  type: z.enum(companyTypes),
  website: z.string().nullable(),
  registeredOffice: z.string().nullable(),
  incorporatedOn: z.string().nullable(),
  /** "03-31"; null: the end of the month of incorporation, as s.391(4) has it. */
  referenceDate: z.string().nullable(),
  /** The one that holds now, with its changes; null: nobody knows. */
  currentReferenceDate: z.string().nullable(),
  lastAccounts: z.string().nullable(),
  lastStatement: z.string().nullable(),
  /** What its industry is called in the news. */
  industryTerms: z.array(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Company = z.infer<typeof company>

export const companyDetails = company.extend({
  officers: z.array(officer),
  referenceChanges: z.array(referenceChange),
  deadlines: z.array(deadline),
})
export type CompanyDetails = z.infer<typeof companyDetails>

const text = (most: number) => z.string().trim().max(most)
const orNothing = (most: number) =>
  text(most)
    .transform((value) => value || null)
    .nullable()

/** What a company's website must be; the dialog and the server both ask. */
export const isWebsite = (value: string): boolean => value.trim() === '' || webAddress(value) !== null
export const noWebsite = 'Please enter a valid URL'

/** What of a company is entered. An absent field stays as it is. */
export const companyFields = z.strictObject({
  name: text(200).min(1, 'Please enter the name').optional(),
  number: orNothing(20).optional(),
  type: z.enum(companyTypes).optional(),
  website: orNothing(300)
    .refine((value) => value === null || isWebsite(value), noWebsite)
    .optional(),
  registeredOffice: orNothing(500).optional(),
  incorporatedOn: day.nullable().optional(),
  referenceDate: z
    .string()
    .regex(/^\d\d-\d\d$/, 'Please enter a day and a month')
    .nullable()
    .optional(),
  lastAccounts: day.nullable().optional(),
  lastStatement: day.nullable().optional(),
  industryTerms: z.array(text(100).min(1)).max(50).optional(),
})
export type CompanyFields = z.infer<typeof companyFields>

export const officerFields = z
  .strictObject({
    name: text(200).min(1, 'Please enter the name'),
    role: z.enum(officerRoles),
    appointedOn: day.nullable().default(null),
    resignedOn: day.nullable().default(null),
  })
  .refine(
    ({ appointedOn, resignedOn }) => appointedOn === null || resignedOn === null || resignedOn >= appointedOn,
    { path: ['resignedOn'], message: 'The resignation is before the appointment.' },
  )
export type OfficerFields = z.infer<typeof officerFields>

export const changeFields = z.strictObject({
  noticeOn: day,
  oldEnd: day,
  newEnd: day,
  permitted: z.boolean().default(false),
})
export type ChangeFields = z.infer<typeof changeFields>

const success = z.object({ success: z.boolean() })

/** By name. The specification reads id and name. */
export const listCompanies = route({
  method: 'GET',
  path: '/api/governance/companies',
  access: 'person',
  response: z.array(company),
})

export const getCompany = route({
  method: 'GET',
  path: '/api/governance/companies/:id',
  access: 'person',
  params: idParams,
  response: companyDetails,
})

export const addCompany = route({
  method: 'POST',
  path: '/api/governance/companies',
  access: 'administrator',
  body: companyFields.extend({ name: text(200).min(1, 'Please enter the name') }),
  response: companyDetails,
})

export const updateCompany = route({
  method: 'PATCH',
  path: '/api/governance/companies/:id',
  access: 'administrator',
  params: idParams,
  body: companyFields,
  response: companyDetails,
})

/** With its officers, feeds and competitors. */
export const deleteCompany = route({
  method: 'DELETE',
  path: '/api/governance/companies/:id',
  access: 'administrator',
  params: idParams,
  response: success,
})

export const addOfficer = route({
  method: 'POST',
  path: '/api/governance/companies/:id/officers',
  access: 'administrator',
  params: idParams,
  body: officerFields,
  response: companyDetails,
})

const officerParams = idParams.extend({ officerId: z.coerce.number().int().positive() })

export const updateOfficer = route({
  method: 'PUT',
  path: '/api/governance/companies/:id/officers/:officerId',
  access: 'administrator',
  params: officerParams,
  body: officerFields,
  response: companyDetails,
})

export const deleteOfficer = route({
  method: 'DELETE',
  path: '/api/governance/companies/:id/officers/:officerId',
  access: 'administrator',
  params: officerParams,
  response: companyDetails,
})

/** 400 with the reason where the Act does not allow it (s.392), days in it as 2026-12-31. */
export const addReferenceChange = route({
  method: 'POST',
  path: '/api/governance/companies/:id/reference-changes',
  access: 'administrator',
  params: idParams,
  body: changeFields,
  response: companyDetails,
})

export const deleteReferenceChange = route({
  method: 'DELETE',
  path: '/api/governance/companies/:id/reference-changes/:changeId',
  access: 'administrator',
  params: idParams.extend({ changeId: z.coerce.number().int().positive() }),
  response: companyDetails,
})

/** Of all companies, the soonest first. */
export const listDeadlines = route({
  method: 'GET',
  path: '/api/governance/deadlines',
  access: 'person',
  query: z.object({ from: day.optional(), to: day.optional() }),
  response: z.array(deadline),
})

/** A company or its deadlines changed. */
export const companiesChanged = topic('companies', [listCompanies, listDeadlines])
