import { setTimeout as pause } from 'node:timers/promises'
import type { Recording } from '#contract/recordings.ts'
import type { Services } from '../server/services.ts'
import { bar, createProgressLine, duration, exitCodes } from './output.ts'
import { createStandIn } from './stand-in.ts'

/**
 * Does something that waits for work: the running server does it, or this process while there is none. Ctrl-C hands it back,
 * and whoever works on the data directory next goes on with it.
 */
export async function whileWorkIsDone<T>(
  services: Services,
  work: (ensureWorker: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const standIn = createStandIn(services)
  const stop = (): void => void standIn.stop().then(() => process.exit(exitCodes.interrupted))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    return await work(standIn.ensure)
  } finally {
    process.removeListener('SIGINT', stop)
    process.removeListener('SIGTERM', stop)
    await standIn.stop()
  }
}

/** Waits until a recording's transcription has ended, however, with its progress. */
export async function untilTranscribed(
  { db, recordings }: Services,
  id: number,
  ensureWorker: () => Promise<void>,
): Promise<Recording> {
  const line = createProgressLine()
  for (;;) {
    await ensureWorker()
    const recording = await recordings.get(db.read, id)
    const { job, status } = recording
    if (status !== 'waiting' && status !== 'transcribing') {
      line.end()
      return recording
    }
    const percent = Math.floor(job?.progress ?? 0)
    const left = job?.secondsLeft ? `, about ${duration(job.secondsLeft)} left` : ''
    const step = job?.step ?? 'Waiting'
    const shown = process.stderr.isTTY ? `${bar(percent / 100)} ` : ''
    line.show(
      `${step} ${Math.floor(percent / 10)}`,
      `${shown}${recording.title}: ${step}, ${percent}%${left}`,
    )
    await pause(300)
  }
}
