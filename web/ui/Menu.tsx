import { MenuButton, MenuItem, MenuItems, Menu as HeadlessMenu } from '@headlessui/react'
import { ChevronDown, EllipsisVertical } from 'lucide-react'
import { buttonClass, type Icon } from './Button.tsx'
import { cx } from './cx.ts'

type Item = { label: string; icon?: Icon; danger?: boolean } & (
  | { href: string; onSelect?: never; unavailable?: never }
  | { onSelect: () => void; href?: never; unavailable?: never }
  /** It cannot be chosen, and this says why. */
  | { unavailable: string; href?: never; onSelect?: never }
)

type MenuProps = {
  /** The button's accessible name. */
  label: string
  /** What the button says; without it the button is three dots, named by `label`. */
  text?: string
  icon?: Icon
  items: Item[]
  look?: 'secondary' | 'quiet'
}

const itemClass =
  'flex w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left data-focus:bg-sunken pointer-coarse:min-h-11'

/** A menu of actions and downloads (items with `href` are saved by the browser). */
export function Menu({ label, text, icon: Icon, items, look = 'quiet' }: MenuProps) {
  return (
    <HeadlessMenu>
      <MenuButton
        aria-label={label}
        title={text ? undefined : label}
        className={cx(
          text
            ? buttonClass(look, look === 'quiet')
            : 'inline-flex size-8 shrink-0 items-center justify-center rounded-md text-ink-2 transition-colors hover:bg-sunken hover:text-ink pointer-coarse:size-11',
          'data-open:bg-sunken',
        )}
      >
        {Icon && <Icon size={16} strokeWidth={1.75} aria-hidden />}
        {text && <span>{text}</span>}
        {text ? (
          <ChevronDown size={16} strokeWidth={1.75} className="-mr-1 text-ink-3" aria-hidden />
        ) : (
          !Icon && <EllipsisVertical size={16} strokeWidth={1.75} aria-hidden />
        )}
      </MenuButton>
      <MenuItems
        anchor={{ to: 'bottom end', gap: 4, padding: 8 }}
        transition
        className="z-30 min-w-48 rounded-md border border-line bg-surface p-1 shadow-float transition-opacity duration-120 focus:outline-none data-closed:pointer-events-none data-closed:opacity-0"
      >
        {items.map((item) => {
          const content = (
            <>
              {item.icon && <item.icon size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />}
              {item.unavailable === undefined ? (
                item.label
              ) : (
                <span className="max-w-64 min-w-0">
                  <span className="block">{item.label}</span>
                  <span className="block text-sm">{item.unavailable}</span>
                </span>
              )}
            </>
          )
          const className = cx(
            itemClass,
            item.danger ? 'text-bad' : item.unavailable ? 'text-ink-3' : 'text-ink',
          )
          return (
            <MenuItem key={item.label}>
              {item.href === undefined ? (
                <button
                  type="button"
                  aria-disabled={item.unavailable !== undefined || undefined}
                  onClick={(event) => {
                    if (item.onSelect) item.onSelect()
                    else event.preventDefault()
                  }}
                  className={className}
                >
                  {content}
                </button>
              ) : (
                <a href={item.href} download className={className}>
                  {content}
                </a>
              )}
            </MenuItem>
          )
        })}
      </MenuItems>
    </HeadlessMenu>
  )
}
