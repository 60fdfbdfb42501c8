import { AudioLines, Eraser, Merge, Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { nameSpeaker, type Speaker as Facts } from '#contract/speakers.ts'
import type { Transcript } from '#contract/transcripts.ts'
import { afterDialog } from '../../../hooks/focus.ts'
import type { Player } from '../../../hooks/player.ts'
import { cx } from '../../../ui/cx.ts'
import { position, spokenPosition } from '../../../ui/format.ts'
import { LazyMenu } from '../../../ui/LazyMenu.tsx'
import type { Speaker } from '../transcript/speakers.ts'
import { Guess } from './Guess.tsx'
import { Rename } from './Rename.tsx'
import { SameName } from './SameName.tsx'
import { SpeakerChip, speakerText } from './SpeakerChip.tsx'
import { useSpeakerChange } from './useSpeakers.ts'

type SpeakerRowProps = {
  recordingId: number
  transcript: Transcript
  facts: Facts
  speaker: Speaker
  player: Player | null
  /** Null where there is nobody else. */
  onMerge: (() => void) | null
  /** Null where the voice cannot be remembered, or is already. */
  onRemember: (() => void) | null
  /** Why it cannot be; null where it can, is, or voices are not remembered here. */
  obstacle: string | null
  remembered: boolean
}

export function SpeakerRow({
  recordingId,
  transcript,
  facts,
  speaker,
  player,
  onMerge,
  onRemember,
  obstacle,
  remembered,
}: SpeakerRowProps) {
  const { change } = useSpeakerChange(recordingId, transcript.version)
  const [renaming, setRenaming] = useState(false)
  const [renamed, setRenamed] = useState(false)
  const [twice, setTwice] = useState<{ name: string; other: string; known: string } | null>(null)
  const nameButton = useRef<HTMLButtonElement>(null)
  const { label, state, speakingSeconds, share, estimated, turns, guesses } = facts
  const [guess] = guesses
  const close = () => {
    setRenaming(false)
    setRenamed(true)
  }
  const giveName = (name: string): Promise<boolean> => {
    const done = name.trim() === '' ? `${label} now has no name` : `${label} is ${name.trim()}`
    return change(nameSpeaker, { label, name: name.trim() || null }, done)
  }
  const toName = () => nameButton.current?.focus({ preventScroll: true })
  const save = async (name: string) => {
    const other = namesake(transcript, label, name)
    if (other !== null) setTwice({ name: name.trim(), ...other })
    else if (await giveName(name)) close()
  }
  const spoken = Math.round(share * 100)
  const about = estimated ? 'about ' : ''
  const times = `${turns} ${turns === 1 ? 'turn' : 'turns'}`
  return (
    <li className="px-4 py-3">
      <div className="flex min-h-8 items-center gap-2.5">
        <SpeakerChip speaker={speaker} />
        {renaming ? (
          <Rename
            label={label}
            name={speaker.name === label ? '' : speaker.name}
            suggestions={[
              ...guesses.map(({ name }) => name),
              ...transcript.attendees.map(({ name }) => name),
            ]}
            onSave={save}
            onClose={close}
          />
        ) : (
          <>
            <button
              type="button"
              ref={nameButton}
              autoFocus={renamed}
              title="Rename"
              aria-label={`Rename ${speaker.name}`}
              onClick={() => setRenaming(true)}
              className={cx(
                'min-w-0 flex-1 truncate rounded-md py-1 text-left hover:underline pointer-coarse:min-h-11',
                facts.name === null ? 'text-ink-2' : 'font-semibold',
              )}
            >
              {speaker.name}
            </button>
            <span className="-mr-2">
              <LazyMenu
                label={`More about ${speaker.name}`}
                items={[
                  { label: 'Rename', icon: Pencil, onSelect: () => setRenaming(true) },
                  ...(state === 'confirmed' && facts.name !== label
                    ? [{ label: 'Remove name', icon: Eraser, onSelect: () => void save('') }]
                    : []),
                  ...(onMerge ? [{ label: 'Same person as…', icon: Merge, onSelect: onMerge }] : []),
                  ...(onRemember
                    ? [{ label: 'Remember this voice', icon: AudioLines, onSelect: onRemember }]
                    : []),
                  ...(obstacle !== null
                    ? [{ label: 'Remember this voice', icon: AudioLines, unavailable: obstacle }]
                    : []),
                ]}
              />
            </span>
          </>
        )}
      </div>
      <div
        aria-hidden
        className={cx('mt-1 h-1 overflow-hidden rounded-md bg-pressed', speakerText[speaker.colour])}
      >
        <div className="h-full bg-current" style={{ width: `${share * 100}%` }} />
      </div>
      <p className="mt-1 flex justify-between gap-3 text-sm text-ink-3 tabular-nums">
        <span>
          {speakingSeconds > 0 && (
            <>
              <span aria-hidden>
                {about}
                {position(speakingSeconds)}
              </span>
              <span className="sr-only">
                Speaks for {about}
                {spokenPosition(speakingSeconds)}
              </span>{' '}
              ·{' '}
            </>
          )}
          {times}
          {remembered && ' · voice remembered'}
        </span>
        <span>{spoken === 0 && share > 0 ? 'under 1' : `${about}${spoken}`}%</span>
      </p>
      {guess && !renaming && (
        <Guess
          recordingId={recordingId}
          version={transcript.version}
          facts={facts}
          guess={guess}
          player={player}
          onName={async (name) => {
            await save(name)
            toName()
          }}
          onDismissed={toName}
        />
      )}
      {twice && (
        <SameName
          recordingId={recordingId}
          version={transcript.version}
          label={label}
          other={twice.other}
          known={twice.known}
          onApart={() => giveName(twice.name)}
          onClose={() => {
            setTwice(null)
            close()
            afterDialog(() => nameButton.current)
          }}
        />
      )}
    </li>
  )
}

/** Another speaker who has that name already, however it is written. */
function namesake(
  { speakers }: Transcript,
  label: string,
  name: string,
): { other: string; known: string } | null {
  const folded = name.trim().toLowerCase()
  if (folded === '') return null
  const found = Object.entries(speakers).find(
    ([other, known]) => other !== label && known.trim().toLowerCase() === folded,
  )
  return found ? { other: found[0], known: found[1] } : null
}
