import { useId, type ReactNode } from 'react'
import { cx } from './cx.ts'

type SectionProps = {
  title: string
  /** One line below the title. */
  description?: ReactNode
  /** Buttons at the title's side. */
  action?: ReactNode
  children: ReactNode
  /** Without the frame, for content that brings its own. */
  bare?: boolean
  className?: string
}

/** A part of a screen, with its title above a frame. */
export function Section({ title, description, action, children, bare, className }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cx('min-w-0', className)}>
      <div className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={id} className="text-read font-semibold">
            {title}
          </h2>
          {description && <p className="text-ink-2">{description}</p>}
        </div>
        {action}
      </div>
      {bare ? children : <div className="rounded-md border border-line bg-surface">{children}</div>}
    </section>
  )
}

export type Fact = { name: string; value: ReactNode; /** Stands below its name on a phone. */ long?: boolean }

/** Names and values, one a line. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="divide-y divide-line">
      {facts.map(({ name, value, long }) => (
        <div
          key={name}
          className={cx('flex gap-x-6 px-4 py-2.5 sm:flex-row', long ? 'flex-col' : 'justify-between')}
        >
          <dt className="shrink-0 text-ink-2 sm:w-36">{name}</dt>
          <dd className={cx('min-w-0 break-words tabular-nums sm:flex-1', !long && 'max-sm:text-right')}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
