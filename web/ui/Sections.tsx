import { useEffect } from 'react'

/** The parts of a long screen, each with an address of its own: `/settings#sms`. */

export type SectionLink = { id: string; title: string }

function show(id: string): void {
  const section = document.getElementById(id)
  section?.scrollIntoView({ block: 'start' })
  section?.focus({ preventScroll: true })
}

/** The address says where one is; "back" leaves the screen and does not walk through its parts. */
export function goToSection(id: string): void {
  history.replaceState(history.state, '', `#${id}`)
  show(id)
}

/** An address that names a part leads to it, once the part is there. @param ready what it stands in has come */
export function useSectionOfAddress(ready: boolean): void {
  useEffect(() => {
    if (!ready) return
    const go = () => {
      const id = location.hash.slice(1)
      if (id !== '') show(id)
    }
    // What comes a moment later must not push it away again.
    go()
    const timer = setTimeout(go, 300)
    addEventListener('hashchange', go)
    return () => {
      clearTimeout(timer)
      removeEventListener('hashchange', go)
    }
  }, [ready])
}

/** The screen's own sidebar, where there is room for one. */
export function SectionList({ label, sections }: { label: string; sections: readonly SectionLink[] }) {
  return (
    <nav
      aria-label={label}
      className="sticky top-[calc(var(--strip)+4.75rem)] hidden w-48 shrink-0 xl:block print:hidden"
    >
      <ul className="-ml-2.5 space-y-0.5">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault()
                goToSection(id)
              }}
              className="flex h-9 w-full items-center rounded-md px-2.5 text-left text-ink-2 transition-colors hover:bg-sunken hover:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
