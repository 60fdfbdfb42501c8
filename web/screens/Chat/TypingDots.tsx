/** The specification's delays, milliseconds. */
const delays = [0, 150, 300]

/** While Clara's first word is awaited; still where motion is not wanted. */
export function TypingDots() {
  return (
    <span role="status" aria-label="Clara is typing" className="inline-flex h-6.5 items-center gap-1.5">
      {delays.map((delay) => (
        <span
          key={delay}
          data-dot
          style={{ animationDelay: `${delay}ms` }}
          className="size-1.5 rounded-full bg-ink-3 motion-safe:animate-pulse"
        />
      ))}
    </span>
  )
}
