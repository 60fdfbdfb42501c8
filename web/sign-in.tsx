import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SignIn } from './screens/SignIn/SignIn.tsx'
import './styles/main.css'

/**
 * The only page outside the gate, and an entry of its own: the server hands out what this one needs (build.manifest)
 * and nothing else of the app to whoever has not signed in.
 */

const container = document.getElementById('root')
if (!container) throw new Error('sign-in.html has no #root')
const root = createRoot(container)

/** The token of a link, which leaves the address bar at once: it must not stay in the history or on a screen. */
function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('link')
  if (location.hash) history.replaceState(null, '', location.pathname + location.search)
  return token
}

function show(token: string | null): void {
  root.render(
    <StrictMode>
      <SignIn key={token} token={token} />
    </StrictMode>,
  )
}

// A link opened while this page is already there changes the fragment alone.
addEventListener('hashchange', () => {
  const token = takeToken()
  if (token) show(token)
})
show(takeToken())
