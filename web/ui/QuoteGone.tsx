/** A link led to words that are no longer there. */
export function QuoteGone({ where, className }: { where: string; className?: string }) {
  return (
    <p role="status" className={className}>
      The linked words are no longer in the {where}.
    </p>
  )
}
