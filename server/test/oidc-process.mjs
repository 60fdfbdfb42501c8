// A real OpenID Connect provider as a process of its own: node oidc-process.mjs REDIRECT_URI
import { createServer } from 'node:http'
// @ts-expect-error the package has no types
import Provider from 'oidc-provider'

const [redirectUri] = process.argv.slice(2)

/** @type {Record<string, object>} */
const people = {
  ada: { email: 'Ada@example.co.uk', email_verified: true, name: 'Ada Chair', groups: ['board', 'it'] },
  ben: { email: 'ben@example.co.uk', email_verified: true, name: 'Ben Secretary', groups: ['board'] },
  eve: { email: 'eve@example.co.uk', email_verified: true, name: 'Eve Visitor', groups: ['guests'] },
  una: { email: 'ada@example.co.uk', email_verified: false, name: 'Una', groups: ['board'] },
  // Another subject, who says that her address is Ben's.
  mal: { email: 'ben@example.co.uk', email_verified: true, name: 'Mal', groups: ['board'] },
}

const server = createServer()
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : null
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'appliance',
        client_secret: 'a secret of the test',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile', 'groups'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      groups: ['groups'],
    },
    /** @param {unknown} _ctx @param {string} id */
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
    cookies: { keys: ['only for tests'] },
  })
  server.on('request', provider.callback())
  process.stdout.write(`${issuer}\n`)
})
process.on('disconnect', () => process.exit(0))
