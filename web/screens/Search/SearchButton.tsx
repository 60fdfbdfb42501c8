import { Search as SearchIcon } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../ui/lazyPart.ts'

const Search = lazyPart(async () => (await import('./Search.tsx')).Search)

/** Opens the search; so does Ctrl-K or ⌘K, where `keys` is given. */
export function SearchButton({ keys }: { keys: boolean }) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!keys) return
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [keys])
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="flex h-9 w-full items-center gap-2.5 rounded-md border border-line px-2.5 text-ink-2 transition-colors hover:bg-pressed hover:text-ink pointer-coarse:h-11"
      >
        <SearchIcon size={16} strokeWidth={1.75} aria-hidden />
        Search
        <kbd className="ml-auto text-xs text-ink-2">Ctrl K</kbd>
      </button>
      <Suspense>{open && <Search onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
