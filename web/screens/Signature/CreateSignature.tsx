import { Trash2 } from 'lucide-react'
import { useRef, useState, type PointerEvent } from 'react'
import { createSignature, deleteSignature } from '#contract/signatures.ts'
import { call } from '../../api.ts'
import { useSignatures } from '../../hooks/documents.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { dateAndTime } from '../../ui/format.ts'
import { Fetched } from '../../ui/Screen.tsx'
import { Section } from '../../ui/Section.tsx'
import { toast } from '../../ui/Toaster.tsx'

const size = { width: 600, height: 200 }

/** A canvas to draw on: black, 2 px, on white. */
export function CreateSignature() {
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawing = useRef(false)
  const [drawn, setDrawn] = useState(false)
  const [saving, setSaving] = useState(false)
  const saved = useSignatures()

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

  async function save(): Promise<void> {
    setSaving(true)
    try {
      const data = canvas.current!.toDataURL('image/png')
      await call(createSignature, { body: { data, format: 'png', createdAt: new Date().toISOString() } })
      clear()
      toast({ title: 'Signature created!' })
      void saved.mutate()
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

  async function remove(id: number): Promise<void> {
    await call(deleteSignature, { params: { id } }).catch((error: unknown) =>
      toast({ title: 'The signature could not be deleted', description: String(error), destructive: true }),
    )
    void saved.mutate()
  }

  return (
    <div className="space-y-8">
      <Section bare title="Draw your signature" description="With a mouse, a pen or a finger.">
        <div className="relative w-full max-w-150">
          <canvas
            ref={canvas}
            {...size}
            aria-label="Sign here"
            role="img"
            className="block w-full touch-none rounded-md border border-control bg-[#fff]"
            onPointerDown={begin}
            onPointerMove={go}
            onPointerUp={() => (drawing.current = false)}
            onPointerCancel={() => (drawing.current = false)}
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
      <Section bare title="Saved signatures" description="Yours alone; nobody else can sign with them.">
        <Fetched answer={saved} what="The signatures" rows={1}>
          {(all) =>
            all.length === 0 ? (
              <p className="text-ink-2">What you save above will be here.</p>
            ) : (
              <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
                {all.map(({ id, data, createdAt }) => (
                  <li key={id} className="rounded-md border border-line bg-surface p-3">
                    <img
                      src={data}
                      alt={`Signature of ${dateAndTime(createdAt)}`}
                      className="w-full bg-[#fff]"
                    />
                    <div className="mt-2 flex items-center justify-between">
                      <p className="text-sm text-ink-2 tabular-nums">{dateAndTime(createdAt)}</p>
                      <IconButton
                        icon={Trash2}
                        label="Delete this signature"
                        onClick={() => void remove(id)}
                      />
                    </div>
                  </li>
                ))}
              </ul>
            )
          }
        </Fetched>
      </Section>
    </div>
  )
}
