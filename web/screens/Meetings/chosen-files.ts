import { useState } from 'react'
import { refusalOf, titleFrom } from '../../uploads/media.ts'
import { prepareFor } from '../../uploads/send.ts'
import { toast } from '../../ui/Toaster.tsx'
import type { Chosen } from './ChosenFiles.tsx'

/** The files that are to be uploaded, with their titles. @param accept what the server takes, once it has said so */
export function useChosenFiles(accept: string | undefined) {
  const [chosen, setChosen] = useState<Chosen[]>([])
  /** Typed before a file was chosen. */
  const [early, setEarly] = useState('')
  /** What was wrong with the last choice. A toast says it too, but those stand outside the dialog for screen readers. */
  const [refusal, setRefusal] = useState<string | null>(null)
  /** Somebody has tried to go on. */
  const [tried, setTried] = useState(false)
  const add = (files: readonly File[]) => {
    const refused = files.flatMap((file) => refusalOf(file, accept) ?? [])
    const [wrong] = refused
    if (wrong) toast({ ...wrong, destructive: true })
    setRefusal(wrong ? `${wrong.title}: ${wrong.description}` : null)
    const accepted = files.filter((file) => refusalOf(file, accept) === null)
    if (accepted.length === 0) return
    accepted.forEach(prepareFor)
    setTried(false)
    setChosen((now) => {
      const next = accepted.map((file) => ({ file, title: titleFrom(file.name) }))
      // One more file takes the place of the one there was, and keeps a title that was typed.
      const typed =
        next.length > 1 ? '' : now.length === 0 ? early.trim() : now.length === 1 && now[0]?.title.trim()
      return typed ? next.map((one) => ({ ...one, title: typed })) : next
    })
  }

  const clear = () => {
    setChosen([])
    setEarly('')
    setRefusal(null)
    setTried(false)
  }

  const complete = chosen.length > 0 && chosen.every(({ title }) => title.trim() !== '')
  return { chosen, setChosen, early, setEarly, refusal, tried, setTried, complete, add, clear }
}
