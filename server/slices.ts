import { createBackupsSlice } from './backups/slice.ts'
import { createActionsSlice } from './actions/slice.ts'
import { createAuditSlice } from './audit/slice.ts'
import { createCalendarSlice } from './calendar/slice.ts'
import { createChatSlice } from './chat/slice.ts'
import { createCompaniesSlice } from './companies/slice.ts'
import { createHoldsSlice } from './holds/slice.ts'
import { createInboxSlice } from './inbox/slice.ts'
import { createDocumentsSlice } from './documents/slice.ts'
import { createExportsSlice } from './exports/slice.ts'
import { createLicencesSlice } from './licences/slice.ts'
import { decodedFile } from './live/capture/decoded-sound.ts'
import { createLiveSlice } from './live/slice.ts'
import { createMailSlice } from './mail/slice.ts'
import { createMeetingsSlice } from './meetings/slice.ts'
import { createMinutesSlice } from './minutes/slice.ts'
import { createNewsSlice } from './news/slice.ts'
import { createOverviewSlice } from './overview/slice.ts'
import { createOrganisationsSlice } from './organisations/slice.ts'
import { createPeopleSlice } from './people/slice.ts'
import { createPlacesSlice } from './places/slice.ts'
import { createPrint } from './print/print.ts'
import { createProfileSlice } from './profile/slice.ts'
import { createRecordingsSlice } from './recordings/slice.ts'
import { createRemindersSlice } from './reminders/slice.ts'
import { createRetentionSlice } from './retention/slice.ts'
import { createSearchSlice } from './search/slice.ts'
import { createSignaturesSlice } from './signatures/slice.ts'
import type { Core, Ports, Slice } from './slice.ts'
import { createSystemSlice } from './system/slice.ts'
import { createTranscriptsSlice } from './transcripts/slice.ts'

/**
 * The slices that most others stand on, in the order of their imports.
 * @param add registers a slice. @returns it
 */
function createFoundations(ports: Ports, add: <S extends Slice>(slice: S) => S) {
  const search = add(createSearchSlice(ports)).service
  const audit = add(createAuditSlice(ports)).service
  const holds = add(createHoldsSlice()).service
  const people = add(createPeopleSlice({ ...ports, audit })).service
  const places = add(createPlacesSlice(ports)).service
  const access = add(createMeetingsSlice({ ...ports, audit, people: people.people })).service
  const base = { ...ports, ...search, audit, holds, access, ...people, places }
  const recordings = add(createRecordingsSlice(base)).service
  const transcripts = add(
    createTranscriptsSlice({ ...base, ...recordings, growingSound: decodedFile }),
  ).service
  const minutes = add(createMinutesSlice({ ...base, ...recordings, ...transcripts })).service
  const actions = add(createActionsSlice({ ...base, ...recordings, ...transcripts, ...minutes })).service
  const live = add(createLiveSlice({ ...base, ...recordings, ...transcripts })).service
  const chat = add(createChatSlice({ ...base, ...minutes })).service
  const system = add(createSystemSlice({ ...base, ...recordings, trial: minutes.trial })).service
  const { search: found } = search
  return {
    ...{ search: found, audit, holds, access, ...people, places, ...recordings, ...transcripts },
    ...{ minutes: minutes.minutes, actions, ...live, ...chat, ...system },
  }
}

/**
 * All slices. A new one is a line below, in the order of imports: it gets the core and, by name, the services of the slices
 * above it.
 *
 *     const documents = add(createDocumentsSlice(core)).service
 *     const signatures = add(createSignaturesSlice({ ...core, documents })).service
 *     return { ...foundations, documents, signatures }
 */
export function createSlices(ports: Ports, add: <S extends Slice>(slice: S) => S) {
  const foundations = createFoundations(ports, add)
  const core: Core = { ...ports, ...foundations }
  const mail = add(createMailSlice(core)).service
  const companies = add(createCompaniesSlice(core)).service
  const news = add(createNewsSlice({ ...core, companies })).service
  const { profile, personal } = add(createProfileSlice(core)).service
  const organisations = add(createOrganisationsSlice(core)).service
  const documents = add(createDocumentsSlice(core)).service
  const print = createPrint(ports.config.appRoot)
  const signatures = add(createSignaturesSlice({ ...core, documents, print })).service
  const exports = add(createExportsSlice({ ...core, documents, print })).service
  add(createOverviewSlice(core))
  const calendar = add(createCalendarSlice({ ...core, companies })).service
  const reminders = add(
    createRemindersSlice({ ...core, mail, profile, calendar, documents, exports }),
  ).service
  calendar.register(documents.awaiting)
  const inbox = add(createInboxSlice({ ...core, companies, news, calendar })).service
  const { strikes } = add(createRetentionSlice(core)).service
  const backups = add(createBackupsSlice({ ...core, personal, strikes })).service
  add(createLicencesSlice(core))
  /** For the command line and the rest of the root. */
  return {
    ...foundations,
    companies,
    news,
    profile,
    personal,
    organisations,
    documents,
    signatures,
    exports,
    inbox,
    backups,
    mail,
    reminders,
  }
}

export type SliceServices = ReturnType<typeof createSlices>
