import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { tone } from '../test/files.ts'
import { ben, claim, startWithPeople, type Browser } from '../test/people.ts'

test('what one person may keep is theirs alone, and room comes back with the bin emptied', async () => {
  const file = await tone('a.wav', 2)
  const { size } = await stat(file)
  const { url, services, admin } = await startWithPeople({
    APPLIANCE_QUOTA_GB: String((2.5 * size) / 1e9), // two of them
  })
  const { link } = await services.people.add({ name: ben.name, email: ben.email, administrator: false })
  const other = await claim(url, link, ben)
  const keep = async (browser: Browser): Promise<{ status: number; code?: string; id?: number }> => {
    const form = new FormData()
    form.set('audio', await openAsBlob(file, { type: 'audio/wav' }), 'a.wav')
    const headers = { origin: url }
    const answer = await browser.fetch('/api/recordings/upload', { method: 'POST', headers, body: form })
    const body = (await answer.json()) as { code?: string; id?: number }
    return { ...body, status: answer.status }
  }
  const first = await keep(admin)
  expect([first.status, (await keep(admin)).status]).toEqual([200, 200])
  expect(await keep(admin)).toMatchObject({ status: 507, code: 'quota_reached' })
  // Nor in parts.
  const begun = await admin.fetch('/api/uploads', {
    method: 'POST',
    headers: {
      ...{ 'tus-resumable': '1.0.0', 'upload-length': String(size), origin: url },
      'upload-metadata': `filename ${Buffer.from('a.wav').toString('base64')},filetype ${Buffer.from('audio/wav').toString('base64')}`,
    },
  })
  expect([begun.status, ((await begun.json()) as { code: string }).code]).toEqual([507, 'quota_reached'])
  // Somebody else has room of their own.
  expect((await keep(other)).status).toBe(200)
  // In the bin it still takes its place.
  await admin.send('DELETE', `/api/recordings/${first.id}`)
  expect((await keep(admin)).code).toBe('quota_reached')
  await admin.send('DELETE', `/api/bin/${first.id}`)
  expect((await keep(admin)).status).toBe(200)
})
