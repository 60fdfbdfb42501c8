import type { Player } from '../hooks/player.ts'
import { position } from './format.ts'
import { PlayButton } from './PlayButton.tsx'
import { SeekBar, TimePlayed } from './SeekBar.tsx'

/** A player of one line: play, where it is, how long it is. Brings its own `<audio>`. */
export function SoundPlayer({ player, title }: { player: Player; title: string }) {
  return (
    <div className="flex items-center gap-3">
      <PlayButton player={player} look="secondary" title={title} />
      <SeekBar player={player} />
      <span className="text-sm whitespace-nowrap text-ink-2 tabular-nums">
        <TimePlayed player={player} /> / {position(player.duration)}
      </span>
      <audio ref={player.audio} preload="none" className="hidden" />
    </div>
  )
}
