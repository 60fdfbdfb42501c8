import { Check, Download, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'

/** A model's name with its marks, and a line below. */
export function ModelCell({ name, below, children }: { name: string; below: string; children?: ReactNode }) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {name}
        {children}
      </span>
      <span className="block font-normal text-ink-2">{below}</span>
    </>
  )
}

type OfferedModel = { name: string; suits: string; recommended: boolean; installed: boolean }

/** A model that can be fetched. */
export function OfferedCell({ model }: { model: OfferedModel }) {
  return (
    <ModelCell name={model.name} below={model.suits}>
      {model.recommended && (
        <Chip tone="neutral" icon={Star} title="Best for this machine">
          Recommended
        </Chip>
      )}
    </ModelCell>
  )
}

type FetchModelProps = { model: OfferedModel; from?: string; disabled: boolean; onFetch: () => void }

/** The button that fetches it, or that it is here. */
export function FetchModel({ model, from, disabled, onFetch }: FetchModelProps) {
  return model.installed ? (
    <span className="flex h-8 items-center gap-1.5 px-2.5 text-sm text-ink-2">
      <Check size={16} strokeWidth={1.75} aria-hidden />
      Here
    </span>
  ) : (
    <Button
      small
      icon={Download}
      aria-label={`Download ${model.name}`}
      title={from}
      disabled={disabled}
      onClick={onFetch}
    >
      Download
    </Button>
  )
}
