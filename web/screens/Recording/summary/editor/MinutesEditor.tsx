import { Editor } from '@tiptap/core'
import { Bold, Italic, List, ListOrdered, Redo2, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton, type Icon } from '../../../../ui/Button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { inputClass } from '../../../../ui/Field.tsx'
import { documentOf, writerFor } from './document.ts'
import { extensions } from './extensions.ts'

type MinutesEditorProps = {
  /** Markdown; what it begins with. */
  text: string
  disabled: boolean
  /** With the Markdown of what stands there now. */
  onChange: (markdown: string) => void
}

/** Minutes edited as they read. */
export function MinutesEditor({ text, disabled, onChange }: MinutesEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  /** Counts what has moved: the buttons show what holds where the caret is. */
  const [, setMoves] = useState(0)
  const first = useRef({ text, onChange })
  useEffect(() => {
    first.current.onChange = onChange
  })

  useEffect(() => {
    const original = first.current.text
    const write = writerFor(original)
    const made = new Editor({
      element: place.current,
      extensions,
      content: documentOf(original),
      // The page's security policy allows no styles from scripts; ours are in editor.css.
      injectCSS: false,
      autofocus: 'start',
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': 'Summary',
          dir: 'auto',
          class: 'minutes-editor',
        },
      },
      onUpdate: ({ editor: now }) => first.current.onChange(write(now.getJSON())),
      onTransaction: () => setMoves((count) => count + 1),
    })
    setEditor(made)
    return () => made.destroy()
  }, [])
  useEffect(() => editor?.setEditable(!disabled, false), [editor, disabled])

  return (
    <div className="rounded-md border border-control bg-surface focus-within:border-accent">
      <Toolbar editor={editor} disabled={disabled} />
      <div ref={place} className="max-h-[70vh] overflow-y-auto px-3 py-2 text-read" />
    </div>
  )
}

const styles = [
  { value: '0', label: 'Text' },
  { value: '1', label: 'Title' },
  { value: '2', label: 'Heading' },
  { value: '3', label: 'Subheading' },
]

function Toolbar({ editor, disabled }: { editor: Editor | null; disabled: boolean }) {
  const off = disabled || editor === null
  const level = editor?.isActive('heading') ? Number(editor.getAttributes('heading').level) : 0
  const setStyle = (chosen: number) => {
    if (!editor) return
    const chain = editor.chain().focus()
    if (chosen === 1 || chosen === 2 || chosen === 3) chain.setHeading({ level: chosen }).run()
    else chain.setParagraph().run()
  }
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      className="sticky top-0 z-10 flex flex-wrap items-center gap-1 rounded-t-md border-b border-line bg-surface px-1.5 py-1"
    >
      <select
        aria-label="Style"
        value={String(Math.min(level, 3))}
        disabled={off}
        onChange={({ target }) => setStyle(Number(target.value))}
        className={cx(inputClass, 'h-8! w-auto!')}
      >
        {styles.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Toggle
        icon={Bold}
        label="Bold"
        on={editor?.isActive('bold')}
        off={off}
        act={() => editor?.chain().focus().toggleBold().run()}
      />
      <Toggle
        icon={Italic}
        label="Italic"
        on={editor?.isActive('italic')}
        off={off}
        act={() => editor?.chain().focus().toggleItalic().run()}
      />
      <Toggle
        icon={List}
        label="Bulleted list"
        on={editor?.isActive('bulletList')}
        off={off}
        act={() => editor?.chain().focus().toggleBulletList().run()}
      />
      <Toggle
        icon={ListOrdered}
        label="Numbered list"
        on={editor?.isActive('orderedList')}
        off={off}
        act={() => editor?.chain().focus().toggleOrderedList().run()}
      />
      <IconButton
        icon={Undo2}
        label="Undo"
        disabled={off || !editor?.can().undo()}
        onClick={() => editor?.chain().focus().undo().run()}
      />
      <IconButton
        icon={Redo2}
        label="Redo"
        disabled={off || !editor?.can().redo()}
        onClick={() => editor?.chain().focus().redo().run()}
      />
    </div>
  )
}

type ToggleProps = {
  icon: Icon
  label: string
  on: boolean | undefined
  off: boolean
  act: () => void
}

function Toggle({ icon, label, on = false, off, act }: ToggleProps) {
  return (
    <IconButton
      icon={icon}
      label={label}
      disabled={off}
      aria-pressed={on}
      // What is marked in the text stays marked.
      onMouseDown={(event) => event.preventDefault()}
      onClick={act}
      className={cx(on && 'bg-sunken text-ink')}
    />
  )
}
