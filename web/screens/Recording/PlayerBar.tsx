import { FastForward, Rewind } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Player } from '../../hooks/player.ts'
import { IconButton } from '../../ui/Button.tsx'
import { position } from '../../ui/format.ts'
import { writeStored, readStored } from '../../ui/browser-storage.ts'
import { PlayButton } from '../../ui/PlayButton.tsx'
import { SeekBar, TimePlayed } from '../../ui/SeekBar.tsx'
import { noSound } from '../../ui/transcription.ts'
import { cx } from '../../ui/cx.ts'

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]
export const skipSeconds = 10
const speedKeptAs = 'playbackSpeed'

/** The speed at which this browser played last. */
export function keptSpeed(): number {
  const speed = Number(readStored(speedKeptAs))
  return speeds.includes(speed) ? speed : 1
}

type PlayerBarProps = {
  player: Player
  title: string
  /** False: there is nothing to hear in the file. */
  canPlay: boolean
  /** Stands over the seek bar, to its scale. */
  timeline?: ReactNode
}

export function PlayerBar({ player, title, canPlay, timeline }: PlayerBarProps) {
  const { duration, speed } = player
  return (
    <section
      aria-label={`Player: ${title}`}
      data-player
      className={cx(
        'sticky top-(--strip) z-20 max-xl:top-[calc(var(--strip)+1.5rem)] pointer-coarse:max-xl:top-[calc(var(--strip)+2.75rem)]',
        'flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-3 py-2 print:hidden',
      )}
    >
      <div className="flex items-center gap-1">
        <PlayButton player={player} look="primary" unavailable={canPlay ? undefined : noSound} />
        <IconButton
          icon={Rewind}
          label="Back 10 seconds"
          disabled={!canPlay}
          onClick={() => player.skip(-skipSeconds)}
        />
        <IconButton
          icon={FastForward}
          label="Forward 10 seconds"
          disabled={!canPlay}
          onClick={() => player.skip(skipSeconds)}
        />
      </div>
      {canPlay ? (
        <div className="order-last flex w-full items-end gap-3 lg:order-none lg:w-auto lg:flex-1">
          <TimePlayed player={player} className="min-w-9 tabular-nums lg:w-14 lg:text-right" />
          <div className="flex min-w-0 flex-1 flex-col">
            {/* Its room is kept, so that nothing moves when the transcript comes. */}
            <div className="flex min-h-8 flex-col justify-end">{timeline}</div>
            <div className="flex">
              <SeekBar player={player} />
            </div>
          </div>
          <span className="min-w-9 text-right text-ink-3 tabular-nums lg:w-14 lg:text-left">
            {position(duration)}
          </span>
        </div>
      ) : (
        <p className="order-last w-full text-ink-2 lg:order-none lg:w-auto lg:flex-1">{noSound}</p>
      )}
      <label className="ml-auto flex items-center gap-1.5 text-sm text-ink-2 lg:ml-0">
        Speed
        <select
          value={speed}
          disabled={!canPlay}
          onChange={(event) => {
            player.setSpeed(Number(event.target.value))
            writeStored(speedKeptAs, event.target.value)
          }}
          className="h-8 rounded-md border border-line-strong bg-surface px-1.5 text-ink tabular-nums pointer-coarse:h-11"
        >
          {speeds.map((value) => (
            <option key={value} value={value}>
              {value}×
            </option>
          ))}
        </select>
      </label>
    </section>
  )
}
