import { z } from 'zod'
import { evidence } from '#contract/minutes.ts'
import type { Handle } from '../db/open.ts'

const mark = '[privileged passage struck]'

/** Texts of what rests on words between two moments, anywhere in what a version holds. */
function textsWithin(value: unknown, fromMs: number, toMs: number): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => textsWithin(one, fromMs, toMs))
  if (typeof value !== 'object' || value === null) return []
  const rests = z.object({ evidence: z.array(evidence) }).safeParse(value)
  const hit =
    rests.success &&
    rests.data.evidence.some(
      ({ start, end }) => start * 1000 < toMs && Math.max(end, start + 0.001) * 1000 > fromMs,
    )
  const own = hit
    ? Object.values(value).filter((one): one is string => typeof one === 'string' && one.length > 20)
    : []
  const quotes = hit && rests.success ? rests.data.evidence.map(({ quote }) => quote) : []
  return [...own, ...quotes, ...Object.values(value).flatMap((one) => textsWithin(one, fromMs, toMs))]
}

/**
 * Takes statements that rest on words between two moments out of every version of the minutes, and forgets what they rest
 * on. What a person wrote in other words stays: they have to read their minutes once more.
 */
export async function strikeMinutes(
  trx: Handle,
  recordingId: number,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<void> {
  const rows: { id: number; markdown: string; content: string | null }[] = await trx('minutes')
    .where({ recording_id: recordingId })
    .select('id', 'markdown', 'content')
  const texts = new Set(
    rows.flatMap(({ content }) =>
      content === null ? [] : textsWithin(JSON.parse(content) as unknown, fromMs, toMs),
    ),
  )
  if (texts.size === 0) return
  const longestFirst = [...texts].toSorted((a, b) => b.length - a.length)
  for (const { id, markdown } of rows) {
    const struck = longestFirst.reduce((text, one) => text.replaceAll(one, mark), markdown)
    await trx('minutes').where({ id }).update({ markdown: struck, content: null, lines: '[]' })
  }
  const current: { markdown: string } | undefined = await trx('recording')
    .join('minutes', 'minutes.id', 'recording.minutes_id')
    .where('recording.id', recordingId)
    .first('minutes.markdown')
  if (current) await trx('recording').where({ id: recordingId }).update({ summary: current.markdown })
  await trx('minutes_part').where({ recording_id: recordingId }).delete()
}
