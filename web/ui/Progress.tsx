import { cx } from './cx.ts'

type ProgressProps = {
  /** 0 to 100. */
  value: number
  /** What is making progress, for those who do not see the bar. */
  label: string
  className?: string
}

export function Progress({ value, label, className }: ProgressProps) {
  const whole = Math.min(100, Math.max(0, Math.floor(value)))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={whole}
      className={cx('h-1 overflow-hidden rounded-md bg-pressed', className)}
    >
      <div
        className="h-full origin-left bg-ink-2 transition-transform"
        style={{ transform: `scaleX(${whole / 100})` }}
      />
    </div>
  )
}
