import { X } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { useMe } from '../../hooks/people.ts'
import { routes } from '../../routes.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { readStored, writeStored } from '../../ui/browser-storage.ts'
import { cx } from '../../ui/cx.ts'
import { Logo } from '../../ui/Logo.tsx'
import { SearchButton } from '../Search/SearchButton.tsx'
import { Account } from './Account.tsx'
import { RecentMeetings } from './RecentMeetings.tsx'

const keptAs = 'administrator'

/** Until it is known: as it was the last time in this browser, so that no link pops in. The server decides in any case. */
function useAdministrator(): boolean {
  const { data: me } = useMe()
  useEffect(() => {
    if (me) writeStored(keptAs, me.administrator ? 'yes' : 'no')
  }, [me])
  return me ? me.administrator : readStored(keptAs) === 'yes'
}

/** @param onClose given where the sidebar is a drawer */
export function Sidebar({ onClose }: { onClose?: () => void }) {
  const [location] = useLocation()
  const administrator = useAdministrator()
  return (
    <div className="flex h-full flex-col">
      <div className="flex h-14 shrink-0 items-center justify-between pr-2 pl-4">
        <Link
          href="/"
          className="touch-room flex items-center gap-2.5 rounded-md font-semibold"
          onClick={onClose}
        >
          <Logo />
          Meeting Appliance
        </Link>
        {onClose && <IconButton icon={X} label="Close menu" size={20} onClick={onClose} />}
      </div>

      <div className="px-2 pb-2">
        <SearchButton keys={!onClose} />
      </div>

      <nav aria-label="Main" className="px-2 pt-1 pb-3">
        <ul className="space-y-0.5">
          {routes.map(({ path, nav }) => {
            if (!nav || (nav.administrators && !administrator)) return null
            const current = location === path || nav.at?.includes(location)
            return (
              <li key={path}>
                <Link
                  href={path}
                  onClick={onClose}
                  aria-current={current ? 'page' : undefined}
                  className={cx(
                    'flex h-9 items-center gap-2.5 rounded-md px-2.5 transition-colors pointer-coarse:h-11',
                    current ? 'bg-pressed font-semibold' : 'text-ink-2 hover:bg-pressed hover:text-ink',
                  )}
                >
                  <nav.icon size={16} strokeWidth={1.75} aria-hidden />
                  {nav.label}
                </Link>
              </li>
            )
          })}
        </ul>
      </nav>

      <RecentMeetings {...(onClose && { onFollow: onClose })} />

      <Account />
    </div>
  )
}
