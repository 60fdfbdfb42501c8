import type { ButtonHTMLAttributes, ComponentType, Ref } from 'react'
import { cx } from './cx.ts'

type Look = 'primary' | 'secondary' | 'quiet' | 'danger'

export type Icon = ComponentType<{
  size?: number
  strokeWidth?: number
  className?: string
  'aria-hidden'?: boolean
}>

const looks: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:not-disabled:bg-accent-strong',
  secondary: 'border border-line-strong bg-surface text-ink hover:not-disabled:bg-sunken',
  quiet: 'text-ink-2 hover:not-disabled:bg-sunken hover:not-disabled:text-ink',
  danger: 'bg-bad text-on-bad hover:not-disabled:bg-bad-strong',
}

/** The classes of a button, for links that look like one. */
export function buttonClass(look: Look = 'secondary', small = false): string {
  return cx(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-50 pointer-coarse:min-h-11',
    small ? 'h-8 px-2.5 text-sm' : 'h-9 px-3.5',
    looks[look],
  )
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: Look
  small?: boolean
  icon?: Icon
  ref?: Ref<HTMLButtonElement>
}

export function Button({ look = 'secondary', small, icon: Icon, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={cx(buttonClass(look, small), className)}>
      {Icon && <Icon size={16} strokeWidth={1.75} aria-hidden />}
      {children}
    </button>
  )
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  icon: Icon
  /** The accessible name, and the tooltip. */
  label: string
  look?: Look
  size?: 16 | 20
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({
  icon: Icon,
  label,
  look = 'quiet',
  size = 16,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={cx(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-md transition-colors',
        'disabled:cursor-not-allowed disabled:opacity-50 pointer-coarse:size-11',
        looks[look],
        className,
      )}
    >
      <Icon size={size} strokeWidth={1.75} aria-hidden />
    </button>
  )
}
