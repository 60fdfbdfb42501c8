import { z } from 'zod'
import { idParams, route } from './route.ts'

/** Who may come in; see `APPLIANCE_ACCESS`. */
export const accessModes = ['local', 'people', 'header', 'oidc', 'open'] as const
export type AccessMode = (typeof accessModes)[number]

/** `compared`: no common one is longer. */
export const passphraseLength = { least: 8, most: 1024, compared: 100 } as const

const moment = z.iso.datetime()
const name = z.string().trim().min(1, 'Please enter a name').max(200)
const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(/^[^\s@,;<>"]+@[^\s@,;<>"]+$/, 'Please enter an email address')
/** One's own, once more: a browser that was left open is not enough. With other ways of access there is none. */
const ownPassphrase = { passphrase: z.string().max(passphraseLength.most).optional() }
const newPassphrase = z
  .string()
  .min(passphraseLength.least, `A passphrase has at least ${passphraseLength.least} characters`)
  .max(passphraseLength.most)

/** Somebody who uses the appliance, as administrators see them. */
export const person = z.object({
  id: z.number(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  administrator: z.boolean(),
  /** False until they have used their link. */
  hasPassphrase: z.boolean(),
  twoFactor: z.boolean(),
  createdAt: moment,
  lastSeenAt: moment.nullable(),
})
export type PersonView = z.infer<typeof person>

/** A link for one use that lets somebody choose a passphrase. Whoever has it can come in: hand it over personally. */
export const signInLink = z.object({ url: z.string(), expiresAt: moment })
export type SignInLink = z.infer<typeof signInLink>

// Signing in: outside the gate.

export const getSignIn = route({
  method: 'GET',
  path: '/api/sign-in',
  access: 'everyone',
  response: z.object({
    mode: z.enum(accessModes),
    signedIn: z.boolean(),
    /** Somebody has a passphrase; until then only the link in the terminal lets anybody in. */
    claimed: z.boolean(),
  }),
})

/** `second_factor`: the passphrase was right; send the ticket with a code within five minutes. */
export const signInAnswer = z.discriminatedUnion('next', [
  z.object({ next: z.literal('done') }),
  z.object({ next: z.literal('second_factor'), ticket: z.string() }),
])

export const signIn = route({
  method: 'POST',
  path: '/api/sign-in',
  access: 'everyone',
  act: null, // a session's start is recorded by itself
  body: z.object({ email: z.string().max(254), passphrase: z.string().max(passphraseLength.most) }),
  response: signInAnswer,
})

export const signInWithCode = route({
  method: 'POST',
  path: '/api/sign-in/second-factor',
  access: 'everyone',
  act: null, // a session's start is recorded by itself
  /** Six digits of the authenticator, or a recovery code. */
  body: z.object({ ticket: z.string().max(100), code: z.string().max(40) }),
  response: signInAnswer,
})

const linkToken = z.string().max(100)

/** Whose link it is, before it is used. */
export const lookAtLink = route({
  method: 'POST',
  path: '/api/sign-in/link',
  access: 'everyone',
  act: null, // it changes nothing
  body: z.object({ token: linkToken }),
  response: z.object({ name: z.string().nullable(), email: z.string().nullable(), expiresAt: moment }),
})

/** Chooses a passphrase (name and address too, where there are none yet) and signs in. */
export const claimLink = route({
  method: 'POST',
  path: '/api/sign-in/link/claim',
  access: 'everyone',
  act: null, // a session's start is recorded by itself
  body: z.object({ token: linkToken, name, email, passphrase: newPassphrase }),
  response: signInAnswer,
})

/** Why the company's sign-in did not lead here: the page is told the word, so that nobody can have it show others. */
export const oidcFailures = {
  away: "Your company's sign-in does not answer. Please try again in a moment; if that does not help, tell an administrator.",
  refused: "Your company's sign-in did not let you in. Please try again.",
  expired: 'That took too long, or was begun in another browser. Please sign in again.',
  no_email: "Your company's sign-in did not send your email address, which the appliance needs.",
  not_verified: "Your company's sign-in says that your email address has not been verified.",
  no_group: 'You are not in a group that may use this appliance. Ask your administrator.',
  removed: 'You have been removed from this appliance. Ask your administrator.',
  taken:
    'Your email address belongs to somebody else on this appliance. An administrator can remove one of the two.',
} as const
export type OidcFailure = keyof typeof oidcFailures

/**
 * With `APPLIANCE_ACCESS=oidc`: goes to the company's sign-in, which sends the browser back. A failure is told on the
 * sign-in page.
 */
export const startOidc = route({
  method: 'GET',
  path: '/api/sign-in/oidc',
  access: 'everyone',
  query: z.object({ next: z.string().max(2000).optional() }),
})
export const finishOidc = route({
  method: 'GET',
  path: '/api/sign-in/oidc/callback',
  access: 'everyone',
  query: z.looseObject({}),
})

export const signOut = route({
  act: 'session.ended',
  method: 'POST',
  path: '/api/sign-out',
  access: 'person',
  response: z.object({ success: z.boolean() }),
})

// Oneself.

export const me = z.object({
  id: z.number(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  administrator: z.boolean(),
  /** What is not `people` has no passphrases, sessions or second factors. */
  access: z.enum(accessModes),
  twoFactor: z.boolean(),
  recoveryCodesLeft: z.number(),
  /** They are an administrator, and the appliance wants a second factor of administrators before they act as one. */
  needsFactor: z.boolean(),
})
export type Me = z.infer<typeof me>

export const getMe = route({ method: 'GET', path: '/api/me', access: 'person', response: me })

/** Ends all other sessions and the API tokens, unless told to leave them. */
export const changePassphrase = route({
  act: 'person.passphraseChanged',
  method: 'PUT',
  path: '/api/me/passphrase',
  access: 'person',
  bySession: true,
  body: z.object({
    current: z.string().max(passphraseLength.most),
    next: newPassphrase,
    endSessions: z.boolean().default(true),
    endTokens: z.boolean().default(true),
  }),
  response: z.object({ success: z.boolean(), endedSessions: z.number(), endedTokens: z.number() }),
})

export const session = z.object({
  id: z.number(),
  /** "Firefox on Windows", as the browser says of itself. */
  device: z.string(),
  address: z.string(),
  createdAt: moment,
  lastSeenAt: moment,
  /** The one that asks. */
  current: z.boolean(),
})
export type Session = z.infer<typeof session>

export const listSessions = route({
  method: 'GET',
  path: '/api/me/sessions',
  access: 'person',
  bySession: true,
  response: z.array(session),
})
export const endSession = route({
  method: 'DELETE',
  path: '/api/me/sessions/:id',
  access: 'person',
  params: idParams,
  bySession: true,
  response: z.object({ success: z.boolean() }),
})
export const endOtherSessions = route({
  method: 'POST',
  path: '/api/me/sessions/end-others',
  access: 'person',
  bySession: true,
  response: z.object({ ended: z.number() }),
})

/** `read`: looks and downloads, and changes nothing. */
export const tokenScopes = ['read', 'write'] as const
export const tokenDays = 90

/** For a script: `Authorization: Bearer …`. It may do what its person may, but not change who comes in. */
export const apiToken = z.object({
  id: z.number(),
  name: z.string(),
  scope: z.enum(tokenScopes),
  createdAt: moment,
  lastUsedAt: moment.nullable(),
  expiresAt: moment.nullable(),
})
export type ApiToken = z.infer<typeof apiToken>

export const listTokens = route({
  method: 'GET',
  path: '/api/me/tokens',
  access: 'person',
  bySession: true,
  response: z.array(apiToken),
})
export const createToken = route({
  act: 'person.tokenMade',
  method: 'POST',
  path: '/api/me/tokens',
  access: 'person',
  bySession: true,
  body: z.object({
    name: z.string().trim().min(1, 'Please say what the token is for').max(100),
    scope: z.enum(tokenScopes).default('write'),
    /** null: it has no end. */
    expiresInDays: z.number().int().min(1).max(3650).nullable().default(tokenDays),
    ...ownPassphrase,
  }),
  /** `secret` is shown once and never again. */
  response: z.object({ token: apiToken, secret: z.string() }),
})
export const revokeToken = route({
  act: 'person.tokenRevoked',
  method: 'DELETE',
  path: '/api/me/tokens/:id',
  access: 'person',
  params: idParams,
  bySession: true,
  response: z.object({ success: z.boolean() }),
})

/** Begins to set up an authenticator; nothing changes until a code of it comes. */
export const startTwoFactor = route({
  method: 'POST',
  path: '/api/me/two-factor',
  access: 'person',
  bySession: true,
  body: z.object(ownPassphrase),
  /** `qr` is an SVG picture of `uri` as a data: address; `secret` is for typing it in. */
  response: z.object({ secret: z.string(), uri: z.string(), qr: z.string() }),
})
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export const confirmTwoFactor = route({
  method: 'POST',
  path: '/api/me/two-factor/confirm',
  access: 'person',
  bySession: true,
  body: z.object({ code: z.string().max(20) }),
  response: recoveryCodes,
})
const withPassphrase = z.object({ passphrase: z.string().max(passphraseLength.most) })
export const removeTwoFactor = route({
  method: 'POST',
  path: '/api/me/two-factor/remove',
  access: 'person',
  bySession: true,
  body: withPassphrase,
  response: z.object({ success: z.boolean() }),
})
/** New ones; the old ones are void. */
export const renewRecoveryCodes = route({
  method: 'POST',
  path: '/api/me/two-factor/recovery-codes',
  access: 'person',
  bySession: true,
  body: withPassphrase,
  response: recoveryCodes,
})

// Everybody: for administrators.

/** What is asked of people's way in. */
const accessPolicy = z.object({
  /** With passphrases: administrators act as such only once they have a second factor. */
  administratorsNeedFactor: z.boolean(),
})
export const getAccessPolicy = route({
  method: 'GET',
  path: '/api/people/policy',
  access: 'administrator',
  response: accessPolicy,
})
export const putAccessPolicy = route({
  act: 'system.accessPolicyChanged',
  method: 'PUT',
  path: '/api/people/policy',
  access: 'administrator',
  bySession: true,
  body: accessPolicy,
  response: accessPolicy,
})

/** Where somebody is signed in; `current` is the administrator's own session. */
export const listSessionsOf = route({
  method: 'GET',
  path: '/api/people/:id/sessions',
  params: idParams,
  access: 'administrator',
  bySession: true,
  response: z.array(session),
})
export const endSessionsOf = route({
  act: 'person.sessionsEnded',
  method: 'POST',
  path: '/api/people/:id/sessions/end',
  params: idParams,
  access: 'administrator',
  bySession: true,
  /** Without it all of them. */
  body: z.object({ sessionId: z.number().int().positive().optional() }),
  response: z.object({ ended: z.number() }),
})

export const listPeople = route({
  method: 'GET',
  path: '/api/people',
  access: 'administrator',
  response: z.array(person),
})
export const addPerson = route({
  act: 'person.added',
  method: 'POST',
  path: '/api/people',
  access: 'administrator',
  bySession: true,
  body: z.object({ name, email, administrator: z.boolean().default(false) }),
  response: z.object({ person, link: signInLink }),
})
export const updatePerson = route({
  act: 'person.changed',
  method: 'PATCH',
  path: '/api/people/:id',
  params: idParams,
  access: 'administrator',
  bySession: true,
  body: z.strictObject({ administrator: z.boolean() }),
  response: person,
})
/** Ends their passphrase, second factor, sessions and tokens, and makes a link for a new passphrase. */
export const resetPerson = route({
  act: 'person.reset',
  method: 'POST',
  path: '/api/people/:id/reset',
  params: idParams,
  access: 'administrator',
  bySession: true,
  response: z.object({ link: signInLink }),
})
/** They can no longer come in; what they made stays the company's. */
export const removePerson = route({
  act: 'person.removed',
  method: 'DELETE',
  path: '/api/people/:id',
  params: idParams,
  access: 'administrator',
  bySession: true,
  response: z.object({ success: z.boolean() }),
})
