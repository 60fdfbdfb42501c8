import { useEffect, useRef, useState } from 'react'
import { discardDraft, dropDraft, keepDraft, type DraftOf } from './drafts.ts'
import { useSetting } from './settings.ts'

const every = 5000

export type Autosave = {
  /** When the last draft was kept; ISO 8601, null before the first. */
  keptAt: string | null
  /** This browser has no room for drafts, or refuses to keep any. */
  refused: boolean
  /** The edit was saved: nothing more is kept, and what was kept goes. */
  finish: () => void
  /** The edit is given up: likewise, and it can be undone. */
  discard: () => void
  /** The editor is closed, and what was typed stays as a draft. */
  leave: () => void
}

/**
 * Keeps what is being edited every five seconds, and when the page or the editor is left, unless the setting is off.
 * @param text what stands there now
 * @param original what is saved; as long as both are the same there is nothing to keep
 */
export function useAutosave(of: DraftOf, text: string, original: string): Autosave {
  const on = useSetting('autosaveTranscripts', true)
  const [keptAt, setKeptAt] = useState<string | null>(null)
  const [refused, setRefused] = useState(false)
  const latest = useRef({ of, text, original, last: original, over: false })
  useEffect(() => {
    const now = latest.current
    // Whoever types on, or begins anew, has not finished.
    if (now.text !== text) now.over = false
    if (now.of.name !== of.name) now.last = original
    Object.assign(now, { of, text, original })
  })

  useEffect(() => {
    if (!on) return
    const now = () => {
      const { of, text, original, last, over } = latest.current
      if (over || text === last) return
      if (text === original) {
        // Put back by hand: there is nothing left to keep.
        dropDraft(of.name)
        latest.current.last = text
        return null
      }
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

  const end = (): boolean => {
    latest.current.over = true
    latest.current.last = original
    setKeptAt(null)
    return text !== original
  }
  const draft = () => ({ ...of, text, keptAt: new Date().toISOString() })
  return {
    keptAt,
    refused,
    finish: () => {
      end()
      dropDraft(of.name)
    },
    discard: () => {
      if (end()) discardDraft(draft())
      else dropDraft(of.name)
    },
    leave: () => {
      if (end()) keepDraft(draft())
      else dropDraft(of.name)
    },
  }
}
