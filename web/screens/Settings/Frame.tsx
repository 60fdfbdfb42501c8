import { List } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { LazyMenu } from '../../ui/LazyMenu.tsx'
import { goToSection, type SectionLink } from '../../ui/Sections.tsx'

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
            onSelect: () => requestAnimationFrame(() => requestAnimationFrame(() => goToSection(id))),
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
