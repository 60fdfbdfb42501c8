import { useEffect, useRef, useState } from 'react'
import { useSetting } from '../../../hooks/settings.ts'
import { dropDraft, keepDraft, type DraftOf } from './drafts.ts'

const every = 5000

type Autosave = {
  /** When the last draft was kept; ISO 8601, null before the first. */
  keptAt: string | null
  /** This browser has no room for drafts, or refuses to keep any. */
  refused: boolean
  /** The edit is over: nothing more is kept, and what was kept goes. */
  finish: () => void
}

/** Keeps what is being edited every five seconds, and when the page or the editor is left, unless the setting is off. */
export function useAutosave(of: DraftOf, text: string, original: string): Autosave {
  const on = useSetting('autosaveTranscripts', true)
  const [keptAt, setKeptAt] = useState<string | null>(null)
  const [refused, setRefused] = useState(false)
  const latest = useRef({ of, text, last: original, over: false })
  useEffect(() => {
    latest.current.of = of
    latest.current.text = text
  })

  useEffect(() => {
    if (!on) return
    const now = () => {
      const { of, text, last, over } = latest.current
      if (over || text === last) return
      const at = new Date().toISOString()
      const done = keepDraft({ ...of, text, keptAt: at })
      if (done) latest.current.last = text
      return done ? at : 'refused'
    }
    const timer = setInterval(() => {
      const at = now()
      if (at === undefined) return
      setRefused(at === 'refused')
      if (at !== 'refused') setKeptAt(at)
    }, every)
    addEventListener('pagehide', now)
    return () => {
      clearInterval(timer)
      removeEventListener('pagehide', now)
      now()
    }
  }, [on])

  return {
    keptAt,
    refused,
    finish: () => {
      latest.current.over = true
      dropDraft(of)
    },
  }
}
