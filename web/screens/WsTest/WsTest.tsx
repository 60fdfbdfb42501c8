/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */
import { Circle, CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTabTitle } from '../../hooks/page.ts'
import { Button, type Icon } from '../../ui/Button.tsx'
import { Chip, type Tone } from '../../ui/Chip.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { Section } from '../../ui/Section.tsx'
import { addressOfSocket, tryConnection, type Status } from './connection.ts'

const looks: Record<Status, { tone: Tone; icon: Icon }> = {
  Idle: { tone: 'neutral', icon: Circle },
  Connecting: { tone: 'neutral', icon: LoaderCircle },
  Connected: { tone: 'good', icon: CircleCheck },
  Error: { tone: 'bad', icon: CircleAlert },
}

const tips = [
  'Reload this page and test again: a server that has just been started needs a few seconds.',
  'A proxy in front of the appliance must forward WebSocket connections (the Upgrade and Connection headers).',
  'Open the appliance at its own address: pages at other addresses are refused.',
  'Some office firewalls and virus scanners cut WebSocket connections. Try another network, or HTTPS.',
  'Meetings can still be recorded: without the connection, audio is sent over HTTP and the transcript follows after Stop & Save.',
]

type Entry = { key: number; at: string; text: string }

/** The diagnostic page of the recorder's socket. */
export function WsTest() {
  useTabTitle('WebSocket Test')
  const [status, setStatus] = useState<Status>('Idle')
  const [log, setLog] = useState<Entry[]>([])
  const leave = useRef<() => void>(() => undefined)
  const count = useRef(0)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => () => leave.current(), [])
  useEffect(() => {
    if (panel.current) panel.current.scrollTop = panel.current.scrollHeight
  }, [log])

  const test = () => {
    leave.current()
    leave.current = tryConnection({
      onStatus: setStatus,
      onLog: (text) => {
        count.current += 1
        const entry = { key: count.current, at: new Date().toLocaleTimeString('en-GB'), text }
        setLog((now) => [...now.slice(-199), entry])
      },
    })
  }

  const { tone, icon } = looks[status]
  return (
    <Screen title="WebSocket Test" subtitle="Tests the connection that brings live text to the recorder">
      <div className="max-w-3xl space-y-6">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-line bg-surface px-4 py-3">
          <div className="min-w-0 flex-1">
            <p role="status" className="flex flex-wrap items-center gap-x-2">
              <span className="font-medium">Connection status</span>
              <Chip tone={tone} icon={icon}>
                {status}
              </Chip>
            </p>
            <p className="mt-0.5 font-mono text-sm break-all text-ink-3">{addressOfSocket()}</p>
          </div>
          <Button look="primary" disabled={status === 'Connecting'} onClick={test}>
            Test Connection
          </Button>
        </div>
        <Section title="Log">
          <div
            ref={panel}
            role="log"
            aria-label="Log"
            tabIndex={0}
            className="h-64 overflow-y-auto px-4 py-3 font-mono text-sm focus-visible:-outline-offset-2"
          >
            {log.length === 0 && <p className="text-ink-3">No tests yet.</p>}
            {log.map(({ key, at, text }) => (
              <p key={key} className="grid grid-cols-[5rem_minmax(0,1fr)]">
                <span className="text-ink-3 tabular-nums">{at}</span>
                <span className="break-words">{text}</span>
              </p>
            ))}
          </div>
        </Section>
        <Section title="Troubleshooting tips">
          <ul className="list-disc space-y-1.5 py-3 pr-4 pl-9 text-ink-2">
            {tips.map((tip) => (
              <li key={tip}>{tip}</li>
            ))}
          </ul>
        </Section>
      </div>
    </Screen>
  )
}
