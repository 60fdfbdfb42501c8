import { z } from 'zod'
import { route } from './route.ts'

/** One thing that the appliance ships or runs. `text` is the key of its licence's text; null: it carries none. */
export const licencedPart = z.object({
  name: z.string(),
  version: z.string(),
  /** An SPDX expression, or what the package itself says. */
  licence: z.string(),
  use: z.string().nullable(),
  /** Where its source is. */
  source: z.string().nullable(),
  text: z.string().nullable(),
})
export type LicencedPart = z.infer<typeof licencedPart>

export const licences = z.object({
  parts: z.array(licencedPart),
  texts: z.record(z.string(), z.string()),
})
export type Licences = z.infer<typeof licences>

export const getLicences = route({
  method: 'GET',
  path: '/api/licences',
  access: 'person',
  response: licences,
})

/** The software bill of materials, CycloneDX JSON, as an attachment. */
export const downloadSbom = route({ method: 'GET', path: '/api/licences/sbom', access: 'person' })
