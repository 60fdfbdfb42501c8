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
  screen: 'The tab audio has stopped. Only the microphone is being recorded.',
  microphone: 'The microphone has stopped. Only the tab audio is being recorded.',
}

const silentWhole: Record<Source, string> = {
  microphone: 'No sound for 10 seconds. Check that the right microphone is selected and switched on.',
  screen: 'No sound for 10 seconds. Check that the tab is playing and not muted.',
  both: 'No sound for 10 seconds. Check that the microphone is switched on and that the tab is playing.',
}

const silentOne: Record<Kind, string> = {
  microphone:
    'No sound from the microphone for 10 seconds; the tab can be heard. Check that the right microphone is selected and switched on.',
  screen:
    'No sound from the tab for 10 seconds; the microphone can be heard. Check that the tab is playing and not muted.',
}

const lostAndSilent: Record<Kind, string> = {
  screen:
    'The tab audio has stopped, and there has been no sound from the microphone for 10 seconds. Check that the right microphone is selected and switched on.',
  microphone:
    'The microphone has stopped, and there has been no sound from the tab for 10 seconds. Check that the tab is playing and not muted.',
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
            words: 'Nothing is being recorded: the tab or screen audio has stopped.',
            mend: 'Share again',
          }
        : {
            kind: 'nothing',
            words:
              'Nothing is being recorded: no microphone is available. Recording will resume as soon as one is plugged in or allowed.',
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
