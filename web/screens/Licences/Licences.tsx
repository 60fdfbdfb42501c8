import { useState } from 'react'
import useSWR from 'swr'
import { downloadSbom, getLicences, type LicencedPart, type Licences as All } from '#contract/licences.ts'
import { call, urlOf } from '../../api.ts'
import { useTabTitle } from '../../hooks/page.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
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

function Parts({ all: { parts, texts } }: { all: All }) {
  const [shown, setShown] = useState<LicencedPart | null>(null)
  const close = (): void => setShown(null)
  return (
    <>
      <p className="mb-4">
        <a href={urlOf(downloadSbom)} download className={buttonClass()}>
          Download the list (CycloneDX)
        </a>
      </p>
      <Table
        label="Third-party software and models"
        rows={parts}
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
