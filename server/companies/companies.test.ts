import { expect, test } from 'vitest'
import type { CompanyDetails, Deadline } from '#contract/companies.ts'
import { errorBody } from '#contract/errors.ts'
import { send } from '../test/client.ts'
import { sharedAppliance } from '../test/server.ts'

const appliance = sharedAppliance()
const path = '/api/governance/companies'

async function add(fields: object): Promise<CompanyDetails> {
  const { status, body } = await send(appliance().url, 'POST', path, fields)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body as CompanyDetails
}

test('a company: added, changed, its officers and deadlines, deleted', async () => {
  const { url } = appliance()
  // So far ahead that the deadlines are to come whenever this runs.
  const made = await add({
    ...{ name: 'Harwich Ferries Ltd', number: '1234567', incorporatedOn: '2024-04-06' },
    ...{ website: 'harwich.example', lastAccounts: '2086-04-30', lastStatement: '2086-04-05' },
  })
  expect(made).toMatchObject({ number: '01234567', type: 'private', currentReferenceDate: '04-30' })
  expect(made.deadlines.map(({ kind, due }) => [kind, due])).toEqual([
    ['confirmation_statement', '2087-04-19'],
    ['accounts', '2088-01-31'],
  ])

  const officers = await send(url, 'POST', `${path}/${made.id}/officers`, {
    name: 'Ada Chair',
    role: 'director',
  })
  expect(officers.body).toMatchObject({
    officers: [{ name: 'Ada Chair', role: 'director', resignedOn: null }],
  })
  const changed = await send(url, 'PATCH', `${path}/${made.id}`, {
    registeredOffice: '1 Quay Street, Harwich',
    industryTerms: ['ferries', 'ports'],
    lastStatement: '2086-10-01',
  })
  expect(changed.body).toMatchObject({
    name: 'Harwich Ferries Ltd',
    industryTerms: ['ferries', 'ports'],
    deadlines: [{ due: '2087-10-15' }, { due: '2088-01-31' }],
  })

  const shortened = { noticeOn: '2086-11-20', oldEnd: '2087-04-30', newEnd: '2086-12-31' }
  const change = await send(url, 'POST', `${path}/${made.id}/reference-changes`, shortened)
  expect(change.body).toMatchObject({ currentReferenceDate: '12-31', deadlines: [{ due: '2087-09-30' }, {}] })
  const again = await send(url, 'POST', `${path}/${made.id}/reference-changes`, shortened)
  expect([again.status, errorBody.parse(again.body).message]).toEqual([
    400,
    'No accounting reference period ends on 2087-04-30.',
  ])

  const due = (await (await fetch(`${url}/api/governance/deadlines?to=2088-12-31`)).json()) as Deadline[]
  expect(due.filter(({ companyId }) => companyId === made.id).map((one) => one.due)).toEqual([
    '2087-09-30',
    '2087-10-15',
  ])
  expect((await send(url, 'DELETE', `${path}/${made.id}`)).status).toBe(200)
  expect((await send(url, 'GET', `${path}/${made.id}`)).status).toBe(404)
})

test('what is wrong is refused with a reason', async () => {
  const { url } = appliance()
  const refusal = async (fields: object): Promise<string> => {
    const { status, body } = await send(url, 'POST', path, fields)
    expect(status).toBe(400)
    return errorBody.parse(body).message
  }
  expect(await refusal({ name: '  ' })).toContain('Please enter the name')
  expect(await refusal({ name: 'X', number: '12-34' })).toContain('A company number has eight digits')
  expect(await refusal({ name: 'X', referenceDate: '02-30' })).toContain('no such day')
  expect(await refusal({ name: 'X', incorporatedOn: '2025-02-30' })).toContain('Please enter a date')
  expect(await refusal({ name: 'X', incorporatedOn: '2086-04-06' })).toContain('is in the future')
  for (const website of ['javascript:alert(1)', 'ftp://x.example', 'no url'])
    expect(await refusal({ name: 'X', website })).toBe('Please enter a valid URL')
  await add({ name: 'First', number: 'SC654321' })
  expect(await refusal({ name: 'Second', number: 'sc 654321' })).toContain('First has this company number')
  const { id } = await add({ name: 'Third', website: 'https://third.example', incorporatedOn: '2024-04-06' })
  for (const body of [{ website: 'data:text/html,x' }, { incorporatedOn: '2086-04-06' }])
    expect((await send(url, 'PATCH', `${path}/${id}`, body)).status).toBe(400)
  const officer = { name: 'Ada Chair', role: 'director', appointedOn: '2024-04-06' }
  const resigned = (resignedOn: string) =>
    send(url, 'POST', `${path}/${id}/officers`, { ...officer, resignedOn })
  expect(await resigned('2024-04-05')).toMatchObject({
    status: 400,
    body: { message: 'The resignation is before the appointment.' },
  })
  expect((await resigned('2024-04-06')).status).toBe(200)
})

test('search finds the deadlines of a company, and what was true before no longer', async () => {
  const { url } = appliance()
  const { id } = await add({
    name: 'Quayside Cranes Ltd',
    referenceDate: '03-31',
    lastAccounts: '2086-03-31',
  })
  const found = async (q: string): Promise<string[]> => {
    const answer = await fetch(`${url}/api/search?kind=company&q=${encodeURIComponent(q)}`)
    return ((await answer.json()) as { passages: { text: string }[] }).passages.map(({ text }) => text)
  }
  expect((await found('When are the accounts of Quayside Cranes due?'))[0]).toContain('by 31 December 2087')
  await send(url, 'PATCH', `${path}/${id}`, { lastAccounts: '2087-03-31' })
  expect((await found('When are the accounts of Quayside Cranes due?'))[0]).toContain('by 31 December 2088')
  await send(url, 'DELETE', `${path}/${id}`)
  expect(await found('Quayside Cranes')).toEqual([])
})
