import { Sparkles, Undo2, UsersRound } from 'lucide-react'
import { LazyMenu } from '../../../ui/LazyMenu.tsx'

type PeopleMenuProps = {
  /** Each is null where it cannot be done. */
  onUndo: (() => void) | null
  onSearchNames: (() => void) | null
  onIdentifyAgain: (() => void) | null
}

/** What can be done with all voices at once. */
export function PeopleMenu({ onUndo, onSearchNames, onIdentifyAgain }: PeopleMenuProps) {
  if (!onUndo && !onSearchNames && !onIdentifyAgain) return null
  return (
    <span className="-mr-2">
      <LazyMenu
        label="More about the speakers"
        items={[
          ...(onUndo ? [{ label: 'Undo the last change', icon: Undo2, onSelect: onUndo }] : []),
          ...(onSearchNames
            ? [{ label: 'Search for names in the transcript', icon: Sparkles, onSelect: onSearchNames }]
            : []),
          ...(onIdentifyAgain
            ? [{ label: 'Identify speakers again', icon: UsersRound, onSelect: onIdentifyAgain }]
            : []),
        ]}
      />
    </span>
  )
}
