import { Link, useSearchParams } from 'wouter'
import { useDocuments } from '../../hooks/documents.ts'
import { useTabTitle } from '../../hooks/page.ts'
import { Screen } from '../../ui/Screen.tsx'
import { StaleBanner } from '../../ui/StaleBanner.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { CreateSignature } from './CreateSignature.tsx'
import { SignDocument } from './SignDocument.tsx'
import { UploadDocument } from './UploadDocument.tsx'

const tabs = ['create', 'upload', 'sign'] as const
type TabName = (typeof tabs)[number]

/** Drawing a signature, uploading documents, and signing them. Tab and document are in the address. */
export function Signature() {
  useTabTitle('Signatures')
  const [parameters, setParameters] = useSearchParams()
  const documents = useDocuments()
  const chosen = Number(parameters.get('document')) || null
  const named = parameters.get('tab') as TabName | null
  const tab: TabName = named && tabs.includes(named) ? named : chosen ? 'sign' : 'create'
  const open = (name: TabName, document: number | null = null): void =>
    setParameters({ tab: name, ...(document && { document: String(document) }) })
  // Until the list has come nobody knows; an address that names the tab stays on it.
  const nothingToSign = chosen === null && documents.data?.length === 0
  return (
    <Screen title="Signatures / Approvals" subtitle="Draw your signature, upload documents, and sign them">
      <StaleBanner
        what="The documents below"
        error={documents.error}
        onRetry={() => void documents.mutate()}
      />
      <Tabs
        label="Signatures"
        chosen={tab}
        onChoose={(name) => open(name, chosen)}
        tabs={[
          { name: 'create', title: 'Create Signature', panel: <CreateSignature /> },
          {
            name: 'upload',
            title: 'Upload Document',
            panel: <UploadDocument onOpen={(id) => open('sign', id)} />,
          },
          {
            name: 'sign',
            title: 'Sign Document',
            disabled: nothingToSign,
            panel: (
              <SignDocument
                id={chosen}
                page={Number(parameters.get('page')) || 1}
                onOpen={(id) => open('sign', id)}
                onCreate={() => open('create', chosen)}
              />
            ),
          },
        ]}
      />
      <p className="mt-8">
        <Link href="/verify" className="text-accent underline">
          Verify a signed PDF
        </Link>
      </p>
    </Screen>
  )
}
