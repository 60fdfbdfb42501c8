import { expect, test } from 'vitest'
import type { Transcript } from '#contract/transcripts.ts'
import { ended, send, toldApart, uploaded } from '../../test/client.ts'
import { startAppliance } from '../../test/server.ts'
import { meeting } from '../../test/speech.ts'

const on = { APPLIANCE_DIARISATION: '1' }

test('who is listed but silent makes no speaker; more than are listed are not found; a typed number is kept to', async () => {
  const { url } = await startAppliance({ env: on })
  const spoken = await meeting({ seed: 7, minutes: 1, speakers: 3 })
  const { id } = await uploaded(url, spoken.wav, 'Board meeting')
  await ended(url, id)
  await toldApart(url, id)
  const again = async (names: string[], body: object = {}): Promise<Transcript> => {
    const attendees = names.map((name, i) => ({ speakerId: `attendee-${i}`, name }))
    await send(url, 'PUT', `/api/recordings/${id}/meeting-info`, { attendees, location: null })
    await send(url, 'POST', `/api/recordings/${id}/diarise`, body)
    return toldApart(url, id)
  }
  const people = ['Priya Patel', 'Tom Okoro', 'Sarah Chen', 'Grace Hopper']
  const silent = await again(people)
  expect(silent.diarisation).toMatchObject({ speakers: 3, asked: null, listed: 4 })
  expect(silent.attendees.map(({ name }) => name)).toEqual(people)
  expect((await again(people.slice(2))).diarisation).toMatchObject({ speakers: 2, listed: 2 })
  // A voice without a name is nobody's: such a list does not say how many people there are.
  expect((await again(['Grace Hopper', 'Speaker 9'])).diarisation).toMatchObject({
    speakers: 3,
    listed: null,
  })
  expect((await again(people, { speakers: 2 })).diarisation).toMatchObject({ speakers: 2, asked: 2 })
})
