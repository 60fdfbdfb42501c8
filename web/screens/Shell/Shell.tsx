import { Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react'
import { Menu as MenuIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { Link, Route, Switch, useLocation } from 'wouter'
import { connect } from '../../live.ts'
import { useMe } from '../../hooks/people.ts'
import { routes } from '../../routes.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { FloatingCorner } from '../../ui/Floating.tsx'
import { ScreenComing } from '../../ui/ScreenComing.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { useUploads } from '../../uploads/store.ts'
import { lookForUnfinished, useUnfinishedUploads } from '../../uploads/unfinished.ts'
import { NotFound } from '../NotFound/NotFound.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Notices } from './Notices.tsx'
import { RecordingNotice } from './RecordingNotice.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { Sidebar } from './Sidebar.tsx'

/** Without the server it cannot be fetched; the page must not break over that. */
const UploadsTray = lazy(() =>
  import('./UploadsTray.tsx').then(
    ({ UploadsTray }) => ({ default: UploadsTray }),
    () => ({ default: () => null }),
  ),
)

/** The tray comes with the first upload, or with one that was never finished: most visits have none. */
function Uploads() {
  const personId = useMe().data?.id
  useEffect(() => {
    if (personId === undefined) return
    lookForUnfinished(personId).catch((error: unknown) =>
      console.error('Unfinished uploads could not be checked', error),
    )
  }, [personId])
  const begun = useUploads().length > 0
  const left = useUnfinishedUploads().length > 0
  const any = begun || left
  const [wanted, setWanted] = useState(any)
  if (any && !wanted) setWanted(true)
  return (
    wanted && (
      <Suspense>
        <UploadsTray />
      </Suspense>
    )
  )
}

/** What stands around every screen. */
export function Shell() {
  const { cache, mutate } = useSWRConfig()
  const [location] = useLocation()
  const [drawer, setDrawer] = useState(false)
  const main = useRef<HTMLElement>(null)

  useEffect(() => connect({ cache, mutate }), [cache, mutate])

  // A new page starts at its top, for eyes and for screen readers; going back keeps the browser's own place.
  const shown = useRef(location)
  const goingBack = useRef(false)
  useEffect(() => {
    const onPop = () => {
      goingBack.current = true
    }
    addEventListener('popstate', onPop)
    return () => removeEventListener('popstate', onPop)
  }, [])
  useEffect(() => {
    if (shown.current === location) return
    shown.current = location
    setDrawer(false)
    if (!goingBack.current) scrollTo(0, 0)
    goingBack.current = false
    main.current?.focus({ preventScroll: true })
  }, [location])

  return (
    <div className="min-h-dvh md:pl-64 print:pl-0">
      <a
        href="#main"
        className="sr-only rounded-md bg-surface px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to the content
      </a>

      <aside
        aria-label="Sidebar"
        className="fixed inset-y-0 left-0 hidden w-64 border-r border-line bg-sunken md:block print:hidden"
      >
        <Sidebar />
      </aside>

      <header className="flex h-14 items-center justify-between border-b border-line bg-page pr-2 pl-4 md:hidden print:hidden">
        <Link href="/" className="touch-room flex items-center gap-2.5 rounded-md font-semibold">
          <Logo />
          Meeting Appliance
        </Link>
        <IconButton
          icon={MenuIcon}
          label="Open menu"
          size={20}
          aria-expanded={drawer}
          onClick={() => setDrawer(true)}
        />
      </header>
      <Dialog open={drawer} onClose={setDrawer} className="relative z-30 md:hidden" aria-label="Menu">
        <DialogBackdrop
          transition
          className="fixed inset-0 bg-shade transition-opacity duration-150 data-closed:opacity-0"
        />
        <DialogPanel
          transition
          className="fixed inset-y-0 left-0 w-72 max-w-[85vw] border-r border-line bg-sunken transition-transform duration-150 data-closed:-translate-x-full"
        >
          <Sidebar onClose={() => setDrawer(false)} />
        </DialogPanel>
      </Dialog>

      <main ref={main} id="main" tabIndex={-1} className="outline-none">
        <RecordingNotice />
        <Notices />
        <ErrorBoundary key={location}>
          <Suspense fallback={<ScreenComing />}>
            <Switch>
              {routes.map(({ path, screen }) => (
                <Route key={path} path={path} component={screen} />
              ))}
              <Route component={NotFound} />
            </Switch>
          </Suspense>
        </ErrorBoundary>
      </main>
      <Shortcuts />
      <FloatingCorner>
        <Toaster />
        <Uploads />
      </FloatingCorner>
    </div>
  )
}
