import type { Ref } from 'react'
import { Check, LayoutTemplate, Sparkles } from 'lucide-react'
import { useTemplates } from '../../../hooks/minutes.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { LazyMenu } from '../../../ui/LazyMenu.tsx'

type GenerateProps = {
  /** There is a summary already. */
  again: boolean
  busy: boolean
  disabled: boolean
  /** Which template the meeting takes; undefined: not known yet. */
  template: string | undefined
  buttonRef: Ref<HTMLButtonElement>
  onGenerate: (template?: string) => void
  className: string
}

/** The button that generates the summary; the menu beside it chooses the template. */
export function GenerateButton({
  again,
  busy,
  disabled,
  template,
  buttonRef,
  onGenerate,
  className,
}: GenerateProps) {
  const { data: templates = [] } = useTemplates()
  const chosen = templates.find(({ id }) => id === template)
  return (
    <div className={cx('flex flex-wrap items-center gap-1.5 print:hidden', className)}>
      <Button small icon={Sparkles} ref={buttonRef} disabled={disabled} onClick={() => onGenerate()}>
        {busy ? 'Generating…' : again ? 'Regenerate Summary' : 'Generate Summary'}
      </Button>
      {!disabled && templates.length > 0 && (
        <LazyMenu
          label={`Template: ${chosen?.name ?? 'by the title'}. Generate with another one`}
          text={chosen?.name ?? 'Template'}
          items={templates
            .filter(({ usable }) => usable)
            .map(({ id, name }) => ({
              label: name,
              icon: id === template ? Check : LayoutTemplate,
              onSelect: () => onGenerate(id),
            }))}
        />
      )}
    </div>
  )
}
