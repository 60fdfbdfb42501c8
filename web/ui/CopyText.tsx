import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'

const saidFor = 2000

/** The clipboard is there on secure pages only; elsewhere the old way still works in every browser. */
async function copy(element: HTMLElement): Promise<boolean> {
  const text = element.textContent
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const selection = getSelection()
    selection?.selectAllChildren(element)
    return document.execCommand('copy')
  }
}

type CopyTextProps = {
  /** What it is, for the button's name: "Copy the link". */
  label: string
  text: string
  /** In a frame of its own: something to hand over. */
  framed?: boolean
}

/** A text that goes elsewhere, with a button that copies it. */
export function CopyText({ label, text, framed }: CopyTextProps) {
  const [said, setSaid] = useState<'Copied' | 'Selected' | null>(null)
  const shown = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(null), saidFor)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <span
      className={cx(
        'flex gap-2',
        framed ? 'items-center rounded-md border border-line-strong bg-sunken p-2 pl-3' : 'items-start',
      )}
    >
      <span
        ref={shown}
        data-testid="copy"
        className="min-w-0 flex-1 wrap-anywhere whitespace-pre-line tabular-nums"
      >
        {text}
      </span>
      <Button
        small
        look={framed ? 'secondary' : 'quiet'}
        icon={said ? Check : Copy}
        aria-label={said ?? `Copy ${label}`}
        className={framed ? '' : '-my-1.5'}
        onClick={() => {
          if (shown.current) void copy(shown.current).then((done) => setSaid(done ? 'Copied' : 'Selected'))
        }}
      >
        {said ?? 'Copy'}
      </Button>
      <span className="sr-only" role="status">
        {said}
      </span>
    </span>
  )
}
