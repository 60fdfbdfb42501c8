import {
  Archive,
  ArchiveRestore,
  BadgeCheck,
  Download,
  History,
  Lock,
  Pencil,
  Trash2,
  Users,
} from 'lucide-react'
import { useState } from 'react'
import { useSWRConfig } from 'swr'
import type { z } from 'zod'
import {
  changeDocument,
  deleteDocument,
  downloadDocument,
  listDocuments,
  type DocumentView,
} from '#contract/documents.ts'
import { downloadCertificate } from '#contract/signatures.ts'
import { call, urlOf } from '../../api.ts'
import { useSignsIn } from '../../hooks/access.ts'
import { useAction, type Action } from '../../hooks/busy-action.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { textOf } from '../../ui/form.ts'
import { Menu } from '../../ui/Menu.tsx'
import { toast } from '../../ui/Toaster.tsx'
import { DocumentHistory } from './DocumentHistory.tsx'
import { PrivacyDialog } from './PrivacyDialog.tsx'
import { SignatoriesDialog } from './SignatoriesDialog.tsx'

type Opened = 'rename' | 'signatories' | 'privacy' | 'delete' | 'acts' | null

/** Everything that is done with a document besides signing it. */
export function DocumentMenu({ document, onGone }: { document: DocumentView; onGone?: () => void }) {
  const { mutate } = useSWRConfig()
  const [opened, setOpened] = useState<Opened>(null)
  const action = useAction()
  const signsIn = useSignsIn()
  const { id } = document
  const isSigned = document.signatures.length > 0
  const refresh = (): Promise<unknown> =>
    mutate((key) => typeof key === 'string' && key.startsWith(listDocuments.path))
  const close = (): void => {
    action.clear()
    setOpened(null)
  }
  const change = (body: z.input<typeof changeDocument.body>) =>
    action.run(async () => {
      await call(changeDocument, { params: { id }, body })
      await refresh()
      setOpened(null)
    })
  const remove = () =>
    action.run(async () => {
      await call(deleteDocument, { params: { id } })
      toast({ title: 'Document deleted' })
      await refresh()
      setOpened(null)
      onGone?.()
    })
  const own = document.mayChange
    ? [
        { label: 'Rename', icon: Pencil, onSelect: () => setOpened('rename') },
        document.signatureId === null
          ? { label: 'Who is to sign', icon: Users, onSelect: () => setOpened('signatories') }
          : { label: 'Who is to sign', icon: Users, unavailable: 'Everybody has signed.' },
        // Where nobody signs in there is one person, who sees everything.
        ...(signsIn ? [{ label: 'Who can see it', icon: Lock, onSelect: () => setOpened('privacy') }] : []),
        document.archivedAt === null
          ? { label: 'Archive', icon: Archive, onSelect: () => void change({ archived: true }) }
          : {
              label: 'Take out of the archive',
              icon: ArchiveRestore,
              onSelect: () => void change({ archived: false }),
            },
        isSigned
          ? { label: 'Delete', icon: Trash2, unavailable: 'What is signed can only be archived.' }
          : { label: 'Delete', icon: Trash2, danger: true, onSelect: () => setOpened('delete') },
      ]
    : []
  return (
    <>
      <Menu
        label={`More for ${document.fileName}`}
        items={[...own, ...fileItems(id, () => setOpened('acts'))]}
      />
      {opened === 'rename' && (
        <RenameDialog
          name={document.fileName}
          action={action}
          onClose={close}
          onRename={(fileName) => void change({ fileName })}
        />
      )}
      {opened === 'delete' && (
        <FormDialog
          danger
          title="Delete this document?"
          submit="Delete"
          action={action}
          onClose={close}
          onSubmit={() => void remove()}
        >
          <p>“{document.fileName}” is deleted with its file. This cannot be undone.</p>
        </FormDialog>
      )}
      {opened === 'signatories' && (
        <SignatoriesDialog
          document={document}
          action={action}
          onClose={close}
          onSave={(body) => void change(body)}
        />
      )}
      {opened === 'privacy' && (
        <PrivacyDialog
          document={document}
          action={action}
          onClose={close}
          onSave={(body) => void change(body)}
        />
      )}
      {opened === 'acts' && <DocumentHistory document={document} onClose={close} />}
    </>
  )
}

function RenameDialog({
  name,
  action,
  onClose,
  onRename,
}: {
  name: string
  action: Action
  onClose: () => void
  onRename: (name: string) => void
}) {
  return (
    <FormDialog
      title="Rename the document"
      submit="Rename"
      action={action}
      onClose={onClose}
      onSubmit={(form) => onRename(textOf(form, 'name'))}
    >
      <Field label="Document name" name="name" defaultValue={name} maxLength={200} autoFocus />
    </FormDialog>
  )
}

/** What everybody who sees it can do. */
const fileItems = (id: number, onActs: () => void) => [
  {
    label: 'Download the original',
    icon: Download,
    href: urlOf(downloadDocument, { id }, { as: 'original' }),
  },
  { label: 'Download the certificate', icon: BadgeCheck, href: urlOf(downloadCertificate, { id }) },
  { label: 'History', icon: History, onSelect: onActs },
]
