import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SWRConfig, type SWRConfiguration } from 'swr'
import { caching } from './cache.ts'
import { useLookOfSettings } from './hooks/settings.ts'
import { Shell } from './screens/Shell/Shell.tsx'
import './styles/main.css'

const hour = 3_600_000

/** The specification's: no refetch on focus, one retry, fresh for an hour. Events and polling do the rest. */
const fetching: SWRConfiguration = {
  ...caching,
  revalidateOnFocus: false,
  revalidateOnReconnect: true,
  errorRetryCount: 1,
  dedupingInterval: hour,
}

/** Above every screen, so that a change of dates reaches all of them. */
function App() {
  useLookOfSettings()
  return <Shell />
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <SWRConfig value={fetching}>
      <App />
    </SWRConfig>
  </StrictMode>,
)
