import { cx } from './cx.ts'

/** Stands for something that is on its way; give it the size of what it stands for. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('animate-pulse rounded-md bg-pressed', className)} />
}
