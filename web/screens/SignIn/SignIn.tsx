import { CircleAlert, Unplug } from 'lucide-react'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { getSignIn, oidcFailures, startOidc, type OidcFailure } from '#contract/people.ts'
import type { z } from 'zod'
import { call, UnreachableError } from '../../api.ts'
import { nextFrom } from '../../session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Frame } from './Frame.tsx'
import { LinkForm } from './LinkForm.tsx'
import { PassphraseForm } from './PassphraseForm.tsx'

type Gate = z.output<typeof getSignIn.response>

const triedAgainAfter = 5000

/** Goes on to where the person wanted to be; Back does not lead here again. */
function enter(): void {
  location.replace(nextFrom(location.search, location.origin))
}

/** @param token of a link for one use, if the page was opened with one */
export function SignIn({ token }: { token: string | null }) {
  const [gate, setGate] = useState<Gate | null>(null)
  const [error, setError] = useState<Error | null>(null)
  /** A link that is of no use leads back to the usual form. */
  const [link, setLink] = useState(token)

  const ask = useCallback(() => {
    call(getSignIn).then((answer) => {
      setError(null)
      // Without the gate, or with it behind one already, there is nothing to do here; a link is used all the same.
      const inside = answer.mode === 'local' || answer.mode === 'open' || answer.signedIn
      if (inside && (answer.mode !== 'people' || !token)) enter()
      else setGate(answer)
    }, setError)
  }, [token])
  useEffect(ask, [ask])

  const unreachable = error instanceof UnreachableError
  useEffect(() => {
    if (!unreachable) return
    const timer = setInterval(ask, triedAgainAfter)
    return () => clearInterval(timer)
  }, [unreachable, ask])

  if (error) {
    return (
      <Frame title="Sign in">
        <Banner
          tone={unreachable ? 'warn' : 'bad'}
          icon={unreachable ? Unplug : CircleAlert}
          live
          action={
            <Button small onClick={ask}>
              Try now
            </Button>
          }
        >
          {error.message} {unreachable && 'It will be tried again automatically.'}
        </Banner>
      </Frame>
    )
  }
  if (!gate) return <Loading />
  if (gate.mode === 'header') return <NotRecognised />
  if (gate.mode === 'oidc') return <AtTheCompany />
  if (link) {
    return <LinkForm token={link} onDone={enter} onSignIn={gate.claimed ? () => setLink(null) : null} />
  }
  if (!gate.claimed) return <NotClaimed onRetry={ask} />
  return <PassphraseForm onDone={enter} />
}

function Loading() {
  return (
    <Frame title="Sign in">
      <div role="status" aria-label="Loading" className="space-y-4">
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
        <Skeleton className="h-9" />
      </div>
    </Frame>
  )
}

function Words({ title, children, action }: { title: string; children: ReactNode; action: ReactNode }) {
  return (
    <Frame title={title}>
      <div className="space-y-3 text-ink-2">{children}</div>
      <div className="mt-5">{action}</div>
    </Frame>
  )
}

function NotClaimed({ onRetry }: { onRetry: () => void }) {
  return (
    <Words title="Just set up" action={<Button onClick={onRetry}>Check again</Button>}>
      <p>
        The appliance has just been set up and nobody can sign in yet. Open the link shown in its terminal.
      </p>
      <p>
        Restarting the appliance prints a new one, and so does <code>npx appliance people reset 1</code> in
        its folder.
      </p>
    </Words>
  )
}

/** The way to the company's own provider, and why it did not lead back here. */
function AtTheCompany() {
  const query = new URLSearchParams(location.search)
  const why = query.get('failed')
  const failure = why !== null && why in oidcFailures ? oidcFailures[why as OidcFailure] : null
  const next = nextFrom(location.search, location.origin)
  return (
    <Frame title="Sign in">
      {failure && (
        <Banner tone="bad" icon={CircleAlert} live>
          {failure}
        </Banner>
      )}
      {!failure && query.has('ended') && (
        <p className="mb-4 text-ink-2">You have been signed out on this device.</p>
      )}
      <p className="mt-4 mb-5 text-ink-2">You sign in at your company's own sign-in page.</p>
      <a
        href={`${startOidc.path}?next=${encodeURIComponent(next)}`}
        className={`${buttonClass('primary')} w-full justify-center`}
      >
        Sign in
      </a>
    </Frame>
  )
}

function NotRecognised() {
  return (
    <Words
      title="Not signed in"
      action={
        <Button look="primary" onClick={enter}>
          Try again
        </Button>
      }
    >
      <p>
        Your company's sign-in manages access, but did not say who you are. Open the appliance at the address
        your company gave you, or ask your administrator.
      </p>
    </Words>
  )
}
