import { Trash2 } from 'lucide-react'
import { deleteSignature } from '#contract/signatures.ts'
import { call } from '../../api.ts'
import { useSignatures } from '../../hooks/documents.ts'
import { IconButton } from '../../ui/Button.tsx'
import { dateAndTime } from '../../ui/format.ts'
import { Fetched } from '../../ui/Screen.tsx'
import { Section } from '../../ui/Section.tsx'
import { toast } from '../../ui/Toaster.tsx'
import { DrawSignature } from './DrawSignature.tsx'

export function CreateSignature() {
  const saved = useSignatures()
  return (
    <div className="space-y-8">
      <DrawSignature onSaved={() => void saved.mutate()} />
      <SavedSignatures saved={saved} />
    </div>
  )
}

function SavedSignatures({ saved }: { saved: ReturnType<typeof useSignatures> }) {
  async function remove(id: number): Promise<void> {
    await call(deleteSignature, { params: { id } }).catch((error: unknown) =>
      toast({ title: 'The signature could not be deleted', description: String(error), destructive: true }),
    )
    void saved.mutate()
  }
  return (
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
                    <IconButton icon={Trash2} label="Delete this signature" onClick={() => void remove(id)} />
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Fetched>
    </Section>
  )
}
