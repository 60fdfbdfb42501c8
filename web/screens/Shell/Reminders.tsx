import { BellRing, Mic, X } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Reminder } from '#contract/reminders.ts'
import { useReminders } from '../../hooks/reminders.ts'
import { useNow } from '../../hooks/page.ts'
import { Banner } from '../../ui/Banner.tsx'
import { buttonClass, IconButton } from '../../ui/Button.tsx'
import { timeOfDay } from '../../ui/format.ts'

/** A meeting that has been moved is told anew. */
const keyOf = ({ meetingId, startsAt }: Reminder): string => `${meetingId} ${startsAt}`

function whenOf(startsAt: string, now: number): string {
  const minutes = Math.round((Date.parse(startsAt) - now) / 60_000)
  if (minutes < 1) return 'begins now'
  return `begins in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, at ${timeOfDay(startsAt)}`
}

/** Meetings that begin within the hour, above every screen until they are put away. */
export function Reminders() {
  const { data = [] } = useReminders()
  const now = useNow()
  const [location] = useLocation()
  const [away, setAway] = useState<readonly string[]>([])
  if (location === '/record') return null
  return data
    .filter((one) => !away.includes(keyOf(one)))
    .slice(0, 3)
    .map((one) => (
      <Banner
        key={keyOf(one)}
        strip
        live
        tone="neutral"
        icon={BellRing}
        action={
          <div className="flex items-center gap-1">
            <Link
              href={`/record?meeting=${one.meetingId}&title=${encodeURIComponent(one.title)}`}
              className={buttonClass('secondary', true)}
            >
              <Mic size={16} strokeWidth={1.75} aria-hidden />
              Record Meeting
            </Link>
            <IconButton
              icon={X}
              label={`Put away the reminder of ${one.title}`}
              onClick={() => setAway([...away, keyOf(one)])}
            />
          </div>
        }
      >
        <span className="font-semibold">{one.title}</span> {whenOf(one.startsAt, now)}
        {one.place !== null && `, ${one.place}`}
        {one.url !== null && (
          <>
            {' · '}
            <a href={one.url} target="_blank" rel="noreferrer" className="underline underline-offset-2">
              Join
            </a>
          </>
        )}
      </Banner>
    ))
}
