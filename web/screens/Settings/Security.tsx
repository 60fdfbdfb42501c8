import type { Me } from '#contract/people.ts'
import { Section } from '../../ui/Section.tsx'
import { whyWithout } from './access.ts'
import { Part } from './Part.tsx'
import { Sessions } from './Sessions.tsx'
import { Tokens } from './Tokens.tsx'
import { TwoFactor } from './TwoFactor.tsx'

/** The second factor, where one is signed in, and tokens for scripts. */
export function Security({ me }: { me: Me }) {
  const gated = me.access === 'people'
  const byCompany = me.access === 'header' || me.access === 'oidc'
  return (
    <Section title="Security Settings" bare>
      <div className="divide-y divide-line rounded-md border border-line bg-surface">
        <TwoFactor me={me} why={whyWithout('second factor', me.access)} />
        {gated || me.access === 'oidc' ? (
          <Sessions />
        ) : (
          <Part title="Sessions">
            <p className="px-4 text-ink-2">
              {me.access === 'header'
                ? "Sessions are managed by your company's sign-in."
                : 'Sign-in is off, so there are no sessions to end.'}
            </p>
          </Part>
        )}
        {gated || byCompany ? (
          <Tokens me={me} />
        ) : (
          <Part title="API tokens">
            <p className="px-4 text-ink-2">
              {me.access === 'local'
                ? 'Scripts on this machine do not need one.'
                : 'Scripts do not need one: anyone who can reach the appliance may use its API.'}
            </p>
          </Part>
        )}
      </div>
    </Section>
  )
}
