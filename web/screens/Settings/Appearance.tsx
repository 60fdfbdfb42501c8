import { Monitor, Moon, Sun } from 'lucide-react'
import { useChooseTheme } from '../../hooks/settings.ts'
import { cx } from '../../ui/cx.ts'
import { Section } from '../../ui/Section.tsx'
import { useTheme } from '../../ui/theme.ts'
import type { Draft } from './draft.ts'
import { SettingSwitch, Why } from './SettingSwitch.tsx'

const choices = [
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
  { theme: 'system', label: 'Match system', icon: Monitor },
] as const

/** The specification's dark mode, with a third choice, which acts at once as in the sidebar; and how dates are written. */
export function Appearance({ draft }: { draft: Draft }) {
  const worn = useTheme()
  const choose = useChooseTheme()
  const why = draft.why('theme') ?? draft.why('enableDarkMode')
  return (
    <Section title="Appearance">
      <div className="divide-y divide-line">
        <fieldset className="px-4 py-3" disabled={why !== undefined}>
          <legend className="float-left mb-2 w-full font-medium">Dark mode</legend>
          <div className="clear-both grid gap-2 sm:grid-cols-3">
            {choices.map(({ theme, label, icon: Icon }) => (
              <label
                key={theme}
                className={cx(
                  'flex h-10 cursor-pointer items-center gap-2.5 rounded-md border px-3 pointer-coarse:h-11',
                  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
                  worn === theme ? 'border-ink bg-sunken font-medium' : 'border-line-strong',
                )}
              >
                <input
                  type="radio"
                  name="appearance"
                  className="sr-only"
                  checked={worn === theme}
                  onChange={() => choose(theme)}
                />
                <Icon size={16} strokeWidth={1.75} className="text-ink-2" aria-hidden />
                {label}
              </label>
            ))}
          </div>
          {why && <Why>{why}</Why>}
        </fieldset>
        <SettingSwitch
          draft={draft}
          name="britishDates"
          label="British dates"
          description="3 April 2026 and 22:05 instead of April 3, 2026 and 10:05 PM."
        />
      </div>
    </Section>
  )
}
