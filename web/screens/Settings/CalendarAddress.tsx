import { CalendarSync as Renew, Link2, Unlink } from 'lucide-react'
import { useState } from 'react'
import useSWR from 'swr'
import { hasFeed, makeFeed, revokeFeed } from '#contract/calendar.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { longDate } from '../../ui/format.ts'
import { Fetched } from '../../ui/Screen.tsx'

/** The secret address of the person's own calendar: none until it is asked for, told once, renewed or revoked. */
export function CalendarAddress({ google, outlook }: { google: boolean; outlook: boolean }) {
  const feed = useSWR(hasFeed.path, () => call(hasFeed))
  const [address, setAddress] = useState<string | null>(null)
  const action = useAction()
  const make = () =>
    action.run(async () => {
      const { path } = await call(makeFeed)
      setAddress(location.origin + path)
      await feed.mutate()
    })
  const revoke = () =>
    action.run(async () => {
      await call(revokeFeed)
      setAddress(null)
      await feed.mutate()
    })
  return (
    <div className="space-y-3 px-4 py-3">
      <h3 className="font-medium">Subscription address</h3>
      <Fetched answer={feed} what="The subscription address" rows={1}>
        {({ since }) => (
          <>
            <p className="text-ink-2">
              {since === null
                ? 'There is no address yet. Whoever has it can read your calendar, so it is made when you ask for it.'
                : `Calendar programs that have the address of ${longDate(since)} can read your calendar.`}
            </p>
            {address && (
              <>
                <CopyText framed label="the address" text={address} />
                <p className="text-sm text-ink-2">
                  Copy it now: it is not shown again. The calendar program has to reach this appliance.
                </p>
                <ul className="list-disc space-y-1 pl-5 text-sm text-ink-2">
                  {google && <li>Google Calendar: Other calendars, +, From URL, and paste the address.</li>}
                  {outlook && <li>Outlook: Add calendar, Subscribe from web, and paste the address.</li>}
                </ul>
              </>
            )}
            <div className="flex flex-wrap gap-2">
              <Button
                small
                icon={since === null ? Link2 : Renew}
                disabled={action.busy}
                onClick={() => void make()}
              >
                {since === null ? 'Create address' : 'Renew address'}
              </Button>
              {since !== null && (
                <Button small icon={Unlink} disabled={action.busy} onClick={() => void revoke()}>
                  Revoke address
                </Button>
              )}
            </div>
          </>
        )}
      </Fetched>
      <FailureBanner error={action.error} />
    </div>
  )
}
