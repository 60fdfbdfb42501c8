import type { Command } from 'commander'
import type { Recording } from '#contract/recordings.ts'
import { AppError } from '../server/errors.ts'
import type { Services } from '../server/services.ts'

/** Which recordings a command is for. */
export type Choice = { all?: boolean; since?: string; until?: string; model?: string; failed?: boolean }

export const withChoice = (command: Command): Command =>
  command
    .argument('[recording...]', 'numbers, as in the addresses of their pages')
    .option('--all', 'all recordings')
    .option('--since <day>', 'of meetings from this day on, such as 2026-01-31')
    .option('--until <day>', 'of meetings up to this day')
    .option('--model <model>', 'whose words this speech model has written')

const dayRule = /^\d{4}-\d{2}-\d{2}$/

function checkDay(name: string, day: string | undefined, command: Command): void {
  if (day !== undefined && !(dayRule.test(day) && !Number.isNaN(Date.parse(day))))
    command.error(`error: ${name} takes a day such as 2026-01-31`)
}

/**
 * Those that are named, or all that fit; the oldest number first.
 * @throws AppError not_found
 */
export async function choose(
  services: Services,
  given: readonly string[],
  choice: Choice,
  command: Command,
): Promise<Recording[]> {
  const { recordings, db, config } = services
  checkDay('--since', choice.since, command)
  checkDay('--until', choice.until, command)
  const ids = given.map(Number)
  if (!ids.every((id) => Number.isInteger(id) && id > 0))
    command.error('error: recordings are named by their numbers')
  const { all, since, until, model, failed } = choice
  if (
    ids.length === 0 &&
    !all &&
    since === undefined &&
    until === undefined &&
    model === undefined &&
    !failed
  )
    command.error('error: say which recordings: by number, --since, --until, --model or --all')
  const from =
    ids.length > 0
      ? await Promise.all(ids.map((id) => recordings.get(db.read, id)))
      : (await recordings.list(db.read)).toReversed()
  const dayHere = new Intl.DateTimeFormat('en-CA', { timeZone: config.timezone })
  const found: Recording[] = []
  for (const one of from) {
    const day = dayHere.format(new Date(one.meetingDate ?? one.createdAt))
    if ((since !== undefined && day < since) || (until !== undefined && day > until)) continue
    if (model !== undefined && !(await isBy(services, one.id, model))) continue
    found.push(one)
  }
  if (found.length === 0 && ids.length > 0) throw new AppError('not_found', 'None of these recordings fits.')
  return found
}

/** By the name that a version carries; ids are shorter forms of it. */
async function isBy({ transcripts, models }: Services, id: number, wanted: string): Promise<boolean> {
  const current = (await transcripts.versions(id)).find((version) => version.current)
  if (current?.model == null) return false
  const known = (await models.list()).find((model) => model.id === wanted)
  return [wanted, known?.name].some((name) => name?.toLowerCase() === current.model!.toLowerCase())
}
