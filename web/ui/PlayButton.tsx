import { LoaderCircle, Pause, Play } from 'lucide-react'
import type { Player } from '../hooks/player.ts'
import { IconButton } from './Button.tsx'
import { cx } from './cx.ts'

type PlayButtonProps = {
  player: Pick<Player, 'playing' | 'loading' | 'toggle'>
  look: 'primary' | 'secondary'
  /** What is played, where there is more than one such button on the page. */
  title?: string
  /** Why there is nothing to play. */
  unavailable?: string | undefined
  className?: string
}

export function PlayButton({
  player: { playing, loading, toggle },
  look,
  title,
  unavailable,
  className,
}: PlayButtonProps) {
  const does = playing ? 'Pause' : loading ? 'Loading' : 'Play'
  return (
    <IconButton
      icon={playing ? Pause : loading ? LoaderCircle : Play}
      label={unavailable ?? (title ? `${does} ${title}` : does)}
      disabled={unavailable !== undefined}
      look={look}
      size={look === 'primary' ? 20 : 16}
      aria-busy={loading}
      onClick={toggle}
      className={cx(className ?? 'size-10', loading && !playing && '*:animate-spin')}
    />
  )
}
