import { audienceChanged, type Audience, type MeetingAccess } from '#contract/meetings.ts'
import type { May } from '#contract/route.ts'
import { publishChange } from '../db/events.ts'
import { transactDurably, type Db, type Handle } from '../db/open.ts'
import { getSetting, setSetting } from '../db/settings.ts'
import { AppError } from '../errors.ts'
import type { AuditService } from '../audit/service.ts'
import type { PeopleService } from '../people/service.ts'
import { currentViewer, type Viewer } from '../viewer.ts'
import { findAudience, isVisible, namedPeople, setAudience } from './access-store.ts'

/** `hidden`: for them it does not exist. `seen`: they may look at it and work with it, but it is not theirs. */
export type Standing = 'hidden' | 'seen' | 'own'

/** What somebody is to a thing of one kind. A thing that is not there is `hidden`. */
export type Decide = (handle: Handle, viewer: Viewer, id: number) => Promise<Standing>

const missing: Record<string, string> = {
  document: "The document you're looking for doesn't exist or has been deleted.",
  recording: 'This recording does not exist or has been deleted.',
  action: 'This action does not exist, or has been deleted.',
}

export type AccessService = ReturnType<typeof createAccess>

/** Where it is decided who may do what with which meeting, and what belongs to one. */
export function createAccess({ db, people, audit }: { db: Db; people: PeopleService; audit: AuditService }) {
  const kinds = new Map<string, Decide>()

  /** What somebody is to a meeting. @param bin also when it is in the bin */
  async function ofMeeting(
    handle: Handle,
    viewer: Viewer,
    meetingId: number,
    options: { bin?: boolean } = {},
  ): Promise<Standing> {
    if (!(await isVisible(handle, viewer, meetingId, options))) return 'hidden'
    if (viewer.administrator) return 'own'
    return (await findAudience(handle, meetingId))?.owner_id === viewer.id ? 'own' : 'seen'
  }

  async function standing(handle: Handle, viewer: Viewer, kind: string, id: number): Promise<Standing> {
    const decide = kinds.get(kind)
    if (!decide) throw new Error(`Nobody has registered who may do what with: ${kind}`)
    return decide(handle, viewer, id)
  }

  kinds.set('meeting', ofMeeting)

  return {
    ofMeeting,
    standing,

    /** Each kind that a route names (`reads('recording')`) is registered once, by the slice that owns it. */
    register(kind: string, decide: Decide): void {
      if (kinds.has(kind)) throw new Error(`Two parts of the appliance decide about: ${kind}`)
      kinds.set(kind, decide)
    },

    /** Something that follows its meeting. @param meetingOf null: it is not there */
    follow(kind: string, meetingOf: (handle: Handle, id: number) => Promise<number | null>): void {
      this.register(kind, async (handle, viewer, id) => {
        const meetingId = await meetingOf(handle, id)
        return meetingId === null ? 'hidden' : ofMeeting(handle, viewer, meetingId)
      })
    },

    /** For what is reached in another way than by a route. @throws AppError not_found, owner_only */
    async need(viewer: Viewer, may: May, kind: string, id: number): Promise<void> {
      const found = await standing(db.read, viewer, kind, id)
      if (found === 'hidden')
        throw new AppError('not_found', missing[kind] ?? 'This does not exist, or has been deleted.')
      if (may === 'own' && found !== 'own')
        throw new AppError('owner_only', 'Only the owner and administrators may do this.')
    },

    /** Who may see a meeting, as its page shows it. @throws AppError not_found */
    async get(viewer: Viewer, meetingId: number): Promise<MeetingAccess> {
      const row = await findAudience(db.read, meetingId)
      if (!row) throw new AppError('not_found', 'This meeting does not exist, or has been deleted.')
      const ids = await namedPeople(db.read, meetingId)
      const names = await people.namesOf(db.read, [...ids, ...(row.owner_id === null ? [] : [row.owner_id])])
      return {
        audience: row.audience,
        owner: row.owner_id === null ? null : { id: row.owner_id, name: names.get(row.owner_id) ?? null },
        people: ids.map((id) => ({ id, name: names.get(id) ?? `User ${id}` })),
        mine: (await ofMeeting(db.read, viewer, meetingId)) === 'own',
      }
    },

    /** @throws AppError not_found when one of the people is not there */
    set: (
      viewer: Viewer,
      meetingId: number,
      { audience, personIds }: { audience: Audience; personIds: number[] },
    ): Promise<void> =>
      transactDurably(db, async (trx) => {
        const named = audience === 'people' ? personIds : []
        for (const id of named) await people.find(trx, { id })
        await setAudience(trx, meetingId, audience, named)
        await audit.record(trx, {
          personId: viewer.id,
          act: 'meeting.audienceChanged',
          subjectKind: 'meeting',
          subjectId: meetingId,
          details: { audience, personIds: named },
        })
        await publishChange(trx, audienceChanged)
      }),

    /** Whom new meetings are open to. */
    standard: (): Promise<'everybody' | 'attendees'> => standardAudience(db.read),

    setStandard: (viewer: Viewer, audience: 'everybody' | 'attendees'): Promise<void> =>
      transactDurably(db, async (trx) => {
        await setSetting(trx, 'meeting_audience', audience)
        await audit.record(trx, {
          personId: viewer.id,
          act: 'system.audienceChanged',
          details: { audience },
        })
      }),
  }
}

export const standardAudience = async (handle: Handle): Promise<'everybody' | 'attendees'> =>
  (await getSetting(handle, 'meeting_audience')) === 'attendees' ? 'attendees' : 'everybody'

/** Whether whoever asks may see a meeting; the appliance itself sees everything that is not in the bin. */
export const maySee = (handle: Handle, meetingId: number): Promise<boolean> => {
  const viewer = currentViewer()
  return viewer === null || viewer.administrator
    ? Promise.resolve(true)
    : isVisible(handle, viewer, meetingId)
}

/** Whose a meeting is that is not open to everybody (0: the administrators'); null: it is open. */
export async function onlyFor(handle: Handle, meetingId: number): Promise<number | null> {
  const row = await findAudience(handle, meetingId)
  return row === null || row.audience === 'everybody' ? null : (row.owner_id ?? 0)
}
