import { CircleAlert } from 'lucide-react'
import { Banner } from './Banner.tsx'

/** Why what somebody asked for was not done. */
export function FailureBanner({ error, className }: { error: Error | null | undefined; className?: string }) {
  return (
    error && (
      <Banner tone="bad" icon={CircleAlert} live {...(className && { className })}>
        {error.message}
      </Banner>
    )
  )
}
