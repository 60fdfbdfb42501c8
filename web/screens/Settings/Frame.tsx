import { List } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { LazyMenu } from '../../ui/LazyMenu.tsx'

export type SectionLink = { id: string; title: string }

/** The address stays: "back" leaves the screen and does not walk through its sections. */
function goTo(id: string): void {
  const section = document.getElementById(id)
  section?.scrollIntoView({ block: 'start' })
  section?.focus({ preventScroll: true })
}

type TopBarProps = {
  sections: readonly SectionLink[]
  changed?: boolean
  busy?: boolean
  onSave?: () => void
  onDiscard?: () => void
}

/** Title, menu of the sections, and the one button that saves; it stays in view over a long screen. */
export function TopBar({ sections, changed, busy, onSave, onDiscard }: TopBarProps) {
  return (
    <div className="sticky top-(--strip) z-20 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-page px-4 py-2 md:px-8 print:static">
      <div className="xl:hidden">
        <LazyMenu
          label="Sections"
          icon={List}
          items={sections.map(({ id, title }) => ({
            label: title,
            // The menu gives the focus back to its button when it closes; the section comes after that.
            onSelect: () => requestAnimationFrame(() => requestAnimationFrame(() => goTo(id))),
          }))}
        />
      </div>
      <h1 className="mr-auto text-title font-semibold">Settings</h1>
      {changed && (
        <>
          <p role="status" className="text-sm text-ink-2 max-sm:sr-only">
            Unsaved changes
          </p>
          <Button look="quiet" onClick={onDiscard} disabled={busy}>
            Discard
          </Button>
        </>
      )}
      <Button look="primary" onClick={onSave} disabled={busy || !onSave}>
        Save All Settings
      </Button>
    </div>
  )
}

/** The screen's own sidebar, where there is room for one. */
export function SectionList({ sections }: { sections: readonly SectionLink[] }) {
  return (
    <nav
      aria-label="Settings"
      className="sticky top-[calc(var(--strip)+4.75rem)] hidden w-48 shrink-0 xl:block print:hidden"
    >
      <ul className="-ml-2.5 space-y-0.5">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => goTo(id)}
              className="flex h-9 w-full items-center rounded-md px-2.5 text-left text-ink-2 transition-colors hover:bg-sunken hover:text-ink"
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
