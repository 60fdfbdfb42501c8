import type { ReactNode } from 'react'
import type { Icon } from './Button.tsx'
import { cx } from './cx.ts'

export type Tone = 'neutral' | 'good' | 'warn' | 'bad'

export const toneText: Record<Tone, string> = {
  neutral: 'text-ink-2',
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
}

const frames: Record<Tone, string> = {
  neutral: 'border-line-strong',
  good: 'border-line-strong',
  warn: 'border-warn-line bg-warn-wash',
  bad: 'border-bad-line bg-bad-wash',
}

/** A state: always an icon and a word. */
export function Chip({
  tone,
  icon: Icon,
  title,
  children,
}: {
  tone: Tone
  icon: Icon
  title?: string
  children: ReactNode
}) {
  return (
    <span
      title={title}
      className={cx(
        'inline-flex h-5 shrink-0 items-center gap-1 rounded-md border px-1.5 text-xs font-medium whitespace-nowrap',
        frames[tone],
        toneText[tone],
      )}
    >
      <Icon size={12} strokeWidth={2} aria-hidden />
      {children}
    </span>
  )
}
