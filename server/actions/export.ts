import type { Action } from '#contract/actions.ts'
import type { PersonalAction } from '#contract/personal-actions.ts'
import { writeIcs } from '../print/ics.ts'

const statusWords = { to_do: 'To Do', in_progress: 'In Progress', completed: 'Completed' }

/** A cell that begins like a formula would be computed by the program that opens it. */
const cell = (text: string): string => {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

export function actionsCsv(actions: readonly Action[], personal: readonly PersonalAction[]): string {
  const rows = [
    ['Kind', 'Title', 'Owner', 'Due', 'Status', 'Priority', 'Meeting', 'Meeting date', 'Notes'],
    ...actions.map((one) => [
      ...['Meeting', one.title, one.owner ?? '', one.dueDate ?? one.due ?? '', statusWords[one.status]],
      ...['', one.meetingTitle, one.meetingDate?.slice(0, 10) ?? '', ''],
    ]),
    ...personal.map((one) => [
      ...['Personal', one.title, '', one.dueDate ?? '', statusWords[one.status]],
      ...[one.priority, '', '', one.notes],
    ]),
  ]
  // The mark has spreadsheets read it as UTF-8.
  return `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

export function actionsIcs(actions: readonly Action[], personal: readonly PersonalAction[]): string {
  const todo = (of: string, one: Action | PersonalAction, description: string | null) =>
    one.dueDate === null
      ? []
      : [
          {
            uid: `${of}-${one.id}@meeting-appliance`,
            ...{ title: one.title, start: one.dueDate, minutes: 0, location: null, description },
            ...{ kind: 'VTODO' as const, done: one.status === 'completed' },
          },
        ]
  return writeIcs([
    ...actions.flatMap((one) =>
      todo('action', one, [one.owner, one.meetingTitle].filter(Boolean).join(' · ')),
    ),
    ...personal.flatMap((one) => todo('personal', one, one.notes || null)),
  ])
}
