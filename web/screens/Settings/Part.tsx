import { useId, type ReactNode } from 'react'

type PartProps = { title: string; description?: ReactNode; action?: ReactNode; children: ReactNode }

/** A part of a section, below a hairline. */
export function Part({ title, description, action, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 pb-2">
        <div className="min-w-0 flex-1 basis-64">
          <h3 id={id} className="font-semibold">
            {title}
          </h3>
          {description && <p className="text-ink-2">{description}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
