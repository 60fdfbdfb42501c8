import type { MinutesAnswer } from '#contract/minutes.ts'

/** What the language model has written of the minutes so far: decisions and actions come with the whole. */
export function MinutesInProgress({ parts }: { parts: MinutesAnswer['sofar'] }) {
  return (
    <section
      aria-label="Written so far"
      className="mb-3 space-y-3 rounded-md border border-dashed border-line px-3.5 py-2.5 print:hidden"
    >
      <p className="text-sm text-ink-3">Written so far. Decisions and actions are added at the end.</p>
      {parts.map(({ heading, text }, at) => (
        <div key={at}>
          <h3 className="font-semibold">{heading}</h3>
          <p className="break-words">{text}</p>
        </div>
      ))}
    </section>
  )
}
