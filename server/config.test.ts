import { expect, test } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'
import { variables } from './variables.ts'

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
  ['APPLIANCE_HOST', 'http://box', '0.0.0.0'],
  ['APPLIANCE_ACCESS', 'everyone', 'people'],
  ['APPLIANCE_PUBLIC_URL', 'https://box/path', 'without a path'],
  ['APPLIANCE_ALLOWED_HOSTS', 'box:8443', 'without a port'],
  ['APPLIANCE_TRUSTED_PROXIES', '10.0.0.0/33', 'networks'],
  ['APPLIANCE_ADMINS', 'jane', 'email addresses'],
  ['APPLIANCE_TIMEZONE', 'Europe/Londinium', 'Europe/London'],
  ['APPLIANCE_SPEECH_LANGUAGE', 'English', 'en'],
  ['APPLIANCE_OFFLINE', 'maybe', '1 or 0'],
  ['APPLIANCE_SPEECH_MODEL', '../../etc', 'appliance models list'],
  ['APPLIANCE_SMTP_URL', 'mail.example.co.uk', 'smtps://'],
  ['APPLIANCE_MAIL_FROM', 'the board', 'email address'],
])('%s=%s stops the start and names what is allowed', (name, value, allowed) => {
  const load = (): unknown => loadConfig({ [name]: value })
  expect(load).toThrow(ConfigError)
  expect(load).toThrow(`${name} is "${value}"`)
  expect(load).toThrow(allowed)
})

test('a misspelt setting is noticed', () => {
  expect(loadConfig({ APPLIANCE_DATADIR: '/data' }).unknownVariables).toEqual(['APPLIANCE_DATADIR'])
})

test('who may come in follows from where it listens', () => {
  expect(loadConfig({})).toMatchObject({ access: 'local', https: null })
  expect(loadConfig({ APPLIANCE_HOST: '0.0.0.0' })).toMatchObject({
    access: 'people',
    https: { port: 8443, certificate: null },
  })
  expect(loadConfig({ APPLIANCE_HOST: '192.168.1.5', APPLIANCE_ACCESS: 'open' }).access).toBe('open')
  expect(() => loadConfig({ APPLIANCE_HOST: '::', APPLIANCE_ACCESS: 'local' })).toThrow(/this machine alone/)
  // Others come through a proxy on this machine.
  expect(loadConfig({ APPLIANCE_TRUSTED_PROXIES: '127.0.0.1' }).access).toBe('people')
  expect(loadConfig({ APPLIANCE_PUBLIC_URL: 'https://meetings.example.co.uk' }).access).toBe('people')
  expect(() => loadConfig({ APPLIANCE_ACCESS: 'local', APPLIANCE_TRUSTED_PROXIES: '::1' })).toThrow(/proxies/)
  expect(() => loadConfig({ APPLIANCE_ACCESS: 'header' })).toThrow(/APPLIANCE_TRUSTED_PROXIES/)
  expect(() => loadConfig({ APPLIANCE_TLS_CERT: 'a.pem' })).toThrow(/go together/)
})

test('docs/configuration.md says what the settings are (`npm run docs` writes it)', async () => {
  await expect(settingsPage()).toMatchFileSnapshot('../docs/configuration.md')
})

function settingsPage(): string {
  const settings = Object.entries<(typeof variables)[keyof typeof variables] & { unset?: string }>(variables)
  const entries = settings.map(([name, { what, unset, allowed, fallback }]) => {
    const otherwise = unset ?? (fallback === '' ? 'none' : `\`${fallback}\``)
    return `## \`${name}\`\n\n${what}\n\n- Value: ${allowed}\n- Default: ${otherwise}\n`
  })
  return `${intro}\n${entries.join('\n')}`
}

const intro = `# Configuration

Settings are environment variables. A wrong value stops the start with a message that says what is allowed. Most choices are
made on the Settings and System screens instead and need no variable.

This page is made from \`server/variables.ts\` by \`npm run docs\`, and \`npm test\` compares the two.

\`HTTPS_PROXY\`, \`NO_PROXY\` and \`NODE_EXTRA_CA_CERTS\` work as in other programs.
`
