import type { ReactNode } from 'react'
import type { Me } from '#contract/people.ts'
import { Section } from '../../ui/Section.tsx'
import { whyWithout } from './access.ts'
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
          <Line title="Sessions">
            {me.access === 'header'
              ? "Sessions are managed by your company's sign-in."
              : 'Sign-in is off, so there are no sessions to end.'}
          </Line>
        )}
        {gated || byCompany ? (
          <Tokens me={me} />
        ) : (
          <Line title="API tokens">
            {me.access === 'local'
              ? 'Scripts on this machine do not need one.'
              : 'Scripts do not need one: anyone who can reach the appliance may use its API.'}
          </Line>
        )}
      </div>
    </Section>
  )
}

/** What there is nothing to do about here takes one line. */
function Line({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 px-4 py-2.5">
      <h3 className="font-semibold">{title}</h3>
      <p className="text-ink-2">{children}</p>
    </div>
  )
}
