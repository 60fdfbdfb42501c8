import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import type { JobView } from '#contract/jobs.ts'
import type { Recording } from '#contract/recordings.ts'
import { AppError } from '../../server/errors.ts'
import { findRunningServer } from '../../server/files/lock.ts'
import { firstPersonId } from '../../server/people/service.ts'
import type { Services } from '../../server/services.ts'
import { confirm, withYes } from '../confirm.ts'
import { whileWorkIsDone } from '../follow.ts'
import { withServices } from '../open.ts'
import { countOf, createBar, exitCodes, note, print, printJson, table, wantsJson } from '../output.ts'
import { choose, withChoice, type Choice } from '../recordings.ts'

/** In the order in which they stand on each other. */
export const stages = ['transcribe', 'diarise', 'name', 'summarise', 'actions'] as const
type Stage = (typeof stages)[number]

type Options = Choice & {
  stage: string
  use?: string
  language?: string
  replaceEdited?: boolean
  queue?: boolean
  dryRun?: boolean
  yes?: boolean
}

export function reprocessCommand(program: Command): void {
  withYes(withChoice(program.command('reprocess')))
    .description('do the work on recordings again; what was there before stays as an earlier version')
    .option('--failed', 'only where that work failed the last time')
    .option('--stage <stages>', `${stages.join(', ')}, with commas between`, 'transcribe')
    .option('--use <model>', 'transcribe with this speech model instead of the one in use')
    .option('--language <code>', 'transcribe in this language')
    .option('--replace-edited', 'also take the place of transcripts that people have edited')
    .option('--queue', 'queue one stage and return; a running appliance does it')
    .option('--dry-run', 'only say which recordings would be worked on')
    .action((ids: string[], options: Options, command: Command) =>
      withServices((services) => reprocess(services, ids, options, command)),
    )
}

type Row = {
  id: number
  title: string
  stage: Stage
  result: 'done' | 'queued' | 'skipped' | 'failed'
  message: string | null
}

function stagesOf({ stage }: Options, command: Command): Stage[] {
  const words = stage.split(',').map((word) => word.trim().toLowerCase())
  const unknown = words.find((word) => !stages.some((one) => one === word))
  if (unknown !== undefined)
    command.error(`error: --stage takes ${stages.join(', ')}, and "${unknown}" is none of them`)
  return stages.filter((one) => words.includes(one))
}

async function reprocess(
  services: Services,
  given: string[],
  options: Options,
  command: Command,
): Promise<void> {
  const wanted = stagesOf(options, command)
  const [first] = wanted
  if (!first) return
  if (options.queue && wanted.length > 1)
    command.error('error: --queue goes with one stage: the next one needs what it makes')
  const chosen: Recording[] = []
  for (const one of await choose(services, given, options, command))
    if (!options.failed || (await workOf(services, one.id, first))?.state === 'failed') chosen.push(one)
  if (options.dryRun || chosen.length === 0) return tellChosen(chosen, wantsJson(command))
  if (options.replaceEdited)
    await confirm(
      `${countOf(chosen.length, 'transcript')} will be replaced, also where people have edited.`,
      options.yes,
    )
  const rows: Row[] = options.queue
    ? await queueAll(services, chosen, first, options)
    : await doAll(services, chosen, wanted, options)
  if (rows.some(({ result }) => result === 'failed')) process.exitCode = exitCodes.failed
  if (wantsJson(command)) return printJson(rows)
  const of = (result: Row['result']): number => rows.filter((row) => row.result === result).length
  const odd = rows.filter(({ message }) => message !== null)
  if (odd.length > 0)
    print(table(odd.map((row) => [row.result, String(row.id), row.title, row.stage, row.message!])))
  const parts = (['done', 'queued', 'skipped', 'failed'] as const).filter((result) => of(result) > 0)
  print(`${parts.map((result) => `${of(result)} ${result}`).join(', ')}.`)
  if (options.queue && !(await findRunningServer(services.paths)))
    note('No appliance runs on this data directory; the next one that starts does what is queued.')
}

function tellChosen(chosen: Recording[], json: boolean): void {
  if (json)
    return printJson(chosen.map(({ id, title, meetingDate, status }) => ({ id, title, meetingDate, status })))
  if (chosen.length > 0)
    print(
      table(
        chosen.map((one) => [
          String(one.id),
          (one.meetingDate ?? one.createdAt).slice(0, 10),
          one.title,
          one.status,
        ]),
      ),
    )
  print(`${countOf(chosen.length, 'recording')}.`)
}

/** The work of a stage: under way, else the last try when it failed; null: neither. */
async function workOf(services: Services, id: number, stage: Stage): Promise<JobView | null> {
  const { recordings, transcripts, minutes, actions, db } = services
  if (stage === 'transcribe') return (await recordings.get(db.read, id)).job
  if (stage === 'diarise') return (await recordings.get(db.read, id)).diarisationJob
  if (stage === 'name') return transcripts.analysis.work(id)
  if (stage === 'summarise') return (await minutes.get(id)).job
  return (await actions.ofRecording(id)).job
}

const isActive = (job: JobView | null): boolean => job?.state === 'queued' || job?.state === 'running'

/** @throws AppError as the stage says why it cannot be done */
async function begin(services: Services, id: number, stage: Stage, options: Options): Promise<void> {
  const { transcripts, minutes, actions } = services
  const { use: model, language, replaceEdited = false } = options
  if (stage === 'transcribe')
    return transcripts.transcribeAgain(id, {
      ...(model && { model }),
      ...(language && { language }),
      replaceEdited,
    })
  if (stage === 'diarise') return transcripts.diarise(id, {})
  if (stage === 'name') return transcripts.analysis.request(id)
  if (stage === 'summarise') return void (await minutes.request(id, { personId: firstPersonId }))
  await actions.extract(id)
}

/** Why a stage has nothing to do for a recording: that is no failure. */
const nothingToDo = new Set(['no_audio', 'no_transcript', 'diarisation_off'])

async function begun(
  services: Services,
  { id, title }: Recording,
  stage: Stage,
  options: Options,
): Promise<Row | null> {
  // What follows by itself after an earlier stage is the same work.
  if (isActive(await workOf(services, id, stage))) return null
  try {
    await begin(services, id, stage, options)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'in_progress') return null
    const result = nothingToDo.has(error.code) ? 'skipped' : 'failed'
    return { id, title, stage, result, message: error.message }
  }
}

async function queueAll(
  services: Services,
  chosen: Recording[],
  stage: Stage,
  options: Options,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const one of chosen) {
    const row = await begun(services, one, stage, options)
    rows.push(row ?? { id: one.id, title: one.title, stage, result: 'queued', message: null })
  }
  return rows
}

/** Recording by recording, each stage when the one before it has ended: a failed one ends that recording's turn. */
async function doAll(
  services: Services,
  chosen: Recording[],
  wanted: Stage[],
  options: Options,
): Promise<Row[]> {
  const rows: Row[] = []
  const line = createBar()
  await whileWorkIsDone(services, async (ensureWorker) => {
    for (const [at, one] of chosen.entries())
      for (const [step, stage] of wanted.entries()) {
        const row =
          (await begun(services, one, stage, options)) ??
          (await untilEnded(services, one, stage, async (job) => {
            const part = (job?.progress ?? 0) / 100
            line.show(
              at * wanted.length + step + part,
              chosen.length * wanted.length,
              `${one.title}: ${stage}`,
            )
            await ensureWorker()
          }))
        rows.push(row)
        if (row.result === 'failed') break
      }
  })
  line.end()
  return rows
}

async function untilEnded(
  services: Services,
  { id, title }: Recording,
  stage: Stage,
  look: (job: JobView | null) => Promise<void>,
): Promise<Row> {
  for (;;) {
    const job = await workOf(services, id, stage)
    if (!isActive(job)) {
      const failed = job?.state === 'failed'
      return {
        id,
        title,
        stage,
        result: failed ? 'failed' : 'done',
        message: failed ? job.errorMessage : null,
      }
    }
    await look(job)
    await pause(300)
  }
}
