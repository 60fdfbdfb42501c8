import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { cx } from './cx.ts'

const themes = [
  { id: 'light', label: 'Light', icon: Sun },
  { id: 'dark', label: 'Dark', icon: Moon },
  { id: 'system', label: 'As the system', icon: Monitor },
] as const

/** Light (the default), dark, or as the system; remembered by this browser and applied by public/theme.js. */
export function ThemeChoice() {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme ?? 'light')
  const choose = (id: string) => {
    document.documentElement.dataset.theme = id
    localStorage.setItem('theme', id)
    setTheme(id)
  }
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
