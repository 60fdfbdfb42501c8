import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import type { SigningSpot } from '#contract/signatures.ts'
import { afterKey, blockShape, onPage } from './spot.ts'

export type Placing = {
  spot: SigningSpot
  /** What was drawn, as a data URL. */
  picture: string
  lines: readonly string[]
  onMove: (spot: SigningSpot) => void
}

/** `shape`: the page's height as a part of its width. */
type SpotBoxProps = Placing & { shape: number }

/** Where the signature will stand: dragged by pointer, moved with the arrow keys, sized at its corner or with + and -. */
export function SpotBox({ spot, shape, picture, lines, onMove }: SpotBoxProps) {
  const from = useRef<{ x: number; y: number; spot: SigningSpot; sizing: boolean } | null>(null)
  const block = blockShape(lines.length)
  const shown = onPage(spot, shape, block)
  const move = (next: SigningSpot): void => onMove(onPage(next, shape, block))

  function begin(event: PointerEvent<HTMLElement>, sizing: boolean): void {
    if (event.button !== 0) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { x: event.clientX, y: event.clientY, spot: shown, sizing }
  }

  function drag(event: PointerEvent<HTMLElement>): void {
    const sheet = event.currentTarget.closest('[data-sheet]')?.getBoundingClientRect()
    const start = from.current
    if (!start || !sheet) return
    const right = (event.clientX - start.x) / sheet.width
    const down = (event.clientY - start.y) / sheet.height
    move(
      start.sizing
        ? { ...start.spot, width: start.spot.width + right }
        : { ...start.spot, x: start.spot.x + right, y: start.spot.y + down },
    )
  }

  function press(event: KeyboardEvent): void {
    const next = afterKey(shown, event.key, event.shiftKey)
    if (!next) return
    event.preventDefault()
    move(next)
  }

  const part = (value: number): string => `${value * 100}%`
  const ends = { onPointerUp: () => (from.current = null), onPointerCancel: () => (from.current = null) }
  return (
    <div data-sheet className="absolute inset-0 overflow-hidden">
      <button
        type="button"
        aria-roledescription="movable signature"
        aria-label={`Place of the signature: ${Math.round(shown.x * 100)} % from the left, ${Math.round(shown.y * 100)} % from the top, ${Math.round(shown.width * 100)} % wide`}
        aria-describedby="spot-keys"
        data-testid="spot"
        className="@container absolute flex cursor-move flex-col items-start text-left touch-none border-2 border-accent bg-accent/5 outline-offset-2"
        style={{
          left: part(shown.x),
          top: part(shown.y),
          width: part(shown.width),
          aspectRatio: `1 / ${block}`,
        }}
        onPointerDown={(event) => begin(event, false)}
        onPointerMove={drag}
        onKeyDown={press}
        {...ends}
      >
        <img
          src={picture}
          alt=""
          draggable={false}
          className="pointer-events-none w-[82.5%] mix-blend-multiply"
        />
        <span
          aria-hidden
          className="pointer-events-none block w-full border-t border-[#8c8c8c] text-[3.7cqw] leading-[5cqw] whitespace-nowrap text-[#262626]"
        >
          {lines.map((line, i) => (
            <span key={line + i} className={i === 0 ? 'block font-semibold' : 'block'}>
              {line}
            </span>
          ))}
        </span>
        <span
          aria-hidden
          className="absolute -right-2 -bottom-2 size-5 cursor-nwse-resize touch-none rounded-full border-2 border-accent bg-[#fff]"
          onPointerDown={(event) => begin(event, true)}
          onPointerMove={drag}
          {...ends}
        />
      </button>
    </div>
  )
}
