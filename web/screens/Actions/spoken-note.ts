import { useEffect, useRef, useState } from 'react'
import { longestNoteSeconds, prepareNote, transcribeNote } from '#contract/notes.ts'
import { call, errorFrom, UnreachableError } from '../../api.ts'

type State = 'idle' | 'asking' | 'recording' | 'transcribing'

async function textOf(sound: Blob): Promise<string> {
  let answer: Response
  try {
    answer = await fetch(transcribeNote.path, {
      method: 'POST',
      headers: { 'content-type': sound.type || 'audio/webm' },
      body: sound,
    })
  } catch (cause) {
    throw new UnreachableError({ cause })
  }
  const body = await answer.text()
  if (!answer.ok) throw errorFrom(answer.status, body)
  return (JSON.parse(body) as { text: string }).text
}

function whyNot(error: unknown): string {
  if (error instanceof DOMException && error.name === 'NotAllowedError')
    return 'The browser does not let this page use the microphone. Allow it and try again.'
  if (error instanceof DOMException && error.name === 'NotFoundError') return 'No microphone was found.'
  return error instanceof Error ? error.message : String(error)
}

/** Records a note and has it transcribed. */
export function useSpokenNote(onText: (text: string) => void, onBusy: (busy: boolean) => void) {
  const [state, setState] = useState<State>('idle')
  const [seconds, setSeconds] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const recorder = useRef<MediaRecorder | null>(null)
  const gone = useRef(false)

  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      recorder.current?.stop()
    }
  }, [])
  useEffect(() => onBusy(state !== 'idle'), [state, onBusy])
  useEffect(() => {
    if (state !== 'recording') return
    const began = Date.now()
    const timer = setInterval(() => {
      const past = Math.floor((Date.now() - began) / 1000)
      setSeconds(past)
      if (past >= longestNoteSeconds) recorder.current?.stop()
    }, 250)
    return () => clearInterval(timer)
  }, [state])

  const finish = async (parts: Blob[], type: string) => {
    if (gone.current) return
    setState('transcribing')
    try {
      const text = await textOf(new Blob(parts, { type }))
      if (text === '') setProblem('No speech was heard.')
      else onText(text)
    } catch (error) {
      setProblem(whyNot(error))
    } finally {
      setState('idle')
    }
  }

  const start = async () => {
    setProblem(null)
    setSeconds(0)
    setState('asking')
    try {
      if (!('mediaDevices' in navigator))
        throw new Error('Browsers give a microphone over HTTPS or on localhost alone.')
      const [stream, ready] = await Promise.all([
        navigator.mediaDevices.getUserMedia({ audio: true }),
        call(prepareNote),
      ])
      const end = () => stream.getTracks().forEach((track) => track.stop())
      if (gone.current || ready.whyNot !== null) {
        end()
        if (ready.whyNot !== null) throw new Error(ready.whyNot)
        return
      }
      const made = new MediaRecorder(stream)
      const parts: Blob[] = []
      made.ondataavailable = ({ data }) => void parts.push(data)
      made.onstop = () => {
        end()
        void finish(parts, made.mimeType)
      }
      recorder.current = made
      made.start()
      setState('recording')
    } catch (error) {
      setProblem(whyNot(error))
      setState('idle')
    }
  }

  return { state, seconds, problem, start, stop: () => recorder.current?.stop() }
}
