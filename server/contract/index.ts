import * as actions from './actions.ts'
import * as capture from './capture.ts'
import * as chat from './chat.ts'
import * as jobs from './jobs.ts'
import * as language from './language.ts'
import * as minutes from './minutes.ts'
import * as models from './models.ts'
import * as people from './people.ts'
import * as places from './places.ts'
import * as recordings from './recordings.ts'
import type { Route } from './route.ts'
import * as search from './search.ts'
import * as settings from './settings.ts'
import * as speakers from './speakers.ts'
import * as system from './system.ts'
import * as terms from './terms.ts'
import * as transcripts from './transcripts.ts'
import * as voices from './voices.ts'

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value

/** Every call that there is, by name: for the OpenAPI document and the gate. */
export const allRoutes: ReadonlyMap<string, Route> = new Map(
  [
    actions,
    capture,
    chat,
    jobs,
    language,
    minutes,
    models,
    people,
    places,
    recordings,
    search,
    settings,
    speakers,
    system,
    terms,
    transcripts,
    voices,
  ].flatMap((domain) =>
    Object.entries(domain).flatMap(([name, value]) => (isRoute(value) ? [[name, value] as const] : [])),
  ),
)
