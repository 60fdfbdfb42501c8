import type { DisposalRow } from './store.ts'

/** What went in a run, as a text that is kept. The same rows always give the same text: its checksum is in the audit log. */
export function certificateOf(
  run: { id: number; at: string },
  disposals: readonly DisposalRow[],
  version: string,
): string {
  const items = disposals.map((row, i) =>
    [
      `${i + 1}. ${row.title}`,
      `   meeting of ${(row.held_at ?? '').slice(0, 10) || 'no date'}, recording ${row.recording_id}`,
      `   deleted ${row.at}: ${row.kind === 'sound' ? 'the sound; transcript and minutes were kept' : 'everything'}`,
      `   rule: ${row.rule}`,
      ...(row.sha256 ? [`   sound: ${row.bytes} bytes, SHA-256 ${row.sha256}`] : []),
    ].join('\n'),
  )
  return `${[
    'CERTIFICATE OF DISPOSAL',
    `Number ${run.id}, ${run.at}\nMeeting appliance ${version}`,
    'Under the retention rules then in force the following was deleted for good. Nothing of it was on legal hold.\nBackups made before hold it until they are removed by the backup schedule.',
    ...items,
  ].join('\n\n')}\n`
}
