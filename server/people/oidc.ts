import type { Configuration } from 'openid-client'
import { oidcFailures, type OidcFailure } from '#contract/people.ts'
import type { OidcSettings } from '../config.ts'
import { AppError } from '../errors.ts'
import { hashSecret, newSecret } from './secrets.ts'
import type { PeopleService, Person } from './service.ts'
import type { Place, SignInService } from './sign-in.ts'

/** Somebody has as long to sign in at the provider. */
export const oidcMinutes = 10
/** Strangers may begin as often as they like; the oldest are forgotten. */
const mostUnderWay = 5000
/** A provider that is slower is not there. */
const patienceSeconds = 15

type UnderWay = { state: string; nonce: string; verifier: string; next: string; endsAt: number }

export type OidcService = ReturnType<typeof createOidc>

/** With the word that the page is told. */
export class OidcRefusal extends AppError {
  readonly why: OidcFailure

  constructor(why: OidcFailure, cause?: unknown) {
    super('sign_in_failed', oidcFailures[why], { cause })
    this.why = why
  }
}

/**
 * Signing in at the company's own provider (OpenID Connect, code flow with PKCE). The library is loaded when it is first
 * needed, and the provider asked who it is; one that was away is asked again the next time.
 */
export function createOidc({
  oidc,
  people,
  signIn,
}: {
  oidc: OidcSettings
  people: PeopleService
  signIn: SignInService
}) {
  /** By the hash of what the browser keeps in a cookie: who begins in one browser cannot end in another. */
  const underWay = new Map<string, UnderWay>()
  let provider: Promise<Configuration> | null = null

  async function discover(): Promise<Configuration> {
    const { discovery, allowInsecureRequests } = await import('openid-client')
    const issuer = new URL(oidc.issuer)
    // Only this machine itself may be spoken to without encryption; the setting's own check sees to that.
    const execute = issuer.protocol === 'http:' ? [allowInsecureRequests] : []
    return discovery(issuer, oidc.clientId, oidc.clientSecret ?? undefined, undefined, {
      execute,
      timeout: patienceSeconds,
    })
  }

  async function known(): Promise<Configuration> {
    provider ??= discover()
    try {
      return await provider
    } catch (error) {
      provider = null
      throw new OidcRefusal('away', error)
    }
  }

  function forgetOld(): void {
    for (const [key, { endsAt }] of underWay)
      if (endsAt < Date.now() || underWay.size > mostUnderWay) underWay.delete(key)
  }

  /** The claims of the answer, with those that the provider keeps for whoever asks once more. */
  async function claimsOf(current: URL, begun: UnderWay): Promise<Record<string, unknown>> {
    const configuration = await known()
    const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client')
    const tokens = await authorizationCodeGrant(configuration, current, {
      pkceCodeVerifier: begun.verifier,
      expectedState: begun.state,
      expectedNonce: begun.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new OidcRefusal('refused')
    const more = configuration.serverMetadata().userinfo_endpoint
      ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : {}
    return { ...more, ...claims }
  }

  return {
    /** @returns where the browser goes, and what it keeps meanwhile */
    async begin(next: string): Promise<{ url: string; secret: string }> {
      const configuration = await known()
      const library = await import('openid-client')
      const verifier = library.randomPKCECodeVerifier()
      const begun = { state: library.randomState(), nonce: library.randomNonce(), verifier, next }
      const url = library.buildAuthorizationUrl(configuration, {
        redirect_uri: oidc.redirectUri,
        scope: oidc.scopes,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: begun.state,
        nonce: begun.nonce,
      })
      const secret = newSecret()
      underWay.set(hashSecret(secret), { ...begun, endsAt: Date.now() + oidcMinutes * 60_000 })
      forgetOld()
      return { url: url.href, secret }
    },

    /**
     * The provider has sent the browser back.
     * @param search what stands behind the "?" of the address
     * @throws OidcRefusal
     */
    async finish(
      search: string,
      secret: string | null,
      from: Place,
    ): Promise<{ secret: string; personId: number; next: string }> {
      const key = secret === null ? '' : hashSecret(secret)
      const begun = underWay.get(key)
      underWay.delete(key) // good once
      if (!begun || begun.endsAt < Date.now()) throw new OidcRefusal('expired')
      let claims: Record<string, unknown>
      try {
        claims = await claimsOf(new URL(`${oidc.redirectUri}?${search}`), begun)
      } catch (error) {
        if (error instanceof AppError) throw error
        throw new OidcRefusal('refused', error)
      }
      const person = await personOf(claims, { oidc, people })
      return { secret: await signIn.openOidcSession(person.id, from), personId: person.id, next: begun.next }
    },
  }
}

const mailAddress = /^[^\s@,;<>"]+@[^\s@,;<>"]+$/

/** A list, as most providers send it, or one name. */
const groupsIn = (claim: unknown): string[] =>
  (Array.isArray(claim) ? claim : [claim]).filter((one): one is string => typeof one === 'string')

/** Whom the claims name, if they may come in. @throws OidcRefusal */
async function personOf(
  claims: Record<string, unknown>,
  { oidc, people }: { oidc: OidcSettings; people: PeopleService },
): Promise<Person> {
  const { email, email_verified: verified, name, preferred_username: short, iss, sub } = claims
  if (typeof email !== 'string' || !mailAddress.test(email) || email.length > 254)
    throw new OidcRefusal('no_email')
  if (verified === false) throw new OidcRefusal('not_verified')
  const groups = new Set(groupsIn(claims[oidc.groupsClaim]))
  const isAdministrator = oidc.adminGroups.some((group) => groups.has(group))
  if (oidc.groups.length > 0 && !isAdministrator && !oidc.groups.some((group) => groups.has(group)))
    throw new OidcRefusal('no_group')
  const person = await people.fromOidc({
    subject: `${String(iss)} ${String(sub)}`,
    name: [name, short].find((one): one is string => typeof one === 'string')?.slice(0, 200) ?? null,
    email: email.toLowerCase(),
    administrator: oidc.adminGroups.length === 0 ? null : isAdministrator,
  })
  if (person === 'taken') throw new OidcRefusal('taken')
  if (!person) throw new OidcRefusal('removed')
  return person
}
