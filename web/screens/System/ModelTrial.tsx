import type { ModelTrial as Trial } from '#contract/language.ts'
import type { LanguageProps } from '../../hooks/language.ts'
import { Button } from '../../ui/Button.tsx'
import { dateAndTime } from '../../ui/format.ts'

/** What the model in use is good for on this machine, as it showed on a short meeting that is known. */
export function ModelTrial({ language: { trial, trying, status }, actions }: LanguageProps) {
  if (status.state !== 'ready') return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3">
      <div className="min-w-0 flex-1 text-ink-2" role="status">
        {trying ? (
          <p>Being tried on a short meeting. This takes a few minutes on a small machine.</p>
        ) : trial ? (
          <>
            <p>{goodFor(trial)}</p>
            <p className="text-sm text-ink-3">
              Tried on {dateAndTime(trial.at)}. The minutes of an hour take {hourTakes(trial)}.
            </p>
          </>
        ) : (
          <p>Not tried on this machine yet.</p>
        )}
      </div>
      <Button disabled={actions.busy || trying} onClick={() => void actions.tryModel()}>
        {trial ? 'Try it again' : 'Try it'}
      </Button>
    </div>
  )
}

/** Most of its sentences can be shown. */
const writes = ({ sentences, kept }: Trial): boolean => kept >= 2 && kept * 2 > sentences
/** It is wrong at most once. */
const judges = ({ matters, right }: Trial): boolean => right >= matters - 1

function goodFor(trial: Trial): string {
  const { asked, failed, matters, right } = trial
  const wrote = `it told ${right} of ${matters} matters rightly`
  if (failed * 2 > asked)
    return `Not good for minutes: ${failed} of ${asked} questions got no usable answer. Choose a larger model.`
  if (writes(trial) && judges(trial))
    return `Good for minutes: it writes them in its own words, and ${wrote}.`
  if (writes(trial))
    return `Good for the wording of minutes, not for what was decided: ${wrote}. More will be left under To check.`
  if (judges(trial))
    return `Good for telling what was decided (${wrote}), not for wording: it copies or adds to what was said, so passages stand in its place.`
  return `Not good for minutes: it copies or adds to what was said, and ${wrote}. Choose a larger model.`
}

function hourTakes({ hourSeconds }: Trial): string {
  const minutes = Math.round(hourSeconds / 60)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 90) return `about ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`
  return `about ${Math.round(minutes / 60)} hours`
}
