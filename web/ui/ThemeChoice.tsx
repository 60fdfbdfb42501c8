import { Monitor, Moon, Sun } from 'lucide-react'
import { useChooseTheme } from '../hooks/settings.ts'
import { cx } from './cx.ts'
import { useTheme } from './theme.ts'

const themes = [
  { id: 'light', label: 'Light', icon: Sun },
  { id: 'dark', label: 'Dark', icon: Moon },
  { id: 'system', label: 'Match system', icon: Monitor },
] as const

/** Light (the default), dark, or as the system; a setting of the person, applied early by public/theme.js. */
export function ThemeChoice() {
  const theme = useTheme()
  const choose = useChooseTheme()
  return (
    <fieldset className="flex">
      <legend className="sr-only">Theme</legend>
      {themes.map(({ id, label, icon: Icon }) => (
        <label
          key={id}
          title={label}
          className={cx(
            'flex size-8 cursor-pointer items-center justify-center rounded-md pointer-coarse:size-11',
            'has-focus-visible:outline-2 has-focus-visible:outline-accent',
            theme === id ? 'bg-pressed text-ink' : 'text-ink-3 hover:text-ink',
          )}
        >
          <input
            type="radio"
            name="theme"
            className="sr-only"
            aria-label={label}
            checked={theme === id}
            onChange={() => choose(id)}
          />
          <Icon size={16} strokeWidth={1.75} aria-hidden />
        </label>
      ))}
    </fieldset>
  )
}
