import { z } from 'zod'
import { modelFetch } from './models.ts'
import { engineStatus } from './system.ts'
import { recording } from './recordings.ts'

export const eventsPath = '/api/ws/events'

/** What the server pushes to every open tab over `/api/ws/events`, JSON text frames. */
export const serverEvent = z.discriminatedUnion('type', [
  /** First frame after connecting: fetch again what you show, something may have passed you by. */
  z.object({ type: z.literal('hello'), version: z.string() }),
  /** A recording is new or changed (title, status, progress): put this over what you have. */
  z.object({ type: z.literal('recording'), recording }),
  z.object({ type: z.literal('recording_deleted'), id: z.number() }),
  /** More of its transcript is there, or another version: fetch it again. */
  z.object({ type: z.literal('transcript'), recordingId: z.number() }),
  /** The work on its speakers' names has moved: fetch the speakers again. */
  z.object({ type: z.literal('speakers'), recordingId: z.number() }),
  /** A version of its minutes is there, or the work on one has moved: fetch them again. */
  z.object({ type: z.literal('minutes'), recordingId: z.number() }),
  /** Actions changed, or the work that finds them has moved: fetch them again. null: of a meeting whose recording has gone. */
  z.object({ type: z.literal('actions'), recordingId: z.number().nullable() }),
  z.object({ type: z.literal('engine'), engine: engineStatus }),
  /** A speech model is on its way, has come (null) or failed to come. */
  z.object({ type: z.literal('model_fetch'), fetch: modelFetch.nullable() }),
  /** Models were added, removed or chosen: administrators fetch their list again. */
  z.object({ type: z.literal('models') }),
  /** The language model's settings, or the fetching of one, changed: administrators fetch the overview again. */
  z.object({ type: z.literal('language') }),
  /** Something of a slice changed (contract/topic.ts): what was fetched from these paths, or below them, is stale. */
  z.object({
    type: z.literal('changed'),
    topic: z.string(),
    subject: z.number().nullable(),
    paths: z.array(z.string()),
  }),
  /** The person's own account changed (name, rights, sessions, tokens): fetch it again. */
  z.object({ type: z.literal('me') }),
])
export type ServerEvent = z.infer<typeof serverEvent>
