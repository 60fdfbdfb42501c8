import { useState } from 'react'
import useSWR from 'swr'
import { downloadSbom, getLicences, type LicencedPart, type Licences as All } from '#contract/licences.ts'
import { call, urlOf } from '../../api.ts'
import { useTabTitle } from '../../hooks/page.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Fetched, Screen } from '../../ui/Screen.tsx'
import { Table } from '../../ui/Table.tsx'

/** What the appliance is made of, and under which licences. */
export function Licences() {
  useTabTitle('Licences')
  const licences = useSWR(getLicences.path, () => call(getLicences))
  return (
    <Screen title="Licences" subtitle="Third-party software and models used by the appliance">
      <Fetched answer={licences} what="The licences" rows={12}>
        {(all) => <Parts all={all} />}
      </Fetched>
    </Screen>
  )
}

/** Hundreds of rows are a long way on a phone. */
const firstRows = 50

function Parts({ all: { parts, texts } }: { all: All }) {
  const [shown, setShown] = useState<LicencedPart | null>(null)
  const [wanted, setWanted] = useState('')
  const [all, setAll] = useState(false)
  const close = (): void => setShown(null)
  const words = wanted.trim().toLowerCase()
  const found = parts.filter(({ name, use, licence }) =>
    [name, use, licence].some((text) => text?.toLowerCase().includes(words)),
  )
  const rows = all || words !== '' ? found : found.slice(0, firstRows)
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Field
          label="Filter by name or licence"
          type="search"
          maxLength={100}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          className="w-full sm:w-72"
        />
        <a href={urlOf(downloadSbom)} download className={buttonClass()}>
          Download the list (CycloneDX)
        </a>
      </div>
      {found.length === 0 ? (
        <p className="text-ink-2">Nothing matches “{wanted.trim()}”.</p>
      ) : (
        <Table
          label="Third-party software and models"
          rows={rows}
          keyOf={({ name, version }) => `${name}@${version}`}
          columns={[
            {
              label: 'Name',
              render: ({ name, use }) => (
                <>
                  {name}
                  {use && <span className="block font-normal text-ink-2">{use}</span>}
                </>
              ),
            },
            { label: 'Version', render: ({ version }) => version },
            { label: 'Licence', render: ({ licence }) => licence },
          ]}
          renderActions={(part) => <Details part={part} onShow={() => setShown(part)} />}
        />
      )}
      {rows.length < found.length && (
        <p className="mt-4">
          <Button onClick={() => setAll(true)}>Show all {found.length}</Button>
        </p>
      )}
      <Dialog
        wide
        open={shown !== null}
        onClose={close}
        title={shown?.name ?? ''}
        actions={<Button onClick={close}>Close</Button>}
      >
        <pre
          role="region"
          aria-label="Licence"
          // A long text is scrolled with the keyboard too.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="max-h-96 overflow-y-auto text-sm whitespace-pre-wrap"
        >
          {shown?.text ? texts[shown.text] : ''}
        </pre>
      </Dialog>
    </>
  )
}

function Details({ part, onShow }: { part: LicencedPart; onShow: () => void }) {
  if (part.text)
    return (
      <Button small onClick={onShow} aria-label={`Licence of ${part.name}`}>
        Show licence
      </Button>
    )
  if (!part.source) return null
  return (
    <a href={part.source} rel="noreferrer" target="_blank" className={buttonClass('secondary', true)}>
      Source
    </a>
  )
}
