import { X } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { routes } from '../../routes.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { ThemeChoice } from '../../ui/ThemeChoice.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { RecentMeetings } from './RecentMeetings.tsx'

/** @param onClose given where the sidebar is a drawer */
export function Sidebar({ onClose }: { onClose?: () => void }) {
  const [location] = useLocation()
  return (
    <div className="flex h-full flex-col">
      <div className="flex h-14 shrink-0 items-center justify-between pr-2 pl-4">
        <Link href="/" className="flex items-center gap-2.5 rounded-md font-semibold" onClick={onClose}>
          <Logo />
          Meeting Appliance
        </Link>
        {onClose && <IconButton icon={X} label="Close menu" size={20} onClick={onClose} />}
      </div>

      <nav aria-label="Main" className="px-2 pt-1 pb-3">
        <ul className="space-y-0.5">
          {routes.map(({ path, nav }) => {
            if (!nav) return null
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

      <div className="flex shrink-0 items-center justify-between border-t border-line py-2 pr-2 pl-4">
        <div className="leading-4">
          <p className="font-medium">User 1</p>
          <p className="text-xs text-ink-3">Premium Plan</p>
        </div>
        <ThemeChoice />
      </div>
    </div>
  )
}
