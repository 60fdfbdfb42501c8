import { useState } from 'react'
import { Link } from 'wouter'
import type { KnownVoice } from '#contract/voices.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { useVoiceChanges, useVoices } from '../../hooks/voices.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { shortDate } from '../../ui/format.ts'
import { Fetched } from '../../ui/Screen.tsx'
import { Section } from '../../ui/Section.tsx'
import { Table } from '../../ui/Table.tsx'

/** Voices that people have agreed to have remembered; nothing where it was never switched on. */
export function KnownVoices() {
  const voices = useVoices()
  const { forget } = useVoiceChanges()
  const action = useAction()
  const [doomed, setDoomed] = useState<KnownVoice | null>(null)
  return (
    <Section
      title="Known Voices"
      description="Voice prints of people who agreed. Their names are suggested in later meetings, never filled in automatically."
    >
      <Fetched answer={voices} what="The voices" rows={2}>
        {({ on, voices: rows }) => (
          <>
            {!on && (
              <p className="px-4 py-3 text-ink-2">
                Off on this appliance
                {rows.length > 0 ? ': the voices below are kept but not used.' : '.'} An administrator can
                switch it on under System.
              </p>
            )}
            {on && rows.length === 0 && (
              <p className="px-4 py-3 text-ink-2">
                No voices yet. On a recording, open the menu beside a speaker that has a name, and choose
                “Remember this voice”.
              </p>
            )}
            {rows.length > 0 && (
              <Table
                label="Known voices"
                rows={rows}
                keyOf={(voice) => voice.id}
                columns={[
                  { label: 'Name', render: ({ name }) => name },
                  {
                    label: 'Remembered',
                    render: ({ rememberedAt, rememberedBy }) =>
                      [shortDate(rememberedAt), rememberedBy && `by ${rememberedBy}`]
                        .filter(Boolean)
                        .join(' '),
                  },
                  { label: 'From', render: (voice) => <From {...voice} /> },
                  {
                    label: 'Model',
                    render: ({ model, usable }) =>
                      `${model}${usable ? '' : ', made with another model: not compared'}`,
                  },
                ]}
                renderActions={(voice) => (
                  <Button
                    small
                    aria-label={`Delete the voice of ${voice.name}`}
                    onClick={() => {
                      action.clear()
                      setDoomed(voice)
                    }}
                  >
                    Delete
                  </Button>
                )}
              />
            )}
          </>
        )}
      </Fetched>
      {doomed && (
        <FormDialog
          title="Delete voice"
          submit="Delete"
          danger
          action={action}
          onClose={() => setDoomed(null)}
          onSubmit={() =>
            void action
              .run(() => forget(doomed.id))
              .then((done) => {
                if (done) setDoomed(null)
              })
          }
        >
          <p>
            The voice of {doomed.name} is not known any more. Names that were confirmed with its help stay.
          </p>
          <p className="text-ink-2">What was agreed to: {doomed.consent}</p>
        </FormDialog>
      )}
    </Section>
  )
}

function From({ recordingId, meeting }: KnownVoice) {
  if (recordingId === null) return <span className="text-ink-2">A deleted meeting</span>
  return (
    <Link href={`/recordings/${recordingId}`} className="underline underline-offset-2">
      {meeting ?? 'A meeting'}
    </Link>
  )
}
