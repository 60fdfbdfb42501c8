import * as actions from './actions.ts'
import * as audit from './audit.ts'
import * as calendar from './calendar.ts'
import * as backups from './backups.ts'
import * as capture from './capture.ts'
import * as chat from './chat.ts'
import * as exports from './exports.ts'
import * as inbox from './inbox.ts'
import * as companies from './companies.ts'
import * as documents from './documents.ts'
import * as jobs from './jobs.ts'
import * as labels from './labels.ts'
import * as language from './language.ts'
import * as licences from './licences.ts'
import * as meetings from './meetings.ts'
import * as minutes from './minutes.ts'
import * as models from './models.ts'
import * as notes from './notes.ts'
import * as news from './news.ts'
import * as personalActions from './personal-actions.ts'
import * as overview from './overview.ts'
import * as organisations from './organisations.ts'
import * as people from './people.ts'
import * as places from './places.ts'
import * as profile from './profile.ts'
import * as reminders from './reminders.ts'
import * as recordings from './recordings.ts'
import type { Route } from './route.ts'
import * as retention from './retention.ts'
import * as search from './search.ts'
import * as settings from './settings.ts'
import * as signatures from './signatures.ts'
import * as speakers from './speakers.ts'
import * as strikes from './strikes.ts'
import * as system from './system.ts'
import * as terms from './terms.ts'
import type { Topic } from './topic.ts'
import * as transcripts from './transcripts.ts'
import * as voices from './voices.ts'

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value

/** Every domain of the contract: a new one is a line here. */
const domains = [
  actions,
  calendar,
  audit,
  backups,
  capture,
  chat,
  exports,
  companies,
  documents,
  inbox,
  jobs,
  labels,
  language,
  licences,
  meetings,
  minutes,
  models,
  news,
  notes,
  overview,
  organisations,
  people,
  personalActions,
  places,
  profile,
  recordings,
  reminders,
  retention,
  search,
  settings,
  signatures,
  speakers,
  strikes,
  system,
  terms,
  transcripts,
  voices,
]

/** Every call that there is, by name: for the OpenAPI document and the gate. */
export const allRoutes: ReadonlyMap<string, Route> = new Map(
  domains.flatMap((domain) =>
    Object.entries(domain).flatMap(([name, value]) => (isRoute(value) ? [[name, value] as const] : [])),
  ),
)

const isTopic = (value: unknown): value is Topic =>
  typeof value === 'object' && value !== null && 'topic' in value && 'refreshes' in value

/** Every kind of change that pages follow, by name. */
export const allTopics: ReadonlyMap<string, Topic> = new Map(
  domains.flatMap((domain) =>
    (Object.values(domain) as unknown[]).filter(isTopic).map((topic) => [topic.topic, topic] as const),
  ),
)
