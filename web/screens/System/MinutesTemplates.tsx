import { CircleAlert, LayoutTemplate, Pencil } from 'lucide-react'
import { useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import {
  getTemplate,
  listTemplates,
  previewTemplate,
  putTemplate,
  type MinutesTemplate,
} from '#contract/minutes.ts'
import { pathFor } from '#contract/route.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { useTemplates } from '../../hooks/minutes.ts'
import { atEachVisit } from '../../hooks/system.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { MinutesText } from '../../ui/MinutesText.tsx'
import { Fetched } from '../../ui/Screen.tsx'
import { Section } from '../../ui/Section.tsx'
import { toast } from '../../ui/Toaster.tsx'

/** How minutes look, by kind of meeting; the company's own take the place of the appliance's. */
export function MinutesTemplates() {
  const templates = useTemplates()
  const [editing, setEditing] = useState<string | null>(null)
  return (
    <Section
      title="Templates for minutes"
      description="What minutes contain, and in which order. Each meeting uses one that matches its title, unless another is chosen."
    >
      <Fetched answer={templates} what="The templates" rows={5}>
        {(list) => (
          <ul className="divide-y divide-line">
            {list.map((one) => (
              <li key={one.id} className="flex items-center gap-4 px-4 py-2.5">
                <div className="min-w-0 flex-1">
                  <p className="flex flex-wrap items-center gap-2 font-medium">
                    {one.name}
                    {one.edited && !one.problem && (
                      <Chip tone="neutral" icon={LayoutTemplate}>
                        Edited here
                      </Chip>
                    )}
                    {one.problem && (
                      <Chip tone="warn" icon={CircleAlert}>
                        {one.usable ? 'Edited file not used' : 'Not used'}
                      </Chip>
                    )}
                  </p>
                  {one.description && <p className="text-sm text-ink-2">{one.description}</p>}
                  {one.problem && <p className="text-sm text-warn">{whatIsWrong(one)}</p>}
                </div>
                <Button small icon={Pencil} onClick={() => setEditing(one.id)}>
                  Edit<span className="sr-only"> {one.name}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Fetched>
      {editing !== null && <Editor id={editing} onClose={() => setEditing(null)} />}
    </Section>
  )
}

/** Why the file that was edited is not used, and what is instead. */
const whatIsWrong = ({ id, problem, usable }: MinutesTemplate): string =>
  `Something is wrong with the edited file (${id}.md): ${problem} ${
    usable ? 'The built-in template is used until it is fixed.' : 'It cannot be chosen until it is fixed.'
  }`

function Editor({ id, onClose }: { id: string; onClose: () => void }) {
  const answer = useSWR(pathFor(getTemplate.path, { id }), () => call(getTemplate, { params: { id } }), {
    ...atEachVisit,
    revalidateOnReconnect: false,
  })
  if (answer.data) return <Form template={answer.data} onClose={onClose} />
  return (
    <Dialog open wide title="Template" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <Fetched answer={answer} what="The template" rows={6}>
        {() => null}
      </Fetched>
    </Dialog>
  )
}

function Form({ template, onClose }: { template: MinutesTemplate & { text: string }; onClose: () => void }) {
  const { id, name, edited, problem, usable } = template
  const { mutate } = useSWRConfig()
  const action = useAction()
  const [text, setText] = useState(template.text)
  const [preview, setPreview] = useState<string | null>(null)

  const save = async (body: string) => {
    const done = await action.run(async () => {
      await call(putTemplate, { params: { id }, body: { text: body } })
      await mutate(listTemplates.path)
      await mutate(pathFor(getTemplate.path, { id }), undefined)
    })
    if (!done) return
    toast({ title: body === '' ? 'The built-in template has been restored' : 'Template saved' })
    onClose()
  }
  const show = () =>
    action.run(async () => setPreview((await call(previewTemplate, { body: { text } })).markdown))

  return (
    <Dialog
      open
      wide
      title={`Template: ${name}`}
      onClose={onClose}
      actions={
        <>
          <Button
            look="primary"
            disabled={action.busy || text === template.text}
            onClick={() => void save(text)}
          >
            Save
          </Button>
          {preview === null ? (
            <Button disabled={action.busy} onClick={() => void show()}>
              Preview
            </Button>
          ) : (
            <Button onClick={() => setPreview(null)}>Back to the text</Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          {edited && usable && (
            <Button look="quiet" className="sm:mr-auto" disabled={action.busy} onClick={() => void save('')}>
              Restore the built-in template
            </Button>
          )}
        </>
      }
    >
      {action.error && (
        <p role="alert" className="mb-2 text-bad">
          {action.error.message}
        </p>
      )}
      {problem && !action.error && <p className="mb-2 text-warn">{whatIsWrong(template)}</p>}
      {preview === null ? (
        <>
          <textarea
            aria-label="Text of the template"
            aria-describedby="about-template"
            value={text}
            rows={18}
            maxLength={100_000}
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
            className="block w-full rounded-md border border-control bg-surface px-2.5 py-1.5"
          />
          <p id="about-template" className="mt-2 text-sm text-ink-2">
            Above the line “---”: the name, the meetings it is for, and the instructions for AI. Below it: the
            minutes, in Markdown with Mustache tags such as {'{{#items}} … {{heading}} … {{/items}}'}.
          </p>
        </>
      ) : (
        <div
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          tabIndex={0}
          role="group"
          aria-label="Preview with invented minutes"
          className="max-h-[55vh] overflow-y-auto rounded-md border border-line bg-sunken px-3.5 py-2.5"
        >
          <MinutesText markdown={preview} lines={[]} onPlay={null} />
        </div>
      )}
    </Dialog>
  )
}
