import type { ReactNode } from 'react'
import type { Icon } from './Button.tsx'
import { cx } from './cx.ts'

type BannerProps = {
  tone: 'neutral' | 'warn' | 'bad'
  icon: Icon
  children: ReactNode
  /** One button at most. */
  action?: ReactNode
  /** Read out when it appears. */
  live?: boolean
  /** Over the whole width, above a screen. */
  strip?: boolean
  className?: string
}

const tones = {
  neutral: ['border-line bg-sunken', 'text-ink-2'],
  warn: ['border-warn-line bg-warn-wash', 'text-warn'],
  bad: ['border-bad-line bg-bad-wash', 'text-bad'],
} as const

export function Banner({ tone, icon: Icon, children, action, live, strip, className }: BannerProps) {
  const [frame, iconColour] = tones[tone]
  return (
    <div
      role={live ? (tone === 'bad' ? 'alert' : 'status') : undefined}
      className={cx(
        'flex flex-col gap-x-4 gap-y-2 py-2.5 sm:flex-row sm:items-center',
        strip ? 'border-b px-4 md:px-8' : 'rounded-md border px-3.5',
        frame,
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 gap-2.5">
        <Icon size={16} strokeWidth={1.75} className={cx('mt-0.5 shrink-0', iconColour)} aria-hidden />
        <div className="min-w-0 break-words">{children}</div>
      </div>
      {action}
    </div>
  )
}
