import { expect, test } from 'vitest'
import { ask, startClara } from '../test/chat.ts'
import { send, until } from '../test/client.ts'
import { pdfOf, uploadPdf } from '../test/documents.ts'
import { startOllama } from '../test/ollama.ts'

const pages = [
  'This lease of the boathouse is made on 4 March 2026 between Harbour Ltd and Ada Chair.',
  'The rent is 1,200 pounds a month and is paid on the first day of each month.',
  'The tenant paints the slipway of the boathouse in the spring of every third year.',
]

test('a summary says what the document bears out; without a model its key passages, and so for Clara, by page', async () => {
  const ollama = await startOllama()
  const { place, url } = await startClara(ollama)
  const { id } = await uploadPdf(url, await pdfOf(pages))
  const sentence = (text: string, quote: string) => ({ text, quote })
  const kept = 'It is a lease of the boathouse between Harbour Ltd and Ada Chair.'
  await ollama.rules({
    path: '/api/chat',
    match: 'You summarise a document',
    reply: {
      sentences: [
        sentence(kept, 'This lease of the boathouse is made on 4 March 2026'),
        sentence('The rent is 1,300 pounds a month.', 'The rent is 1,200 pounds a month'),
        sentence('The landlord, Mr Smithers, insures it.', 'The rent is 1,200 pounds a month'),
        sentence('It can be ended at any time.', 'either side may end it at any time'),
      ],
    },
  })
  const summarise = () => send(url, 'POST', `/api/documents/${id}/summarize`)
  expect((await summarise()).body).toEqual({ summary: kept, summaryBy: 'model' })
  // Nothing of it stands in the document, or nobody answers: the passages that say most.
  await ollama.rules({
    path: '/api/chat',
    reply: { sentences: [sentence('All is well here.', 'it is all well')] },
  })
  expect((await summarise()).body.summaryBy).toBe('passages')
  await ollama.stop()
  const passages = await summarise()
  expect(passages.body).toMatchObject({
    summaryBy: 'passages',
    summary: expect.stringMatching(/“.*1,200 pounds.*” \(page 2\)/),
  })

  await until(
    async () => (await fetch(`${url}/api/search?q=slipway&kind=document`)).text(),
    (found) => found.includes('slipway'),
  )
  const answer = await ask(place, 'How often does the tenant paint the slipway of the boathouse?')
  expect(answer.message?.citations).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'document', page: 3, title: 'Lease of 4 Mill Lane' },
      href: `/signature?tab=sign&document=${id}&page=3`,
    }),
  )
})
