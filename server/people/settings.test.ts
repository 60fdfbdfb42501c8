import { expect, test } from 'vitest'
import { settings, settingsAnswer, type Settings } from '#contract/settings.ts'
import { WebSocket } from 'ws'
import { ben, claim, startWithPeople } from '../test/people.ts'
import { startAppliance } from '../test/server.ts'

const get = async (url: string): Promise<Settings> =>
  settingsAnswer.parse(await (await fetch(`${url}/api/me/settings`)).json()).settings

async function put(url: string, body: object): Promise<Settings> {
  const answer = await fetch(`${url}/api/me/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return settingsAnswer.parse(await answer.json()).settings
}

test('settings have their defaults, and changing one leaves the others', async () => {
  const { url } = await startAppliance()
  const defaults = settings.parse({})
  expect(await get(url)).toEqual(defaults)
  await put(url, { emailNotifications: false, phoneNumber: ' 020 7946 0000 ' })
  expect(await put(url, { britishDates: true })).toEqual({
    ...defaults,
    emailNotifications: false,
    phoneNumber: '020 7946 0000',
    britishDates: true,
  })
  expect((await get(url)).emailNotifications).toBe(false)
  const { unavailable } = settingsAnswer.parse(await (await fetch(`${url}/api/me/settings`)).json())
  expect(unavailable.smsReminders).toMatch(/not set up.*administrator.*APPLIANCE_SMS_WEBHOOK/)
  expect(unavailable.emailNotifications).toMatch(/not set up.*administrator.*APPLIANCE_SMTP_URL/)
  // Kept, and acted on when there is something to act.
  expect(unavailable.speakerDiarization ?? unavailable.autoGenerateSummary).toBeUndefined()
  expect(unavailable.enableDarkMode).toBeUndefined()
})

test('the switch for dark mode and the theme stay in step', async () => {
  const { url } = await startAppliance()
  expect(await put(url, { enableDarkMode: true })).toMatchObject({ theme: 'dark', enableDarkMode: true })
  expect(await put(url, { theme: 'system' })).toMatchObject({ theme: 'system', enableDarkMode: true })
  expect(await put(url, { theme: 'light' })).toMatchObject({ theme: 'light', enableDarkMode: false })
  // Save All Settings sends all of them: what the person changed counts.
  expect(await put(url, { enableDarkMode: true, theme: 'light' })).toMatchObject({ theme: 'dark' })
  expect(await put(url, { enableDarkMode: true, theme: 'system' })).toMatchObject({
    theme: 'system',
    enableDarkMode: true,
  })
  expect(await put(url, { enableDarkMode: false })).toMatchObject({ theme: 'light' })
})

test('each person has their own, and their other tabs are told', async () => {
  const { url, services, admin } = await startWithPeople()
  const { link } = await services.people.add({ name: ben.name, email: ben.email, administrator: false })
  const other = await claim(url, link, ben)
  const tab = new WebSocket(`${url.replace('http', 'ws')}/api/ws/events`, {
    headers: { cookie: other.cookie ?? '', origin: url },
  })
  const told = new Promise<void>((resolve) =>
    tab.on('message', (data: Buffer) => {
      if (String(data).includes('"me"')) resolve()
    }),
  )
  await new Promise((resolve) => tab.once('open', resolve))
  await other.send('PUT', '/api/me/settings', { theme: 'dark' })
  await told
  tab.close()
  expect((await admin.send('GET', '/api/me/settings')).body).toMatchObject({ settings: { theme: 'light' } })
  expect((await other.send('GET', '/api/me/settings')).body).toMatchObject({ settings: { theme: 'dark' } })
  expect((await other.send('PUT', '/api/me/settings', { theme: 'blue' })).status).toBe(400)
})
