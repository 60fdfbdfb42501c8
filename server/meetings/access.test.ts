import { beforeAll, expect, test } from 'vitest'
import { allRoutes } from '#contract/index.ts'
import { pathFor, type Route } from '#contract/route.ts'
import type { Person } from '../people/service.ts'
import type { RunningServer } from '../run.ts'
import { ada, claim, type Browser } from '../test/people.ts'
import { liveSocket, type LiveClient } from '../test/live-socket.ts'
import { sharedAppliance } from '../test/server.ts'
import { until } from '../test/client.ts'

/** Who asks: nobody in particular, somebody who attended, whose meeting it is, and an administrator. */
type Role = 'stranger' | 'attendee' | 'owner' | 'administrator'

const running = sharedAppliance({ APPLIANCE_ACCESS: 'people' })

type House = RunningServer & { roles: Record<Role, Browser> }

async function house(): Promise<House> {
  const server = running()
  const admin = await claim(server.url, (await server.services.people.firstLink())!, ada)
  const join = async (name: string): Promise<Browser> => {
    const email = `${name.toLowerCase()}@example.co.uk`
    const { link } = await server.services.people.add({ name, email, administrator: false })
    return claim(server.url, link, { name, email })
  }
  const [owner, attendee, stranger] = [await join('Ben'), await join('Cleo'), await join('Dan')]
  return { ...server, roles: { administrator: admin, owner, attendee, stranger } }
}

/** A meeting of the owner's with words in it, open to those who attended: Cleo. */
async function closedMeeting(
  { roles: { owner } }: House,
  title: string,
): Promise<{ id: number; meetingId: number }> {
  const made = await owner.send('POST', '/api/recordings', { title, sourceType: 'uploaded_transcript' })
  const id = Number(made.body.id)
  const { meetingId } = made.body.recording as { meetingId: number }
  await owner.send('POST', `/api/recordings/${id}/transcript`, {
    content: 'Ben: The zeppelin budget is approved.\nCleo: I will send the zeppelin invoice by Friday.',
  })
  await owner.send('PUT', `/api/recordings/${id}/meeting-info`, {
    attendees: [{ speakerId: '', name: 'Cleo', email: 'Cleo@example.co.uk' }],
    location: null,
  })
  const put = await owner.send('PUT', `/api/meetings/${meetingId}/access`, { audience: 'attendees' })
  expect(put.body).toMatchObject({ audience: 'attendees', mine: true, owner: { name: 'Ben' } })
  return { id, meetingId }
}

let at: House
beforeAll(async () => {
  at = await house()
})

const call = async (browser: Browser, { method, path }: Route, params: Record<string, number | string>) => {
  const answer = await browser.fetch(pathFor(path, params), {
    method,
    headers: { 'content-type': 'application/json', origin: at.url },
    ...(method !== 'GET' && { body: '{}' }),
  })
  const text = await answer.text()
  const { code = null } = text.startsWith('{') ? (JSON.parse(text) as { code?: string }) : {}
  return { status: answer.status, code }
}

test('every call of the contract lets in whom its right says, and nobody else', async () => {
  const { id, meetingId } = await closedMeeting(at, 'Zeppelin')
  const inTheBin = (await closedMeeting(at, 'Airship')).id
  expect((await at.roles.owner.send('DELETE', `/api/recordings/${inTheBin}`)).status).toBe(200)
  const ids: Record<string, number> = { recording: id, meeting: meetingId, binned: inTheBin }
  const wrong: string[] = []
  for (const [name, route] of allRoutes) {
    const { access, method } = route
    if (access === 'everyone' || access === 'person') continue
    const others = Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, param]) => [param!, 1]))
    const all = (role: Role, params: Record<string, number>) =>
      call(at.roles[role], route, { ...others, ...params })
    if (access === 'administrator') {
      for (const role of ['stranger', 'attendee', 'owner'] as const) {
        const { code } = await all(role, {})
        if (code !== 'administrators_only') wrong.push(`${name} as ${role}: ${code}`)
      }
      continue
    }
    const subject = ids[access.of] ?? 1_000_000
    const expected: Record<Role, string | null> = {
      stranger: 'not_found',
      attendee: !(access.of in ids) ? 'not_found' : access.may === 'own' ? 'owner_only' : null,
      owner: access.of in ids ? null : 'not_found',
      administrator: access.of in ids ? null : 'not_found',
    }
    for (const role of Object.keys(expected) as Role[]) {
      // Calls that would do something are asked about, not made.
      if (expected[role] === null && method !== 'GET') {
        const person = (await at.roles[role].send('GET', '/api/me')).body as unknown as Person
        await at.services.access.need(person, access.may, access.of, subject)
        continue
      }
      const { status, code } = await all(role, { [access.param]: subject })
      const refused = code === 'owner_only' || code === 'administrators_only' || code === 'sign_in_required'
      const right = expected[role] === null ? !refused && status !== 500 : code === expected[role]
      if (!right) wrong.push(`${name} as ${role}: ${status} ${code}, not ${expected[role]}`)
    }
  }
  expect(wrong).toEqual([])
})

test('what somebody may not see is in no list, search, event or answer; narrowing it takes it away at once', async () => {
  const { id, meetingId } = await closedMeeting(at, 'Quokka accounts')
  const { owner, attendee, stranger, administrator } = at.roles
  const sees = async (browser: Browser): Promise<boolean[]> => {
    const list = (await (await browser.fetch('/api/users/1/recordings')).json()) as { id: number }[]
    const found = await browser.send('GET', '/api/search?q=zeppelin%20invoice')
    const passages = found.body.passages as { sourceId: string }[]
    const one = await browser.fetch(`/api/recordings/${id}`)
    return [
      list.some((r) => r.id === id),
      passages.some((p) => p.sourceId === String(id)),
      one.status === 200,
    ]
  }
  for (const browser of [owner, attendee, administrator])
    expect(await sees(browser)).toEqual([true, true, true])
  expect(await sees(stranger)).toEqual([false, false, false])
  // A number in a body is no way round: a recording that goes on with another's meeting.
  const rest = await stranger.send('POST', '/api/recordings', {
    title: 'Mine',
    restOf: { recordingId: id, startedAt: new Date().toISOString() },
  })
  expect((rest.body.recording as { meetingId?: number } | undefined)?.meetingId).not.toBe(meetingId)

  const me = (await stranger.send('GET', '/api/me')).body.id
  await owner.send('PUT', `/api/meetings/${meetingId}/access`, { audience: 'people', personIds: [me] })
  expect(await sees(stranger)).toEqual([true, true, true])
  expect(await sees(attendee)).toEqual([false, false, false])
  await owner.send('PUT', `/api/meetings/${meetingId}/access`, { audience: 'everybody' })
  expect(await sees(attendee)).toEqual([true, true, true])
  expect((await attendee.send('DELETE', `/api/recordings/${id}`)).body.code).toBe('owner_only')

  await administrator.send('PUT', '/api/meetings/audience', { audience: 'attendees' })
  const next = await owner.send('POST', '/api/recordings', { title: 'Next' })
  expect((await stranger.fetch(`/api/recordings/${Number(next.body.id)}`)).status).toBe(404)
  await administrator.send('PUT', '/api/meetings/audience', { audience: 'everybody' })
})

test('whoever listens to a meeting hears no more of it once it is no longer open to them', async () => {
  const { id, meetingId } = await closedMeeting(at, 'Numbat budget')
  const { owner, attendee } = at.roles
  const listen = async ({ cookie }: Browser): Promise<LiveClient> => {
    const line = await liveSocket(at.url, { cookie: cookie ?? '', origin: at.url })
    line.say({ type: 'listen_for_transcript', recordingId: id })
    await line.next('transcript_complete')
    return line
  }
  const [mine, theirs] = [await listen(owner), await listen(attendee)]
  await owner.send('PUT', `/api/meetings/${meetingId}/access`, { audience: 'people', personIds: [] })
  expect(await theirs.next('error')).toMatchObject({ code: 'not_found', recordingId: id })
  const { version } = (await owner.send('GET', `/api/recordings/${id}/transcript`)).body
  await owner.send('PUT', `/api/recordings/${id}/transcript`, {
    content: 'Ben: The numbat budget is gone.',
    basedOn: version,
  })
  const isNew = ({ text }: { text: string }): boolean => text.includes('gone')
  await until(async () => mine.all('transcript_complete').some(isNew), Boolean)
  theirs.say({ type: 'ping', timestamp: 1 })
  await theirs.next('pong')
  expect(theirs.all('transcript_complete').some(isNew)).toBe(false)
})

test('what is deleted lies in the bin: gone for everybody at once, restored whole, and after 30 days nowhere', async () => {
  const { id, meetingId } = await closedMeeting(at, 'Pangolin minutes')
  const { owner, attendee, administrator } = at.roles
  // Actions outlive their meeting, and bear its title.
  const found = async (): Promise<number> =>
    ((await owner.send('GET', '/api/search?q=pangolin')).body.passages as { kind: string }[]).filter(
      ({ kind }) => kind !== 'action',
    ).length
  await until(found, (count) => count > 0)
  expect((await owner.send('DELETE', `/api/recordings/${id}`)).status).toBe(200)
  expect((await owner.fetch(`/api/recordings/${id}`)).status).toBe(404)
  expect((await owner.fetch(`/api/recordings/${id}/transcript`)).status).toBe(404)
  expect((await owner.fetch(`/api/meetings/${meetingId}/access`)).status).toBe(404)
  expect(await found()).toBe(0)
  const bin = async (browser: Browser) => (await (await browser.fetch('/api/bin')).json()) as { id: number }[]
  expect(await bin(owner)).toContainEqual(
    expect.objectContaining({ id, title: 'Pangolin minutes', deletedBy: 'Ben' }),
  )
  expect(await bin(attendee)).toEqual([])
  expect((await attendee.send('POST', `/api/bin/${id}/restore`)).body.code).toBe('owner_only')

  expect((await owner.send('POST', `/api/bin/${id}/restore`)).status).toBe(200)
  expect((await owner.send('GET', `/api/recordings/${id}`)).body).toMatchObject({ title: 'Pangolin minutes' })
  expect(await found()).toBeGreaterThan(0)

  await administrator.send('DELETE', `/api/recordings/${id}`)
  const { recordings, db } = at.services
  await recordings.emptyOldBin(Date.now() + 29 * 86_400_000)
  expect((await bin(administrator)).map((one) => one.id)).toContain(id)
  await recordings.emptyOldBin(Date.now() + 31 * 86_400_000)
  expect(await bin(administrator)).toEqual([])
  expect(await db.read('meeting').where({ id: meetingId })).toEqual([])
  const acts = await administrator.send('GET', `/api/audit?act=recording.&limit=200`)
  const ofIt = (acts.body.entries as { act: string; subjectId: string }[]).filter(
    (e) => e.subjectId === String(id),
  )
  expect(ofIt.map(({ act }) => act)).toEqual(
    expect.arrayContaining(['recording.deleted', 'recording.restored', 'recording.deletedForGood']),
  )
  expect(JSON.stringify(acts.body.entries)).not.toContain('Pangolin')
})
