import { expect, test } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'

test('everything has a default', () => {
  expect(loadConfig({}, '/srv/appliance')).toMatchObject({
    dataDir: '/srv/appliance/data',
    modelsDir: '/srv/appliance/data/models',
    httpPort: 8080,
    host: '127.0.0.1',
    language: 'en',
    timezone: 'Europe/London',
    offline: false,
    speechModel: null,
  })
})

test.each([
  ['APPLIANCE_HTTP_PORT', '80a', 'a port number'],
  ['APPLIANCE_HTTP_PORT', '70000', 'a port number'],
  ['APPLIANCE_HOST', '0.0.0.0', '127.0.0.1'],
  ['APPLIANCE_TIMEZONE', 'Europe/Londinium', 'Europe/London'],
  ['APPLIANCE_SPEECH_LANGUAGE', 'English', 'en'],
  ['APPLIANCE_OFFLINE', 'maybe', '1 or 0'],
  ['APPLIANCE_SPEECH_MODEL', '../../etc', 'appliance models list'],
])('%s=%s stops the start and names what is allowed', (name, value, allowed) => {
  const load = (): unknown => loadConfig({ [name]: value })
  expect(load).toThrow(ConfigError)
  expect(load).toThrow(`${name} is "${value}"`)
  expect(load).toThrow(allowed)
})

test('a misspelt setting is noticed', () => {
  expect(loadConfig({ APPLIANCE_DATADIR: '/data' }).unknownVariables).toEqual(['APPLIANCE_DATADIR'])
})
