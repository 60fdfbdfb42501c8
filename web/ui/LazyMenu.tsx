import { Suspense, type ComponentProps } from 'react'
import { cx } from './cx.ts'
import type { Menu } from './Menu.tsx'
import { lazyPart } from './lazyPart.ts'

// Menus bring their own way of finding a place on the screen, which the first look can do without.
const Fetched = lazyPart(async () => (await import('./Menu.tsx')).Menu)

/** A menu that comes a moment after what stands around it, into a place that is kept for it. */
export function LazyMenu(props: ComponentProps<typeof Menu>) {
  return (
    <Suspense
      fallback={
        <div className={cx('h-9 pointer-coarse:h-11', props.text ? 'w-28' : 'w-9 pointer-coarse:w-11')} />
      }
    >
      <Fetched {...props} />
    </Suspense>
  )
}
