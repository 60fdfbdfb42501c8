import { useRef, useState, type PointerEvent } from 'react'
import { createSignature } from '#contract/signatures.ts'
import { call } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import { toast } from '../../ui/Toaster.tsx'

const size = { width: 600, height: 200 }

/** A pen on a canvas: black, 2 px, on white. */
function usePen() {
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawing = useRef(false)
  const [drawn, setDrawn] = useState(false)

  function pen(): CanvasRenderingContext2D | null {
    const context = canvas.current?.getContext('2d') ?? null
    if (context)
      Object.assign(context, { lineWidth: 2, lineCap: 'round', lineJoin: 'round', strokeStyle: '#000' })
    return context
  }

  function placeOf(event: PointerEvent<HTMLCanvasElement>): [number, number] {
    const box = event.currentTarget.getBoundingClientRect()
    return [
      ((event.clientX - box.left) * size.width) / box.width,
      ((event.clientY - box.top) * size.height) / box.height,
    ]
  }

  function begin(event: PointerEvent<HTMLCanvasElement>): void {
    const context = pen()
    if (!context) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drawing.current = true
    if (!drawn) {
      context.fillStyle = '#fff'
      context.fillRect(0, 0, size.width, size.height)
    }
    const [x, y] = placeOf(event)
    context.beginPath()
    context.moveTo(x, y)
    context.lineTo(x + 0.1, y)
    context.stroke()
    setDrawn(true)
  }

  function go(event: PointerEvent<HTMLCanvasElement>): void {
    const context = drawing.current ? pen() : null
    if (!context) return
    context.lineTo(...placeOf(event))
    context.stroke()
  }

  function clear(): void {
    pen()?.clearRect(0, 0, size.width, size.height)
    setDrawn(false)
  }

  return {
    canvas,
    drawn,
    clear,
    /** For the canvas. */
    handlers: {
      onPointerDown: begin,
      onPointerMove: go,
      onPointerUp: () => (drawing.current = false),
      onPointerCancel: () => (drawing.current = false),
    },
  }
}

export function DrawSignature({ onSaved }: { onSaved: () => void }) {
  const { canvas, drawn, clear, handlers } = usePen()
  const [saving, setSaving] = useState(false)

  async function save(): Promise<void> {
    setSaving(true)
    try {
      const data = canvas.current!.toDataURL('image/png')
      await call(createSignature, { body: { data, format: 'png', createdAt: new Date().toISOString() } })
      clear()
      toast({ title: 'Signature created!' })
      onSaved()
    } catch (error) {
      toast({
        title: 'Error creating signature',
        description: error instanceof Error ? error.message : String(error),
        destructive: true,
      })
    } finally {
      setSaving(false)
    }
  }

  return (
    <Section bare title="Draw your signature" description="With a mouse, a pen or a finger.">
      <div className="relative w-full max-w-150">
        <canvas
          ref={canvas}
          {...size}
          aria-label="Sign here"
          role="img"
          className="block w-full touch-none rounded-md border border-control bg-[#fff]"
          {...handlers}
        />
        {!drawn && (
          <p
            aria-hidden
            className="pointer-events-none absolute inset-0 flex items-center justify-center text-lg text-[#595959]"
          >
            Sign here
          </p>
        )}
      </div>
      <div className="mt-3 flex gap-2">
        <Button look="primary" disabled={!drawn || saving} onClick={() => void save()}>
          Save Signature
        </Button>
        <Button disabled={!drawn || saving} onClick={clear}>
          Clear
        </Button>
      </div>
    </Section>
  )
}
