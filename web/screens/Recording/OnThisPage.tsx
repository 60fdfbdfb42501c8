import { useSpeakers } from './speakers/useSpeakers.ts'

/** Long minutes stand above the other cards: one click leads to each. @param said there is a transcript with words in it */
export function OnThisPage({ recordingId, said }: { recordingId: number; said: boolean }) {
  const { data } = useSpeakers(recordingId)
  const waiting = data?.speakers.filter(({ state }) => state === 'guessed').length ?? 0
  const cards = [
    // In a wide window it stands beside the minutes.
    { id: 'transcript', label: 'Transcript', className: 'xl:hidden' },
    ...(said ? [{ id: 'actions', label: 'Actions' }] : []),
    { id: 'people', label: waiting === 0 ? 'People' : `People (${waiting} to confirm)` },
    { id: 'details', label: 'Details' },
  ]
  return (
    <nav
      aria-label="On this page"
      className="mt-2 min-h-6 bg-page text-sm max-xl:sticky max-xl:top-(--strip) max-xl:z-20 pointer-coarse:min-h-11 print:hidden"
    >
      <ul className="flex gap-x-4 overflow-x-auto whitespace-nowrap">
        {cards.map(({ id, label, className }) => (
          <li key={id} className={className}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                const heading = document.getElementById(id)
                if (!heading) return
                event.preventDefault()
                show(heading)
              }}
              className="inline-flex min-h-6 items-center text-ink-2 underline decoration-line-strong underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Whoever goes on by keyboard goes on from there. */
function show(heading: HTMLElement): void {
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  ;(heading.closest('section') ?? heading).scrollIntoView({
    block: 'start',
    behavior: still ? 'auto' : 'smooth',
  })
}
