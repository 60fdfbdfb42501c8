/** A page of minutes. */
export function Logo() {
  return (
    <svg viewBox="0 0 24 24" className="size-6 shrink-0" aria-hidden>
      <rect width="24" height="24" rx="4.5" className="fill-accent" />
      <path
        d="M6.75 6.5h10.5M6.75 10.25h10.5M6.75 14h6.5M6.75 17.75h3.5"
        className="stroke-on-accent"
        strokeWidth="1.75"
        strokeLinecap="round"
      />
    </svg>
  )
}
