import type { Services } from '../services.ts'

/** Straight into the database, with every kind of state. */
export async function fill({ db, recordings }: Services, count: number): Promise<void> {
  const states = [null, 'queued', 'running', 'failed', 'cancelled', 'done'] as const
  await db.write.transaction(async (trx) => {
    const at = (i: number): string => new Date(1_700_000_000_000 + (i % 97) * 1000).toISOString()
    for (let i = 0; i < count; i++) {
      const title = `${['budget', 'Audit', 'Żeglarz', 'board'][i % 4]} ${i % 50}`
      const [meeting] = await trx('meeting').insert({ title, description: `about ${i}`, created_at: at(i) })
      const [id] = await trx('recording').insert({
        meeting_id: meeting,
        person_id: 1,
        source_type: 'upload',
        folder: `f${i}`,
        duration_ms: (i % 13) * 1000,
        created_at: at(i),
      })
      const state = states[i % states.length]
      const job = {
        name: 'transcribe',
        lane: 'test',
        payload: '{}',
        subject: id,
        max_attempts: 3,
        run_after: at(i),
        created_at: at(i),
      }
      if (i % 3 === 0) await trx('job').insert({ ...job, state: 'failed' })
      if (state) await trx('job').insert({ ...job, state })
    }
  })
  const ids: number[] = await db.write('recording').pluck('id')
  await db.write.transaction(async (trx) => {
    for (const id of ids.filter((one) => one % 7 === 0)) {
      const [transcript] = await trx('transcript').insert({
        recording_id: id,
        version: 1,
        origin: 'run',
        state: 'complete',
        created_at: new Date().toISOString(),
      })
      await recordings.setTranscript(trx, id, { id: transcript!, bundled: false, words: 1, edited: false })
    }
  })
}
