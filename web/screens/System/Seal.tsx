import { FileKey2 } from 'lucide-react'
import { useState } from 'react'
import useSWR from 'swr'
import { getSeal, installSeal, removeSeal, type SealView } from '#contract/signatures.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { atEachVisit } from '../../hooks/system.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { Field } from '../../ui/Field.tsx'
import { FilePicker } from '../../ui/FilePicker.tsx'
import { fileSize, longDate } from '../../ui/format.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { textOf } from '../../ui/form.ts'
import { Fetched } from '../../ui/Screen.tsx'
import { Facts, Section } from '../../ui/Section.tsx'
import { toast } from '../../ui/Toaster.tsx'

/** What signed documents are sealed with. */
export function Seal() {
  const seal = useSWR(getSeal.path, () => call(getSeal), atEachVisit)
  const [asking, setAsking] = useState<'install' | 'remove' | null>(null)
  const close = (): void => setAsking(null)
  const changed = (now: SealView, title: string): void => {
    void seal.mutate(now, { revalidate: false })
    toast({ title })
    close()
  }
  return (
    <Section
      title="Seal"
      description="Documents are sealed with this key when somebody signs them: any later change shows."
      action={
        <div className="flex flex-wrap gap-2">
          {seal.data?.kind === 'installed' && (
            <Button small onClick={() => setAsking('remove')}>
              Use the appliance’s own
            </Button>
          )}
          <Button small icon={FileKey2} disabled={!seal.data} onClick={() => setAsking('install')}>
            Install a P12 file
          </Button>
        </div>
      }
    >
      <Fetched answer={seal} what="The seal" rows={4}>
        {({ kind, name, issuer, validTo, sha256, timeStampHost }) => (
          <Facts
            facts={[
              {
                name: 'Certificate',
                value:
                  kind === 'own' ? `${name}, made by the appliance itself` : `${name}, issued by ${issuer}`,
                long: true,
              },
              { name: 'Valid until', value: longDate(validTo) },
              { name: 'SHA-256', value: <CopyText label="the fingerprint" text={sha256} />, long: true },
              {
                name: 'Time stamps',
                value: timeStampHost ? `From ${timeStampHost}` : 'The appliance’s own clock',
                long: true,
              },
            ]}
          />
        )}
      </Fetched>
      {asking === 'install' && <Install onClose={close} onDone={changed} />}
      {asking === 'remove' && <Remove onClose={close} onDone={changed} />}
    </Section>
  )
}

type DialogProps = { onClose: () => void; onDone: (now: SealView, title: string) => void }

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

const largest = 100_000

function Install({ onClose, onDone }: DialogProps) {
  const action = useAction()
  const [file, setFile] = useState<File | null>(null)
  const [refused, setRefused] = useState<string | undefined>()
  const choose = ([given]: readonly File[]): void => {
    if (!given) return
    const isTooLarge = given.size > largest
    setRefused(isTooLarge ? 'This is not a P12 file: it is too large.' : undefined)
    setFile(isTooLarge ? null : given)
  }
  const install = (passphrase: string) =>
    action.run(async () => {
      const now = await call(installSeal, { body: { file: await base64Of(file!), passphrase } })
      onDone(now, 'The key is installed')
    })
  return (
    <FormDialog
      title="Install a P12 file"
      submit="Install"
      action={action}
      blocked={!file}
      onClose={onClose}
      onSubmit={(form) => void install(textOf(form, 'passphrase'))}
    >
      <p className="text-ink-2">
        A private key with its certificates, as a certificate authority hands it out (.p12 or .pfx). What was
        signed before stays sealed as it is.
      </p>
      <FilePicker
        label="P12 file"
        icon={FileKey2}
        name={file?.name}
        detail={file ? fileSize(file.size) : undefined}
        hint="RSA, or a NIST curve"
        error={refused}
        accept=".p12,.pfx,application/x-pkcs12"
        disabled={action.busy}
        onChoose={choose}
      />
      <Field
        label="Passphrase of the file"
        name="passphrase"
        type="password"
        autoComplete="off"
        hint="It is used once and not kept."
      />
    </FormDialog>
  )
}

function Remove({ onClose, onDone }: DialogProps) {
  const action = useAction()
  return (
    <FormDialog
      danger
      title="Use the appliance’s own key?"
      submit="Delete the installed key"
      action={action}
      onClose={onClose}
      onSubmit={() =>
        void action.run(async () => onDone(await call(removeSeal), 'The appliance’s own key is used again'))
      }
    >
      <p>
        The installed key is deleted from the appliance. What was sealed with it stays as it is; to use it
        again its P12 file has to be installed anew.
      </p>
    </FormDialog>
  )
}
