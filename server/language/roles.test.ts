import { expect, test } from 'vitest'
import { bearsOut, type SaidSentence } from './bears-out.ts'
import { piecesOf, swappedRoles } from './roles.ts'
import { sentencesOf } from './sentences.ts'

const names = ['Ann Lee', 'Alice Grey', 'Bob Day', 'Cat Roy']

/** "Ann Lee: … | Bob Day: …" */
const saidIn = (text: string): SaidSentence[] =>
  text.split(' | ').flatMap((turn) => {
    const [, speaker = '', words = ''] = /^([^:]+): (.*)$/.exec(turn) ?? []
    return sentencesOf(words).map((one) => ({ speaker, text: one.text }))
  })

const kinds = ['point', 'decision', 'answer'] as const

test.each([
  ['The landlord sued the tenant.', 'Ann Lee: The tenant sued the landlord.'],
  ['The tenant was sued by the landlord.', 'Ann Lee: The tenant sued the landlord.'],
  ['The tenant sued the landlord.', 'Ann Lee: The tenant was sued by the landlord last year.'],
  ['The tenant was sued.', 'Ann Lee: The tenant sued the landlord.'],
  ['The company lent the bank £50,000.', 'Ann Lee: The bank lent the company fifty thousand pounds.'],
  ['The company lent £50,000 to the bank.', 'Ann Lee: The bank lent the company fifty thousand pounds.'],
  ['The supplier owes the company £9,000.', 'Bob Day: We owe the supplier nine thousand pounds.'],
  ['The company owes the suppliers money.', 'Ann Lee: The suppliers owe the company money.'],
  ['Bob pays Alice each month.', 'Ann Lee: Alice pays Bob each month.'],
  ['Bob Day had paid Alice Grey.', 'Ann Lee: Alice paid Bob.'],
  ['Alice Grey invited Bob Day to the site.', 'Bob Day: I invited Alice to the site.'],
  ['The landlord had sued the tenant.', 'Ann Lee: The tenant has sued the landlord, and the agent is away.'],
  ['The charity will fund the council.', 'Ann Lee: The council will fund the charity from April.'],
  ['The auditors criticised the board.', 'Ann Lee: The board criticised the auditors.'],
  ['Harlow Motors acquired Swift Freight.', 'Ann Lee: Swift Freight has acquired Harlow Motors.'],
  [
    'The subsidiary sold the factory to the parent.',
    'Ann Lee: The parent sold the factory to the subsidiary.',
  ],
  ['The tenant complained to the landlord.', 'Ann Lee: The landlord complained to the tenant.'],
  ['The price exceeded the valuation.', 'Ann Lee: The valuation exceeded the price.'],
  ['The company is suing the bank.', 'Bob Day: The bank is suing us.'],
])('who does it and to whom have changed places: %s (%s)', (claim, said) => {
  for (const kind of kinds)
    expect(bearsOut(claim, { said: saidIn(said), names }, kind)).toMatchObject({ of: 'roles' })
})

test.each([
  ['The landlord was sued by the tenant.', 'Ann Lee: The tenant sued the landlord.'],
  ['The landlord sued the tenant.', 'Ann Lee: The tenant was sued by the landlord last year.'],
  ['The bank lent £50,000 to the company.', 'Ann Lee: The bank lent the company fifty thousand pounds.'],
  ['The company was lent £50,000 by the bank.', 'Ann Lee: The bank lent the company fifty thousand pounds.'],
  ['The parent sold the subsidiary the factory.', 'Ann Lee: The parent sold the factory to the subsidiary.'],
  [
    'The subsidiary bought the van from the parent.',
    'Ann Lee: The van was bought by the subsidiary from the parent.',
  ],
  ['The company is being sued by the bank.', 'Bob Day: The bank is suing us.'],
  ['The supplier was owed £9,000 by the company.', 'Bob Day: We owe the supplier nine thousand pounds.'],
  [
    'The director owed the company £2,000.',
    'Ann Lee: There is two thousand pounds that the director owes us.',
  ],
  ['Bob Day had been paid by Alice Grey.', 'Ann Lee: Alice paid Bob.'],
  ['Alice Grey pays Bob Day for the parking.', 'Bob Day: Alice pays me for the parking.'],
  ['Bob Day invited Cat Roy to the site.', 'Bob Day: Cat, I invited you to the site.'],
  ['The auditors met the committee in March.', 'Ann Lee: The committee met the auditors in March.'],
  [
    'The landlord had sued the tenant.',
    'Ann Lee: The tenant sued the landlord, and then the landlord sued them back.',
  ],
  [
    'The landlord had sent the tenant a letter.',
    'Ann Lee: There was a letter sent from the landlord to the tenant.',
  ],
  [
    'The company had sent the bank the invoice.',
    'Ann Lee: The invoice sent to the bank by the company was wrong.',
  ],
  [
    'The tenant paid the deposit to the landlord.',
    'Ann Lee: The landlord says the deposit was paid by the tenant.',
  ],
  [
    'The council had asked the charity to report.',
    'Ann Lee: The charity was asked by the council to report.',
  ],
  [
    'The board instructed the solicitors to write to the tenant.',
    'Ann Lee: The solicitors have been instructed to write to the tenant.',
  ],
  ['The contractor had replaced the supplier.', 'Ann Lee: The supplier was replaced by the contractor.'],
  ['Harlow Motors had sold the van to the company.', 'Ann Lee: We were sold the van by Harlow Motors.'],
  [
    'The landlord let the office to the tenant.',
    'Ann Lee: The office was let to the tenant by the landlord.',
  ],
])('told the other way round it is the same: %s (%s)', (claim, said) => {
  for (const kind of kinds) expect(bearsOut(claim, { said: saidIn(said), names }, kind)).toBeNull()
})

const endless = 'the company paid the bank and the grey tenant of the north sued apples '.repeat(1400)

test('a claim without a full stop is read in pieces, and all of it is', () => {
  const pieces = piecesOf(endless)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(100)
  const joins = /^(?:and|but|or)$/
  expect(pieces.flat().filter((word) => !joins.test(word))).toEqual(
    endless.split(/\s+/).filter((word) => word !== '' && !joins.test(word)),
  )
})

test('what was said is read once, however many verbs are held against it', () => {
  let reads = 0
  const line = {
    speaker: 'Ann Lee',
    get text() {
      reads++
      return 'The bank fined the company.'
    },
  }
  expect(swappedRoles(endless, [line], [])).toBeNull()
  expect(swappedRoles('The tenant sued the bank, and the company fined the bank.', [line], [])).toBe('fined')
  expect(reads).toBe(2)
})
