import { useEffect } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type { z } from 'zod'
import { getSettings, putSettings, type Settings } from '#contract/settings.ts'
import { call } from '../api.ts'
import { useBritishDates, writeDatesBritish } from '../ui/format.ts'
import { currentTheme, wearTheme, type Theme } from '../ui/theme.ts'

export type SettingsAnswer = z.output<typeof getSettings.response>

/** The person's settings, and why some of them cannot act on this appliance. */
export function useSettings() {
  return useSWR(getSettings.path, () => call(getSettings))
}

/** One setting; `otherwise` until the answer is there. */
export function useSetting<K extends keyof Settings>(name: K, otherwise: Settings[K]): Settings[K] {
  return useSettings().data?.settings[name] ?? otherwise
}

/** Sends what changes; what comes back is what the page goes by. */
export function useSaveSettings(): (changes: Partial<Settings>) => Promise<void> {
  const { mutate } = useSWRConfig()
  return async (changes) => {
    await mutate(getSettings.path, call(putSettings, { body: changes }), {
      revalidate: false,
      rollbackOnError: false,
      throwOnError: true,
    })
  }
}

/** The specification's switch goes along with the choice of three. */
function themeSettings(theme: Theme): Pick<Settings, 'theme' | 'enableDarkMode'> {
  return { theme, enableDarkMode: theme === 'dark' }
}

/**
 * Puts a theme on at once and has the server keep it. This browser remembers it in any case, so a server that
 * cannot be reached is no reason to leave anybody in the dark.
 */
export function useChooseTheme(): (theme: Theme) => void {
  const save = useSaveSettings()
  return (theme) => {
    wearTheme(theme)
    save(themeSettings(theme)).catch((error: unknown) => console.error('The theme was not saved', error))
  }
}

/** Has the whole page follow the settings that act on it: theme and dates. Called once, above every screen. */
export function useLookOfSettings(): void {
  const { data } = useSettings()
  const settings = data?.settings
  useBritishDates()
  useEffect(() => {
    if (!settings) return
    if (settings.theme !== currentTheme()) wearTheme(settings.theme)
    writeDatesBritish(settings.britishDates)
  }, [settings])
}
