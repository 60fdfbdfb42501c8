import type { Kind, Source } from '../../capture/sources.ts'
import { missingKinds, type Recorder } from '../../capture/state.ts'

/** What is said of where the sound comes from, each in its own words. */

export const kindNames: Record<Kind, string> = { microphone: 'Microphone', screen: 'Tab or screen' }

/** In a sentence. */
export const sourceWords: Record<Source, string> = {
  microphone: 'the microphone',
  screen: 'a tab or screen',
  both: 'the microphone and a tab',
}

/** Of a level at rest. */
export const restWords: Record<Kind, string> = { microphone: 'Microphone off', screen: 'Nothing shared' }

export const pausedWords: Record<Kind, string> = {
  microphone: 'Microphone paused',
  screen: 'Tab or screen paused',
}

const lost: Record<Kind, string> = {
  screen: 'The sound of the tab no longer comes; only the microphone is recorded.',
  microphone: 'The microphone no longer comes; only the sound of the tab is recorded.',
}

const silentWhole: Record<Source, string> = {
  microphone: 'Nothing has been heard for 10 seconds. Is the microphone switched on, and the right one?',
  screen: 'Nothing has been heard for 10 seconds. Does the tab play anything, and is it not muted?',
  both: 'Nothing has been heard for 10 seconds. Is the microphone switched on, and does the tab play anything?',
}

const silentOne: Record<Kind, string> = {
  microphone:
    'The microphone has been silent for 10 seconds, while the tab is heard. Is it switched on, and the right one?',
  screen:
    'The tab has been silent for 10 seconds, while the microphone is heard. Does it play anything, and is it not muted?',
}

const lostAndSilent: Record<Kind, string> = {
  screen:
    'The sound of the tab no longer comes, and the microphone has been silent for 10 seconds: nothing is heard. Is it switched on, and the right one?',
  microphone:
    'The microphone no longer comes, and the tab has been silent for 10 seconds: nothing is heard. Does it play anything, and is it not muted?',
}

export type SourceTrouble = {
  kind: 'nothing' | 'lost' | 'silent'
  words: string
  /** The button that mends it; null: it mends itself, or only the person can. */
  mend: 'Share again' | 'Try again' | null
}

/** What is wrong with the sound of the recording under way, as long as it is. */
export function sourceTroubles(recorder: Recorder): SourceTrouble[] {
  const { phase, stream, source, inputs, silent, silentKinds } = recorder
  if (phase !== 'recording') return []
  if (stream === null)
    return [
      source === 'screen'
        ? {
            kind: 'nothing',
            words: 'Nothing is being recorded: the sound of the tab or screen no longer comes.',
            mend: 'Share again',
          }
        : {
            kind: 'nothing',
            words:
              'Nothing is being recorded: no microphone can be used. It goes on by itself as soon as one is plugged in or allowed.',
            mend: null,
          },
    ]
  const missing = missingKinds(recorder)
  const troubles: SourceTrouble[] = missing.map((kind) => ({
    kind: 'lost',
    words: lost[kind],
    mend: kind === 'screen' ? 'Share again' : 'Try again',
  }))
  const heardOf: Source = missing.length === 0 ? source : (inputs[0]?.kind ?? source)
  // What is left gives nothing either: one line that says both, and not that it is recorded.
  const [gone] = missing
  if (silent && gone)
    return [
      { kind: 'silent', words: lostAndSilent[gone], mend: gone === 'screen' ? 'Share again' : 'Try again' },
    ]
  if (silent) troubles.push({ kind: 'silent', words: silentWhole[heardOf], mend: null })
  for (const kind of silentKinds)
    if (!missing.includes(kind)) troubles.push({ kind: 'silent', words: silentOne[kind], mend: null })
  return troubles
}
