import { expect, test } from 'vitest'
import { ask, meeting, startClara } from '../test/chat.ts'
import { send, until } from '../test/client.ts'

const talk = `[00:00:01] [Helen Marsh] Now the roof. The surveyor has been up on the roof of the hall twice.
[00:00:09] [Tom Reed] The roof leaks over the stage. What did we decide about the roof last year, was it agreed to wait?
[00:00:20] [Helen Marsh] We decided nothing about the roof then, and nobody agreed on slates for the roof.
[00:00:30] [Ann Bell] Gable and Sons want fourteen thousand two hundred for it.
[00:00:40] [Helen Marsh] We go with Gable and Sons, then.`
const otherTalk = `[00:00:01] [Pam Hill] The roof was agreed to be the worst of it by the surveyor. A new roof, they decided, is what every shed needs.
[00:00:09] [Tom Reed] Nobody has decided about the roof of the pavilion. The roof might last.`
const minutes = `# Hall

## 3. Roof

The surveyor reported, and members discussed slates.

- **Resolved:** That Gable and Sons be engaged at £14,200.

## 4. Heating

The boiler and the roof space were discussed.

## 5. Grant

- **Agreed:** To ask the council for a grant.`
const told = `[00:00:01] [Pam Hill] I told Companies House about the new director, Owen Pritchard, on Monday, and Companies House has the new director on its site.`

const law = 'How long do we have to tell Companies House about a new director?'

test('what answers is shown first: the law to a question of duty, the minutes to one of what was decided', async () => {
  const { place } = await startClara(null)
  const hall = await meeting(place, 'Talk of June', talk)
  await meeting(place, 'Talk of July', otherTalk)
  await meeting(place, 'Talk of May', told)
  expect((await send(place.url, 'PATCH', `/api/recordings/${hall}`, { summary: minutes })).status).toBe(200)
  for (const [words, id] of [
    ['notice+registrar+change+of+directors', 'ca2006-s167g'],
    ['registered+office+address', 'ca2006-s87'],
    ['return+of+allotment', 'ca2006-s555'],
  ])
    await until(
      async () => (await fetch(`${place.url}/api/search?q=${words}&kind=knowledge`)).text(),
      (found) => found.includes(id!),
    )
  const first = async (question: string) => (await ask(place, question)).message?.citations[0]

  for (const question of [
    law,
    'When do we have to tell Companies House that a director has left?',
    'How soon must Companies House be told that somebody has joined us as a director?',
    'By when must we let the registrar know that a director resigned?',
  ])
    expect((await first(question))?.sourceId, question).toBe('ca2006-s167g')
  expect((await first('When must we tell Companies House that our office has moved?'))?.sourceId).toBe(
    'ca2006-s87',
  )
  expect((await first('How long do we have to inform Companies House of new shares?'))?.sourceId).toBe(
    'ca2006-s555',
  )
  // What somebody did is in the meetings.
  for (const question of [
    'Did we tell Companies House about the new director?',
    'Who told Companies House about the new director, Owen Pritchard?',
  ])
    expect((await first(question))?.kind, question).toBe('transcript')

  for (const question of [
    'What did we decide about the roof?',
    'What was agreed on the roof?',
    'Which decision has been made about the roof?',
  ])
    expect(await first(question), question).toMatchObject({ kind: 'minutes', item: '3. Roof' })
  expect((await ask(place, 'What did we decide about the roof?')).response_content).toMatch(
    /\[1\]: [^[]*Gable and Sons be engaged/,
  )
  expect(await first('What did we agree about a grant?')).toMatchObject({ item: '5. Grant' })
  // Another roof, an item that decided nothing, and what was said and not decided.
  expect((await first('What did we decide about the roof of the pavilion?'))?.kind).toBe('transcript')
  expect((await first('What did we decide about the boiler?'))?.item ?? null).not.toBe('3. Roof')
  expect((await first('What did Tom say about the roof over the stage?'))?.kind).toBe('transcript')
})
