import { expect, test } from 'vitest'
import { bearsOut, type SaidSentence } from './bears-out.ts'
import { sentencesOf } from './sentences.ts'

const names = ['Ann Lee', 'Tom Okoro', 'Sarah Chen', 'Bob Day']
const saidIn = (text: string): SaidSentence[] =>
  text.split(' | ').flatMap((turn) => {
    const [, speaker = '', words = ''] = /^([^:]+): (.*)$/.exec(turn) ?? []
    return sentencesOf(words).map((one) => ({ speaker, text: one.text }))
  })
const read = (owner: string, doing: string, said: string) =>
  bearsOut(`${owner} ${doing}`, { said: saidIn(said), names }, 'action', owner)

test.each([
  ['Ann Lee', 'to send the accounts.', 'Ann Lee: I want Tom to send the accounts by Friday.'],
  ['Ann Lee', 'to send the accounts.', "Ann Lee: I'd like Tom to send the accounts by Friday."],
  ['Ann Lee', 'to send the accounts.', 'Ann Lee: I need somebody to send the accounts by Friday.'],
  ['Ann Lee', 'to send the accounts.', 'Ann Lee: Bob told me that Tom will send the accounts.'],
  ['Ann Lee', 'to write to the bank.', 'Ann Lee: Tom, I want you to write to the bank.'],
  ['Sarah Chen', 'to send the papers.', 'Ann Lee: Sarah said that the bank will send the papers.'],
  ['Sarah Chen', 'to send the papers.', 'Sarah Chen: I hear that the bank will send the papers.'],
  ['Sarah Chen', 'to send the papers.', 'Sarah Chen: The bank told me they will send the papers.'],
  ['Sarah Chen', 'to send the papers.', 'Sarah Chen: The bank said, I will send you the papers.'],
  ['Sarah Chen', 'to send the papers.', 'Ann Lee: The bank promised Sarah to send the papers.'],
  ['Bob Day', 'to send the report.', 'Bob Day: I spoke to the auditors, who promised to send the report.'],
  ['Bob Day', 'to send the report.', "Bob Day: I'll ask the auditors to send the report."],
  ['Tom Okoro', 'to send the accounts.', 'Bob Day: I promised Tom to send the accounts.'],
])('it is for somebody else to do: %s %s (%s)', (owner, doing, said) => {
  expect(read(owner, doing, said)).toMatchObject({ of: 'owner' })
})

test.each([
  ['Tom Okoro', 'to send the accounts.', 'Ann Lee: I want Tom to send the accounts by Friday.'],
  ['Tom Okoro', 'to send the accounts.', 'Ann Lee: Bob told me that Tom will send the accounts.'],
  ['Tom Okoro', 'to send the accounts.', 'Bob Day: Tom and I will send the accounts.'],
  ['Tom Okoro', 'to send the accounts.', 'Ann Lee: Somebody must send the accounts. | Tom Okoro: I will.'],
  ['Tom Okoro', 'to write to the bank.', 'Ann Lee: Tom, I want you to write to the bank.'],
  [
    'Tom Okoro',
    'to write to the bank.',
    'Ann Lee: Tom, could you write to the bank? | Tom Okoro: Of course.',
  ],
  ['Ann Lee', 'to send the accounts.', 'Ann Lee: Tom asked me to send the accounts, so I will.'],
  ['Ann Lee', 'to send the accounts.', 'Ann Lee: Leave it with me, I can send the accounts.'],
  ['Ann Lee', 'to send the accounts.', 'Ann Lee: As Tom said, I will send the accounts.'],
  [
    'Bob Day',
    'to ask the auditors to send the report.',
    "Bob Day: I'll ask the auditors to send the report.",
  ],
  ['Bob Day', 'to send the report.', 'Bob Day: I promised to send the report.'],
  ['Sarah Chen', 'to send the papers.', 'Ann Lee: Sarah said that she will send the papers.'],
  ['Tom Okoro', 'to ring the bank.', "Ann Lee: Tom, the bank? | Speaker 3: I'm ringing the bank at once."],
])('it is theirs to do: %s %s (%s)', (owner, doing, said) => {
  expect(read(owner, doing, said)).toBeNull()
})
