import { TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import type { Feed } from '#contract/news.ts'
import { Banner } from '../../ui/Banner.tsx'
import { cx } from '../../ui/cx.ts'

type FeedTroubleProps = { companyId: number; feeds: Feed[]; className: string }

/** Which feeds could not be read the last time: without it old news, or none, look like no news. */
export function FeedTrouble({ companyId, feeds, className }: FeedTroubleProps) {
  const failed = feeds.filter(({ error }) => error !== null)
  const [first] = failed
  if (!first) return null
  const fetched = feeds.filter(({ url }) => url !== null).length
  const which =
    failed.length === 1
      ? `The feed “${first.title}” could not be read`
      : failed.length === fetched
        ? `None of the ${fetched} feeds could be read`
        : `${failed.length} of ${fetched} feeds could not be read`
  return (
    <Banner tone="warn" icon={TriangleAlert} className={cx('text-left', className)}>
      <p>
        {which}: {first.error}
      </p>
      <p className="text-sm">
        The appliance tries again by itself.{' '}
        <Link href={`/governance?company=${companyId}`} className="underline">
          See the feeds in Governance
        </Link>
      </p>
    </Banner>
  )
}
