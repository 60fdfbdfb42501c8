import { useEffect, useState } from 'react'
import { listenTo } from '../../capture/sound-capture.ts'
import { chooseMicrophone, chosenMicrophone, microphones } from '../../capture/microphone.ts'
import { canShareSound, type Source } from '../../capture/sources.ts'
import { change, recorder, useRecorder } from '../../capture/state.ts'
import { Select } from '../../ui/Select.tsx'

const sources: { value: Source; label: string }[] = [
  { value: 'microphone', label: 'Microphone' },
  { value: 'screen', label: 'Tab or screen' },
  { value: 'both', label: 'Microphone and tab' },
]

/** The microphones that the browser tells of, as they come and go. */
function useMicrophones(open: boolean) {
  const [found, setFound] = useState<{ value: string; label: string }[]>([])
  useEffect(() => {
    let shown = true
    const look = () => {
      microphones()
        .then((list) => shown && setFound(list))
        .catch((error: unknown) => console.error('The microphones could not be listed', error))
    }
    look()
    navigator.mediaDevices?.addEventListener('devicechange', look)
    return () => {
      shown = false
      navigator.mediaDevices?.removeEventListener('devicechange', look)
    }
    // Their names are told once one of them has been opened.
  }, [open])
  return found
}

/** Where the sound comes from; it can be changed while a meeting is recorded. */
export function SourceChoice() {
  const { source, phase, stream } = useRecorder()
  const list = useMicrophones(stream !== null)
  const [chosen, setChosen] = useState(chosenMicrophone)
  const fixed = phase !== 'ready' && phase !== 'recording'
  const recording = phase === 'recording'

  const takeSource = (value: string) => {
    const wanted = sources.find((one) => one.value === value)?.value ?? 'microphone'
    if (recording) void listenTo(wanted)
    else change({ source: wanted })
  }
  const takeMicrophone = (deviceId: string) => {
    chooseMicrophone(deviceId)
    setChosen(deviceId)
    // The tab goes on; only another microphone is asked for.
    if (recording)
      void listenTo(
        source,
        recorder().inputs.filter(({ kind }) => kind === 'screen'),
      )
  }
  const withChoice = source !== 'screen' && list.length > 1
  if (!canShareSound() && !withChoice) return null
  return (
    <div className="mt-3 grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(10rem,1fr))]">
      {canShareSound() && (
        <Select
          label="Source"
          options={sources}
          value={source}
          disabled={fixed}
          onChange={({ target }) => takeSource(target.value)}
        />
      )}
      {withChoice && (
        <Select
          label="Microphone"
          options={[{ value: '', label: 'Browser default' }, ...list]}
          value={list.some(({ value }) => value === chosen) ? chosen : ''}
          disabled={fixed}
          onChange={({ target }) => takeMicrophone(target.value)}
        />
      )}
    </div>
  )
}
