import { AudioLines, Check, Play, Sparkles, X } from 'lucide-react'
import { useState } from 'react'
import { dismissGuess, type NameEvidence, type NameGuess, type Speaker as Facts } from '#contract/speakers.ts'
import type { Player } from '../../../hooks/player.ts'
import { Button } from '../../../ui/Button.tsx'
import { longDate, position, spokenPosition } from '../../../ui/format.ts'
import { useSpeakerChange } from './useSpeakers.ts'

/** As many quotes as convince; more are behind a button. */
const quotesShown = 2

type NameSuggestionProps = {
  recordingId: number
  version: number
  facts: Facts
  guess: NameGuess
  player: Player | null
  /** A person says who it is. */
  onName: (name: string) => Promise<void>
  /** A person has said that it is not that name. */
  onDismissed: () => void
}

/** Who a speaker may be, what says so, and the person's word on it. */
export function NameSuggestion({
  recordingId,
  version,
  facts,
  guess,
  player,
  onName,
  onDismissed,
}: NameSuggestionProps) {
  const { change } = useSpeakerChange(recordingId, version)
  const [busy, setBusy] = useState(false)
  const [all, setAll] = useState(false)
  const { label, state, guesses } = facts
  const { name, confidence, evidence, voice } = guess
  const run = async (work: Promise<void>) => {
    setBusy(true)
    await work
    setBusy(false)
  }
  const dismiss = async () => {
    if (await change(dismissGuess, { label, name }, `${label} is not ${name}`)) onDismissed()
  }
  const shown = all ? evidence : evidence.slice(0, quotesShown)
  // No rule has found it too.
  const read = evidence.length > 0 && evidence.every(({ rule }) => rule === 'language')
  const others = guesses.slice(1).map((other) => other.name)
  return (
    <div className="mt-2 rounded-md bg-sunken px-3 py-2.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 font-medium break-words">
          {state === 'certain' ? 'Named from the conversation' : `${name}?`}
        </span>
        {/* How alike two voices are says nothing of how likely they are one person's. */}
        {evidence.length > 0 && (
          <span className="text-sm text-ink-2 tabular-nums">{Math.round(confidence * 100)}% sure</span>
        )}
      </p>
      {voice && (
        <p className="mt-1 flex items-start gap-1.5 text-sm text-ink-2">
          <AudioLines size={14} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden />
          <span className="min-w-0 break-words">
            Voice matches {name}, remembered on {longDate(voice.rememberedAt)} (similarity{' '}
            {voice.similarity.toFixed(2)})
          </span>
        </p>
      )}
      {read && (
        <p className="mt-1 flex items-start gap-1.5 text-sm text-ink-2">
          <Sparkles size={14} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden />
          Suggested by AI
        </p>
      )}
      <ul className="mt-1 space-y-1 text-sm text-ink-2 empty:hidden">
        {shown.map((one) => (
          <Quote key={one.segmentId} evidence={one} player={player} />
        ))}
      </ul>
      {!all && evidence.length > quotesShown && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="mt-1 rounded-md text-sm text-ink-2 underline underline-offset-2 hover:text-ink pointer-coarse:min-h-11"
        >
          {evidence.length - quotesShown} more
        </button>
      )}
      {others.length > 0 && (
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
          Or
          {others.map((other) => (
            <button
              key={other}
              type="button"
              disabled={busy}
              title={`${label} is ${other}`}
              onClick={() => void run(onName(other))}
              className="rounded-md text-left break-words underline underline-offset-2 hover:text-ink pointer-coarse:min-h-11"
            >
              {other}
            </button>
          ))}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button small icon={Check} disabled={busy} onClick={() => void run(onName(name))}>
          Confirm<span className="sr-only"> {name}</span>
        </Button>
        <Button small look="quiet" icon={X} disabled={busy} onClick={() => void run(dismiss())}>
          Reject<span className="sr-only"> name, {name}</span>
        </Button>
      </div>
    </div>
  )
}

function Quote({ evidence: { start, quote }, player }: { evidence: NameEvidence; player: Player | null }) {
  const words = <span className="line-clamp-2 min-w-0 flex-1 text-left">“{quote}”</span>
  if (!player) return <li className="flex">{words}</li>
  return (
    <li>
      <button
        type="button"
        aria-label={`Play from ${spokenPosition(start)}: ${quote}`}
        onClick={() => player.playFrom(start)}
        className="flex w-full items-start gap-1.5 rounded-md hover:text-ink hover:underline pointer-coarse:min-h-11"
      >
        <Play size={12} strokeWidth={2} className="mt-1 shrink-0" aria-hidden />
        {words}
        <span aria-hidden className="shrink-0 text-ink-3 tabular-nums">
          {position(start)}
        </span>
      </button>
    </li>
  )
}
