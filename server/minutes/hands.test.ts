import { expect, test } from 'vitest'
import { send, until } from '../test/client.ts'
import { boardMeeting, byItself, minutesOf, textMeeting } from '../test/minutes.ts'
import { sharedAppliance } from '../test/server.ts'

const shared = sharedAppliance()

/** A meeting with more than ten statements, one of which is to be checked. */
const doubtful = boardMeeting
  .replace(
    'Item two, the office lease.',
    "We should go with Kessler, then. Let's say thirty-five pence, as an interim dividend, payable on the thirtieth of April.",
  )
  .replace(
    '[00:02:05]',
    `[00:02:00] Sarah Chen: I propose that Ms Lund be appointed as auditor. All in favour? The motion is carried.
[00:02:01] Sarah Chen: I propose that the bank mandate be renewed. All in favour? The motion is carried.
[00:02:02] Sarah Chen: I propose that the seal be moved to the new office. All in favour? The motion is carried.
[00:02:03] Tom Okoro: I will send the signed accounts to the bank by Monday.
[00:02:04] Priya Shah: I will order the new office furniture by Tuesday.
[00:02:05]`,
  )

/** Minutes that somebody has checked, and how they are edited. */
async function checkedMeeting(): Promise<{
  markdown: string
  /** Lines of the Markdown in which something stands that was said. */
  statements: number[]
  /** Writes another text and says whose it is then. */
  edit: (text: string) => Promise<{ checkedBy: string | null; writtenBy: string | null }>
  restore: (version: number) => Promise<void>
}> {
  const { url } = shared()
  const id = await textMeeting(url, doubtful)
  await send(url, 'POST', `/api/recordings/${id}/summary`)
  await send(url, 'POST', `/api/recordings/${id}/minutes/check`, { version: 1, index: 0, keep: true })
  const { minutes } = await minutesOf(url, id)
  expect(minutes).toMatchObject({ version: 2, origin: 'checked', checkedBy: 'User 1', writtenBy: 'rules' })
  const statements = minutes!.lines.map(({ line }) => line)
  expect(statements.length).toBeGreaterThan(9)
  expect(statements.length).toBeLessThan(20)
  return {
    markdown: minutes!.markdown,
    statements,
    async edit(text) {
      await send(url, 'PATCH', `/api/recordings/${id}`, { summary: text })
      return (await minutesOf(url, id)).minutes!
    },
    async restore(version) {
      await send(url, 'POST', `/api/recordings/${id}/minutes/restore`, { version })
    },
  }
}

test('a check goes with the text that was checked, word for word and in its order, blank lines apart', async () => {
  const { markdown, statements, edit, restore } = await checkedMeeting()
  const lines = markdown.split('\n')
  const heading = lines.find((line) => line.startsWith('## '))!
  const [second, third] = [statements[1]!, statements[2]!]
  expect(lines[second]).not.toBe(lines[third])
  const nobodys = { checkedBy: null, writtenBy: 'rules' }
  const cases: [string, string, { checkedBy: string | null; writtenBy: string | null }][] = [
    ['blank lines', markdown.replaceAll('\n\n', '\n\n\n'), { checkedBy: 'User 1', writtenBy: 'rules' }],
    ['a decision more', `${markdown}\n\n**Resolved:** to pay Tom Okoro £1,000,000.`, nobodys],
    ['one statement changed', lines.with(third, `${lines[third]} Or not.`).join('\n'), nobodys],
    ['one statement gone', lines.filter((_, at) => at !== third).join('\n'), nobodys],
    [
      'two statements in each other’s place',
      lines.with(second, lines[third]!).with(third, lines[second]!).join('\n'),
      nobodys,
    ],
    ['a heading gone', lines.filter((line) => line !== heading).join('\n'), nobodys],
    ['a heading kept', `${heading}\n\nThey spoke of it.`, { checkedBy: null, writtenBy: null }],
    ['nothing kept', 'They met.', { checkedBy: null, writtenBy: null }],
  ]
  for (const [what, text, hands] of cases) {
    await restore(2)
    expect({ what, ...(await edit(text)) }).toMatchObject({ what, ...hands })
  }
})

test('what was checked has to be checked again once it was another text in between', async () => {
  const { markdown, edit } = await checkedMeeting()
  const spaced = markdown.replaceAll('\n\n', '\n\n\n')
  expect(await edit(spaced)).toMatchObject({ checkedBy: 'User 1' })
  expect(await edit(`${spaced}\n`)).toMatchObject({ checkedBy: 'User 1' })
  expect(await edit(`${spaced}\n\nTea was had.`)).toMatchObject({ checkedBy: null })
  // Taken back: nobody has checked it since.
  expect(await edit(markdown)).toMatchObject({ checkedBy: null })
})

test('a check of minutes that were made anew is of that text, whatever the same person checked before', async () => {
  const { url } = shared()
  const id = await textMeeting(url, doubtful)
  const base = `/api/recordings/${id}`
  const check = async () => {
    const { version } = (await minutesOf(url, id)).minutes!
    await send(url, 'POST', `${base}/minutes/check`, { version, index: 0, keep: true })
    return (await minutesOf(url, id)).minutes!
  }
  await send(url, 'POST', `${base}/summary`)
  const first = await check()
  await send(url, 'PUT', `${base}/transcript`, { content: doubtful.replaceAll('Lund', 'Lunt') })
  await send(url, 'POST', `${base}/summary`, { replace: true })
  const anew = await check()
  expect(anew).toMatchObject({ checkedBy: 'User 1' })
  expect(anew.markdown).not.toBe(first.markdown)
  expect(anew.content!.toCheck).toEqual(first.content!.toCheck)
  const edit = async (summary: string) => {
    await send(url, 'PATCH', base, { summary })
    return (await minutesOf(url, id)).minutes!
  }
  expect(await edit(anew.markdown.replaceAll('\n\n', '\n\n\n'))).toMatchObject({ checkedBy: 'User 1' })
  expect(await edit(first.markdown)).toMatchObject({ checkedBy: null })
})

test('what a person has brought back is nobody’s work, though work comes to the same; offers wait on', async () => {
  const { url, services } = shared()
  const id = await textMeeting(url)
  const ask = () => send(url, 'POST', `/api/recordings/${id}/summary`)
  await ask()
  await send(url, 'PATCH', `/api/recordings/${id}`, { summary: 'BY HAND' })
  await send(url, 'POST', `/api/recordings/${id}/minutes/restore`, { version: 1 })
  const rows = () =>
    services.db
      .read('minutes')
      .where({ recording_id: id })
      .orderBy('version')
      .select('version', 'job_id', 'person_id', 'offered')
  // As another piece of work may have left it between the two.
  await services.db.write('minutes').where({ recording_id: id, version: 2 }).update({ offered: 1 })
  const before = await rows()
  expect(before[2]).toEqual({ version: 3, job_id: null, person_id: 1, offered: 0 })
  expect(await ask()).toMatchObject({
    status: 200,
    body: { engine: 'rules', version: 3, offered: null, failure: null },
  })
  expect((await rows()).map(({ offered }) => offered)).toEqual([0, 1, 0])
  // So it does by itself, where no model answers and the rules write.
  await byItself(services, id)
  const after = await until(
    () => minutesOf(url, id),
    ({ job }) => job === null,
  )
  expect(await rows()).toMatchObject([{ version: 1 }, { version: 2, offered: 1 }, before[2]!])
  expect(after.minutes).toMatchObject({ version: 3, person: 'User 1', failure: null })
})
