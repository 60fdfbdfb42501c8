/** A link led to words that are no longer there. */
export function QuoteGone({ where, className }: { where: string; className?: string }) {
  return (
    <p role="status" className={className}>
      The words that the link leads to are no longer in the {where}.
    </p>
  )
}
