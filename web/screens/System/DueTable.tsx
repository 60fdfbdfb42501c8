import type { DueItem } from '#contract/retention.ts'
import { fileSize, longDate } from '../../ui/format.ts'
import { Table } from '../../ui/Table.tsx'

/** What the retention rules take, or would take. */
export function DueTable({ items }: { items: DueItem[] }) {
  return (
    <Table
      label="What is due"
      rows={items}
      keyOf={({ kind, recordingId }) => `${kind} ${recordingId}`}
      columns={[
        { label: 'Meeting', render: ({ title }) => title },
        { label: 'Held', render: ({ meetingDate }) => longDate(meetingDate) ?? 'Not known' },
        { label: 'What goes', render: ({ kind }) => (kind === 'sound' ? 'The sound' : 'Everything') },
        { label: 'Since', render: ({ due, held }) => (held ? 'Kept: legal hold' : (longDate(due) ?? '–')) },
        { label: 'Size', render: ({ bytes }) => fileSize(bytes), numeric: true },
      ]}
    />
  )
}
