/** Where in the segment's text a click fell, in characters; null where the browser cannot tell. */
export function clickedOffset({ clientX, clientY }: { clientX: number; clientY: number }): number | null {
  let node: Node | null = null
  let offset = 0
  // Safari before 18.4 knows only the second.
  if ('caretPositionFromPoint' in document) {
    const caret = document.caretPositionFromPoint(clientX, clientY)
    node = caret?.offsetNode ?? null
    offset = caret?.offset ?? 0
  } else {
    const range = (document as Document).caretRangeFromPoint(clientX, clientY)
    node = range?.startContainer ?? null
    offset = range?.startOffset ?? 0
  }
  const from = node?.parentElement?.dataset.from
  return from === undefined ? null : Number(from) + offset
}
