import { Link } from 'wouter'
import { useSettings } from '../../hooks/settings.ts'
import { Switch } from '../../ui/Switch.tsx'

/** What may be read out before a meeting is recorded, and whether that was done. */
export function PeopleTold({ told, onChange }: { told: boolean; onChange: (told: boolean) => void }) {
  const notice = useSettings().data?.settings.recordingNotice
  return (
    <div className="mt-3 rounded-md border border-line bg-sunken px-3 py-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="text-sm font-semibold">Before you start, tell those present</h3>
        <Link
          href="/settings"
          aria-label="Change the notice in Settings"
          className="rounded-md text-sm text-ink-2 underline underline-offset-2 hover:text-ink"
        >
          Change
        </Link>
      </div>
      <blockquote className="mt-1 min-h-10 max-h-32 overflow-y-auto break-words whitespace-pre-line">
        {notice}
      </blockquote>
      <div className="mt-2 border-t border-line pt-2">
        <Switch label="Those present have been told" checked={told} onChange={onChange} />
      </div>
    </div>
  )
}
