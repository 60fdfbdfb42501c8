import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorBody } from '#contract/errors.ts'
import { send } from '../test/client.ts'
import { startAppliance } from '../test/server.ts'

const path = '/api/users/1/profile'
const ada = {
  userId: 1,
  fullName: 'Ada Chair',
  email: 'ada@example.co.uk',
  dateOfBirth: '1980-05-04T00:00:00.000Z',
  idDocumentExpiryDate: '2030-06-30T23:00:00.000Z',
  residentialAddress: {
    ...{ street: '1 Quay Street', city: 'Harwich', state: 'Essex', postalCode: 'CO12 3HH' },
    country: 'United Kingdom',
  },
}

async function upload(
  url: string,
  field: string,
  name: string,
  bytes: Buffer,
  type: string,
): Promise<Response> {
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(bytes)], { type }), name)
  return fetch(`${url}${path}/documents`, { method: 'POST', body: form })
}

test('a profile: 404 until it is saved, checked, its documents by content, exported and erased', async () => {
  const { url, services } = await startAppliance()
  expect((await send(url, 'GET', path)).status).toBe(404)
  const wrong = async (change: object): Promise<string> => {
    const { status, body } = await send(url, 'POST', path, { ...ada, ...change })
    expect(status).toBe(400)
    return errorBody.parse(body).message
  }
  expect(await wrong({ fullName: 'A' })).toBe('Name must be at least 2 characters')
  expect(await wrong({ email: 'ada' })).toBe('Please enter a valid email')
  expect(await wrong({ linkedInUrl: 'javascript:alert(1)' })).toBe('Please enter a valid LinkedIn URL')
  expect(await wrong({ residentialAddress: { street: 'X' } })).toBe('City is required')
  expect((await send(url, 'POST', path, ada)).body).toMatchObject({
    fullName: 'Ada Chair',
    dateOfBirth: '1980-05-04',
    idDocumentExpiryDate: '2030-07-01',
    cvFilePath: null,
  })
  expect((await send(url, 'GET', '/api/users/7/profile')).status).toBe(404)

  expect((await send(url, 'GET', '/api/me')).body).toMatchObject({ name: 'Ada Chair' })

  const html = Buffer.from('<script>alert(1)</script>')
  expect((await upload(url, 'cv', 'cv.pdf', html, 'application/pdf')).status).toBe(415)
  expect(
    (await upload(url, 'cv', 'photo.pdf', Buffer.from('ffd8ffe000', 'hex'), 'application/pdf')).status,
  ).toBe(415)
  expect((await upload(url, 'other', 'a.pdf', Buffer.from('%PDF-1.7'), 'application/pdf')).status).toBe(400)
  const kept = await upload(url, 'idDocument', '../../pass"port.html', Buffer.from('%PDF-1.7 x'), 'text/html')
  expect(await kept.json()).toMatchObject({ kind: 'id', type: 'pdf', bytes: 10 })
  const opened = await fetch(`${url}${path}/documents/id`)
  expect(opened.headers.get('content-type')).toBe('application/pdf')
  expect(opened.headers.get('x-content-type-options')).toBe('nosniff')
  expect(opened.headers.get('content-disposition')).toMatch(/^inline; filename=".*\.pdf"/)
  expect(await opened.text()).toBe('%PDF-1.7 x')
  const folder = join(services.paths.root, 'profiles')
  const [file = ''] = await readdir(folder)
  expect(file).toMatch(/^[0-9a-f-]{36}$/)
  expect((await stat(join(folder, file))).mode & 0o077).toBe(0)

  const zip = await fetch(`${url}/api/users/1/personal-data`)
  const bytes = Buffer.from(await zip.arrayBuffer())
  expect(zip.headers.get('content-type')).toBe('application/zip')
  for (const name of ['profile.json', 'account.json', 'documents/id.pdf'])
    expect(bytes.includes(name)).toBe(true)

  expect((await send(url, 'POST', '/api/users/1/personal-data/erase', {})).status).toBe(200)
  expect((await send(url, 'GET', path)).status).toBe(404)
  expect(await readdir(folder)).toEqual([])
  const erasures = await services.personal.erasures(services.db.read)
  expect(Object.keys(erasures[0]!)).toEqual(['person_id', 'erased_at'])

  // A restore has brought it back: what was erased is erased again, once.
  await send(url, 'POST', path, ada)
  const other = { person_id: 1, erased_at: '2026-01-01T00:00:00.000Z' }
  expect(await services.personal.replay([...erasures, other])).toBe(1)
  expect((await send(url, 'GET', path)).status).toBe(404)
})
