import { Link } from 'wouter'
import { useMe } from '../../hooks/people.ts'

/** Of words that the small model wrote which came with the appliance: which it was, and that there are better ones. */
export function ModelNote({ model }: { model: string }) {
  const { data: me } = useMe()
  return (
    <p className="text-sm text-ink-2 print:hidden">
      Transcribed with {model}. A larger speech model makes fewer mistakes
      {me?.administrator ? (
        <>
          : choose one on the{' '}
          <Link href="/system" className="underline underline-offset-2">
            System
          </Link>{' '}
          page.
        </>
      ) : (
        '; an administrator can add one.'
      )}
    </p>
  )
}
