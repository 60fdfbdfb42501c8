import { z } from 'zod'
import { getMinutes, type Minutes } from '#contract/minutes.ts'
import { enqueue } from '../jobs/queue.ts'
import { minutesJobs } from '../minutes/jobs.ts'
import type { Services } from '../services.ts'
import { getTranscript, send } from './client.ts'
import type { Rule } from './ollama-process.ts'

/** A board meeting as it is uploaded as a text, with what minutes are made of. Every name and figure is invented. */
export const boardMeeting = `[00:00:02] Sarah Chen: Good morning everyone. Apologies from Anna Bell, who is on leave. We are quorate.
[00:00:14] Sarah Chen: Item one, the management accounts.
[00:00:20] Tom Okoro: Turnover for the quarter was four hundred and twelve thousand pounds, six per cent above budget.
[00:00:34] Tom Okoro: Arrears in the north region have doubled since January, mostly two customers.
[00:00:45] Sarah Chen: I propose that the management accounts for the third quarter be approved.
[00:00:52] Priya Shah: Seconded.
[00:00:54] Sarah Chen: All those in favour? That's three for, none against. The motion is carried.
[00:01:06] Sarah Chen: Item two, the office lease.
[00:01:12] Priya Shah: The landlord wants a five year term at thirty-two thousand a year with a break at year three.
[00:01:25] Tom Okoro: I should declare an interest, my brother works for the landlord's agent.
[00:01:34] Priya Shah: I'll get two comparable quotes and circulate them by Friday the fourth of December.
[00:01:46] Sarah Chen: Shall we leave the lease decision until we've seen the quotes? Agreed? Yes, we'll defer it to the next meeting.
[00:01:58] Sarah Chen: The next meeting is on the tenth of December at two o'clock.
[00:02:05] Sarah Chen: Thank you all.
`

/** What a language model answers that has little to say: by what it is asked. */
export const modelRules: Rule[] = [
  { path: '/api/chat', match: 'beginning of a meeting', reply: { purpose: null } },
  { path: '/api/chat', match: 'In which lines', reply: { decided: [], promised: [] } },
  { path: '/api/chat', match: 'What became of', reply: { answer: 'none', sentence: 'Nothing was decided.' } },
  { path: '/api/chat', match: 'take on a task', reply: { answer: 'none', sentence: 'There was no task.' } },
  {
    path: '/api/chat',
    match: 'Write two to four',
    reply: 'Arrears in the north region had doubled since January. The landlord wanted a term of five years.',
  },
]

/** A text, of which nobody has minutes written by itself: tests ask for them. */
export async function textMeeting(
  url: string,
  content: string = boardMeeting,
  more: { title?: string; description?: string } = {},
): Promise<number> {
  await send(url, 'PUT', '/api/me/settings', { autoGenerateSummary: false })
  const made = await send(url, 'POST', '/api/recordings', {
    title: more.title ?? 'Board meeting',
    sourceType: 'uploaded_transcript',
    meetingDate: '2026-11-19T10:00:00Z',
  })
  const id = z.number().parse(made.body.id)
  if (more.description !== undefined)
    await send(url, 'PATCH', `/api/recordings/${id}`, {
      title: made.body.title,
      description: more.description,
    })
  await send(url, 'POST', `/api/recordings/${id}/transcript`, { content })
  return id
}

export async function minutesOf(
  url: string,
  id: number,
  version?: number,
): Promise<z.infer<typeof getMinutes.response>> {
  const query = version === undefined ? '' : `?version=${version}`
  const { body } = await send(url, 'GET', `/api/recordings/${id}/minutes${query}`)
  return getMinutes.response.parse(body)
}

/** Every quote stands in the segments that it names, of the transcript's version that it names. */
export async function needEvidence(url: string, id: number, minutes: Minutes): Promise<number> {
  const { segments, version } = await getTranscript(url, id)
  const all = [
    ...minutes.lines.flatMap(({ evidence }) => evidence),
    ...(minutes.content?.toCheck.flatMap(({ evidence }) => evidence) ?? []),
  ]
  for (const one of all) {
    if (one.version !== version) throw new Error(`version ${one.version} is not ${version}`)
    const said = segments.filter((segment) => one.segments.includes(segment.id))
    if (said.length !== one.segments.length) throw new Error(`no such segments: ${one.segments.join()}`)
    if (
      !said
        .map(({ text }) => text)
        .join(' ')
        .replace(/\s+/g, ' ')
        .includes(one.quote)
    )
      throw new Error(`"${one.quote}" was not said there`)
    if (one.start < said[0]!.start || one.end > said.at(-1)!.end)
      throw new Error('the times are of other words')
  }
  return all.length
}

/** Has a model write minutes as it does by itself after a transcription. */
export async function byItself({ db }: Pick<Services, 'db'>, recordingId: number): Promise<void> {
  const unused = (): never => {
    throw new Error('a definition does nothing here')
  }
  await enqueue(db.write, minutesJobs(unused).model, { recordingId })
}
