import type { Address, Profile, ProfileFields } from '#contract/profile.ts'

/** What the form holds: the profile's fields. */
export type Draft = ProfileFields & { residentialAddress: Address; correspondenceAddress: Address }

const emptyAddress: Address = {
  ...{ unitNumber: '', street: '', city: '', state: '', postalCode: '', country: '' },
  isApartment: null,
  placeId: null,
}

const empty: Draft = {
  ...{ fullName: '', role: '', email: '', secondaryEmail: '', mobile: '' },
  residentialAddress: emptyAddress,
  correspondenceAddress: emptyAddress,
  ...{ dateOfBirth: null, nationality: '', secondaryNationality: '' },
  ...{ idDocumentType: '', idDocumentIssuingCountry: '', idDocumentNumber: '', idDocumentExpiryDate: null },
  ...{ linkedInUrl: '', conflictOfInterestUrl: '' },
}

/** Without a profile the form is blank. */
export function draftOf(profile: Profile | null): Draft {
  if (profile === null) return empty
  const {
    userId: _userId,
    idDocumentFilePath: _id,
    cvFilePath: _cv,
    contractFilePath: _contract,
    ...fields
  } = profile
  return {
    ...fields,
    residentialAddress: fields.residentialAddress ?? emptyAddress,
    correspondenceAddress: fields.correspondenceAddress ?? emptyAddress,
  }
}

export const sameAddress = (a: Address, b: Address): boolean =>
  (['unitNumber', 'street', 'city', 'state', 'postalCode', 'country'] as const).every(
    (field) => a[field] === b[field],
  )

/** Comma-separated text, split into street, city, state, postal code and country. */
export function splitAddress(text: string): Partial<Address> {
  const [street = '', city = '', state = '', postalCode = '', ...country] = text
    .split(',')
    .map((part) => part.trim())
  return { street, city, state, postalCode, country: country.join(', ') }
}

const postcode = /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/

/** A found place, as well as its text tells: the country last, the postcode wherever it stands. */
export function addressOfPlace(name: string, formatted: string): Partial<Address> {
  const found = postcode.exec(formatted)?.[0] ?? ''
  const parts = formatted
    .split(',')
    .map((part) => part.replace(found, '').trim())
    .filter(Boolean)
  const country = parts.length > 1 ? parts.pop()! : ''
  const street = parts.shift() ?? name
  const city = parts.shift() ?? ''
  return { street, city, state: parts.join(', '), postalCode: found, country }
}
