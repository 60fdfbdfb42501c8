import { z } from 'zod'
import { changes, idParams, reads, route } from './route.ts'
import { listRecordings } from './recordings.ts'
import { listOverviews } from './overview.ts'
import { topic } from './topic.ts'

export const seriesName = z.string().trim().min(1, 'Please enter the name').max(100)
const tag = z
  .string()
  .trim()
  .min(1)
  .max(50)
  .regex(/^[^,]*$/, 'A tag has no comma')

/** What a meeting is filed under. */
export const labels = z.object({
  /** The board's, a committee's. */
  series: z.string().nullable(),
  tags: z.array(z.string()),
  companyId: z.number().nullable(),
})
export type Labels = z.infer<typeof labels>

export const getLabels = route({
  method: 'GET',
  path: '/api/recordings/:id/labels',
  access: reads('recording'),
  params: idParams,
  response: labels,
})

/** A series that is not there yet is made by its name; one that nothing belongs to any more is gone. */
export const putLabels = route({
  method: 'PUT',
  path: '/api/recordings/:id/labels',
  access: changes('recording'),
  params: idParams,
  body: z.object({
    series: seriesName.nullable(),
    tags: z.array(tag).max(20),
    companyId: z.number().int().positive().nullable(),
  }),
  response: labels,
})

/** Of all meetings that whoever asks may see. */
export const listLabels = route({
  method: 'GET',
  path: '/api/labels',
  access: 'person',
  response: z.object({
    series: z.array(z.object({ id: z.number(), name: z.string(), meetings: z.number() })),
    tags: z.array(z.object({ tag: z.string(), meetings: z.number() })),
  }),
})

/** The same for many: what is given changes, the rest stays. */
export const changeLabels = route({
  method: 'POST',
  path: '/api/labels/recordings',
  access: 'person',
  act: 'recordings.labelled',
  body: z.object({
    ids: z.array(z.number().int().positive()).min(1).max(500),
    addTags: z.array(tag).max(20).default([]),
    removeTags: z.array(tag).max(20).default([]),
    series: seriesName.nullable().optional(),
    companyId: z.number().int().positive().nullable().optional(),
  }),
  response: z.object({
    changed: z.number(),
    /** Those that whoever asks may not change. */
    refused: z.array(z.number()),
  }),
})

export const renameSeries = route({
  method: 'PATCH',
  path: '/api/series/:id',
  access: 'administrator',
  params: idParams,
  body: z.object({ name: seriesName }),
  response: z.object({ id: z.number(), name: z.string() }),
})

/** Its meetings belong to the other one from then on. */
export const mergeSeries = route({
  method: 'POST',
  path: '/api/series/:id/merge',
  access: 'administrator',
  params: idParams,
  body: z.object({ into: z.number().int().positive() }),
  response: z.object({ success: z.boolean() }),
})

/** Its meetings stay, and belong to none. */
export const deleteSeries = route({
  method: 'DELETE',
  path: '/api/series/:id',
  access: 'administrator',
  params: idParams,
  response: z.object({ success: z.boolean() }),
})

export const labelsChanged = topic('labels', [listLabels, getLabels, listRecordings, listOverviews])
