import type { SystemReport } from '#contract/system.ts'
import { answers, gauge, type Metric } from '../metrics.ts'
import type { LiveState } from './service.ts'

/** What the appliance measures of itself. */
export function measurements({
  version,
  live,
  queues,
  disk,
}: {
  version: string
  live: LiveState
  queues: SystemReport['queues']
  disk: SystemReport['disk']
}): Metric[] {
  const ofQueues = (['queued', 'running', 'failed'] as const).flatMap((state) =>
    queues.map((queue) => ({ labels: { lane: queue.lane, state }, value: queue[state] })),
  )
  return [
    { name: 'info', help: 'The version.', type: 'gauge', values: [{ labels: { version }, value: 1 }] },
    gauge('start_time_seconds', 'When the server started.', Date.parse(live.startedAt) / 1000),
    gauge('memory_bytes', 'Memory of the server process.', process.memoryUsage.rss()),
    gauge(
      'engine_ready',
      'Whether the speech engine answers.',
      live.engineStatus().state === 'ready' ? 1 : 0,
    ),
    gauge('worker_running', 'Whether the job worker runs.', live.workerRunning() ? 1 : 0),
    { name: 'jobs', help: 'Work by lane and state.', type: 'gauge', values: ofQueues },
    gauge('disk_free_bytes', 'Free space where the data lie.', disk.freeBytes),
    gauge('disk_total_bytes', 'Size of that disk.', disk.totalBytes),
    gauge('recordings_bytes', 'Size of the recordings.', disk.recordingsBytes),
    gauge('database_bytes', 'Size of the database.', disk.databaseBytes),
    {
      name: 'http_answers_total',
      help: 'Answers by the class of their status.',
      type: 'counter',
      values: Object.entries(answers.byClass).map(([status, value]) => ({ labels: { status }, value })),
    },
    {
      name: 'http_answer_seconds_total',
      help: 'Time from a request to the beginning of its answer, added up.',
      type: 'counter',
      values: [{ value: answers.seconds }],
    },
  ]
}
