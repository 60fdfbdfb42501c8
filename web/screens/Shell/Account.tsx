import { LogOut } from 'lucide-react'
import { Suspense, useState } from 'react'
import { signOut } from '#contract/people.ts'
import { call } from '../../api.ts'
import { useMe } from '../../hooks/people.ts'
import type { LeftHere } from '../../left-here.ts'
import { leaveBy } from '../../session.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { LazyMenu } from '../../ui/LazyMenu.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ThemeChoice } from '../../ui/ThemeChoice.tsx'
import { toast } from '../../ui/Toaster.tsx'

const SignOut = lazyPart(async () => (await import('./SignOut.tsx')).SignOut)

/** @returns what only this browser has; null: nothing, and the page is being left */
async function leave(personId: number): Promise<LeftHere | null> {
  try {
    const { leftHere } = await import('../../left-here.ts')
    const left = await leftHere(personId)
    if (left.drafts + left.recordings > 0) return left
    await leaveBy(() => call(signOut))
  } catch (error) {
    toast({
      title: 'You are still signed in',
      description: error instanceof Error ? error.message : String(error),
      destructive: true,
    })
  }
  return null
}

/** Who uses the page; the way out where there is a gate. */
export function Account() {
  const { data: me } = useMe()
  const [left, setLeft] = useState<LeftHere | null>(null)
  const name = me && (me.name ?? 'User 1')
  return (
    <div className="flex shrink-0 items-center gap-1 border-t border-line py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1 leading-4">
        {/* Nobody else's name stands here while it is not known whose page this is. */}
        {name === undefined ? (
          <Skeleton className="my-0.5 h-3.5 w-28" />
        ) : (
          <p className="truncate font-medium" title={name}>
            {name}
          </p>
        )}
        <p className="truncate text-xs text-ink-3">Premium Plan</p>
      </div>
      <ThemeChoice />
      {(me?.access === 'people' || me?.access === 'oidc') && (
        <LazyMenu
          label="Account"
          items={[{ label: 'Sign out', icon: LogOut, onSelect: () => void leave(me.id).then(setLeft) }]}
        />
      )}
      {me && left && (
        <Suspense fallback={null}>
          <SignOut personId={me.id} left={left} onClose={() => setLeft(null)} />
        </Suspense>
      )}
    </div>
  )
}
