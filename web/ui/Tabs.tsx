import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type TabsProps<N extends string> = {
  /** What the tabs choose among, for those who do not see them. */
  label: string
  tabs: readonly { name: N; title: string; panel: ReactNode; disabled?: boolean }[]
  chosen: N
  onChoose: (name: N) => void
  /** Stands at the end of the row of tabs. */
  end?: ReactNode
}

/** A row of tabs with the chosen one's panel below. */
export function Tabs<N extends string>({ label, tabs, chosen, onChoose, end }: TabsProps<N>) {
  const index = Math.max(
    0,
    tabs.findIndex(({ name }) => name === chosen),
  )
  return (
    <TabGroup selectedIndex={index} onChange={(next) => tabs[next] && onChoose(tabs[next].name)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line">
        <TabList aria-label={label} className="-mb-px flex max-w-full overflow-x-auto">
          {tabs.map(({ name, title, disabled = false }) => (
            <Tab
              key={name}
              disabled={disabled}
              className={cx(
                'h-10 shrink-0 border-b-2 border-transparent px-3 text-ink-2 transition-colors not-disabled:hover:text-ink disabled:opacity-50 pointer-coarse:h-11',
                'focus-visible:-outline-offset-2 data-selected:border-accent data-selected:font-semibold data-selected:text-ink',
              )}
            >
              {title}
            </Tab>
          ))}
        </TabList>
        {end}
      </div>
      <TabPanels className="mt-4">
        {tabs.map(({ name, panel }) => (
          <TabPanel key={name} className="rounded-md">
            {panel}
          </TabPanel>
        ))}
      </TabPanels>
    </TabGroup>
  )
}
