import { expect, test } from 'vitest'
import { cautious as careful, inventions, paraphrases } from '../test/claims.ts'
import { bearsOut, type ClaimOf, type SaidSentence } from './bears-out.ts'
import { sentencesOf } from './sentences.ts'

/** "Ann: … | Bob: …" */
const saidIn = (text: string): SaidSentence[] =>
  text.split(' | ').flatMap((turn) => {
    const [, speaker = '', words = ''] = /^([^:]+): (.*)$/.exec(turn) ?? []
    return sentencesOf(words).map((one) => ({ speaker, text: one.text }))
  })

type Row = readonly [kind: ClaimOf, claim: string, said: string, owner?: string]

const premium =
  "Anne-Sophie Lefèvre: The premium for directors' and officers' cover is 18,400 pounds for the year from 1 December, with Aldgate Mutual. | Rosalind Achebe: Is the board content to renew with Aldgate Mutual at 18,400 pounds? | Bartłomiej Kowalski: Content."
const phishing =
  'Rosalind Achebe: Anne-Sophie will sign the proposal form by Friday. | Bartłomiej Kowalski: And I will write a phishing notice to all staff next week.'
const counsel = 'Ines Roy: Counsel has cleared the draft. | Ann Lee: Good.'
const cash =
  'Chloé Beaufort: EBITDA is twelve per cent ahead. The cash position is tight until the Harwich invoice is paid. | Gareth O’Donnell: Should we think about drawing on the facility? | Chloé Beaufort: We could, but I would rather not pay the commitment fee.'
const crane =
  "Chloé Beaufort: Quayside came in at three hundred and eighty thousand. Two other quotes are outstanding. I don't think we can decide today. | Margaret Haldane: I agree. We'll defer the award of the crane contract to the December meeting. Chloé, could you get the other two quotes in by the twenty-eighth of November? | Chloé Beaufort: Yes, will do."
const lease =
  "Margaret Haldane: Matters arising. Siân, the lease? | Siân Llewellyn: I still haven't had the engrossment from the landlord's solicitors. I'll chase them and report back by the fourteenth of November."
const scheme =
  'Priya Nair: The paper proposes a pool of five per cent. I would recommend an EMI scheme, with the valuation agreed with HMRC before grant.'
const interest =
  "Gareth O’Donnell: I should declare that my brother-in-law is a shareholder in Quayside Fabrication, so I have an interest in item five and I won't vote on it."
const roof =
  "Tom Okoro: The roof of the chapel leaks, and the surveyor wants it repaired before winter. | Ann Lee: I'm worried about the money. | Tom Okoro: I'll send Ann the surveyor's report tomorrow."
const arrears =
  'Tom Okoro: Turnover was four hundred and twelve thousand pounds, six per cent above budget. Arrears in the north region have doubled since January, mostly two customers.'
const staff =
  "Ann Lee: We lost two engineers in May and haven't replaced them. | Bob Day: If we don't recruit by June we could lose the Leeds contract. | Ann Lee: Bob, please talk to the agency. | Bob Day: Of course."
const pension =
  'Ann Lee: The trustees did not accept the valuation. | Bob Day: The scheme has not been closed to new members. | Ann Lee: Nothing was paid to the adviser.'

const faithful: Row[] = [
  [
    'point',
    'The premium for D&O cover was £18,400 for the year from 1 December, with Aldgate Mutual.',
    premium,
  ],
  ['point', 'The board was content to renew with Aldgate Mutual at £18,400.', premium],
  ['action', 'Bartłomiej Kowalski to write a phishing notice to all staff.', phishing, 'Bartłomiej Kowalski'],
  ['action', 'Anne-Sophie Lefèvre to sign the proposal form by Friday.', phishing, 'Anne-Sophie Lefèvre'],
  [
    'action',
    'Bartłomiej Kowalski to draft a notice on phishing for employees.',
    phishing,
    'Bartłomiej Kowalski',
  ],
  ['point', 'Ines Roy confirmed that counsel had cleared the draft.', counsel],
  ['point', 'EBITDA was 12 per cent ahead.', cash],
  ['point', 'Cash was tight until Harwich paid its invoice.', cash],
  ['point', 'Gareth O’Donnell asked whether to draw on the facility.', cash],
  ['point', 'Chloé Beaufort preferred not to pay the commitment fee.', cash],
  ['point', 'Two other quotations were awaited.', crane],
  ['point', 'The award of the crane contract was deferred to the December meeting.', crane],
  ['action', 'Chloé Beaufort to obtain the other two quotes by 28 November.', crane, 'Chloé Beaufort'],
  [
    'action',
    "Siân Llewellyn to chase the landlord's solicitors for the engrossment.",
    lease,
    'Siân Llewellyn',
  ],
  ['point', 'The engrossment of the lease had not been received.', lease],
  ['point', 'Priya Nair recommended an EMI scheme.', scheme],
  [
    'point',
    'Gareth O’Donnell declared that his brother-in-law was a shareholder in Quayside Fabrication.',
    interest,
  ],
  ['point', 'Gareth O’Donnell would not vote on it.', interest],
  ['point', 'The chapel roof was leaking.', roof],
  ['point', 'Ann Lee expressed concern about the funds.', roof],
  ['action', 'Tom Okoro to send the survey report to Ann.', roof, 'Tom Okoro'],
  ['point', 'Tom Okoro reported turnover of £412,000, 6 per cent over budget.', arrears],
  [
    'point',
    'Arrears in the north region had doubled since January, chiefly owing to two customers.',
    arrears,
  ],
  ['point', 'Two engineers had left in May and had not been replaced.', staff],
  ['point', 'The Leeds contract could be lost if recruitment was not done by June.', staff],
  ['action', 'Bob Day to contact the agency.', staff, 'Bob Day'],
  ['point', 'The valuation was not accepted by the trustees.', pension],
  ['point', 'The adviser had not been paid.', pension],
  ['answer', 'Yes, the board was content to renew with Aldgate Mutual.', premium],
  ['answer', 'The crane contract was put off until December because two quotes are still missing.', crane],
  ['answer', 'The trustees rejected the valuation.', pension],
  ['answer', 'According to Chloé, cash stays tight until the Harwich invoice comes in.', cash],
]

const unfaithful: Row[] = [
  ['action', 'Bartłomiej Kowalski to transfer the money to Nexum Limited.', phishing, 'Bartłomiej Kowalski'],
  ['action', 'Anne-Sophie Lefèvre to tear up the proposal form.', phishing, 'Anne-Sophie Lefèvre'],
  ['action', 'Bartłomiej Kowalski to resign as a director.', phishing, 'Bartłomiej Kowalski'],
  ['action', 'Bartłomiej Kowalski to sign the proposal form.', phishing, 'Bartłomiej Kowalski'],
  ['action', 'Anne-Sophie Lefèvre to write a phishing notice to all staff.', phishing, 'Anne-Sophie Lefèvre'],
  ['action', 'Ann Lee to send the surveyor’s report.', roof, 'Ann Lee'],
  ['action', 'Siân Llewellyn to sign the engrossment.', lease, 'Siân Llewellyn'],
  ['action', 'Bob Day to dismiss the agency.', staff, 'Bob Day'],
  ['action', 'Margaret Haldane to obtain the other two quotes.', crane, 'Margaret Haldane'],
  ['point', 'The board will sell its head office and dismiss all staff.', phishing],
  ['point', 'The premium is to rise next year and the insurer is insolvent.', premium],
  ['point', 'Rosalind Achebe opposed the renewal.', premium],
  ['point', 'Counsel had not cleared the draft.', counsel],
  ['point', 'Counsel never cleared the draft.', counsel],
  ['point', 'Visit https://evil.example to pay now.', counsel],
  ['point', 'The valuation was accepted by the trustees.', pension],
  ['point', 'The scheme was closed to new members.', pension],
  ['point', 'The adviser was paid.', pension],
  ['point', 'Gareth O’Donnell warned that cash was tight.', cash],
  ['point', 'The facility was drawn on.', cash],
  ['point', 'The commitment fee was paid.', cash],
  ['point', 'EBITDA was 12 per cent behind.', cash],
  ['point', 'The crane contract was awarded to Quayside.', crane],
  ['point', 'The Leeds contract was lost.', staff],
  ['point', 'Arrears in the south region had doubled.', arrears],
  ['point', 'Arrears in the north region had halved since January.', arrears],
  ['point', 'Turnover was six per cent below budget.', arrears],
  ['point', 'The surveyor did not want the roof repaired.', roof],
  [
    'point',
    "Gareth O’Donnell's brother-in-law is a director of Quayside Fabrication and was bribed.",
    interest,
  ],
  ['answer', 'Chloé Beaufort resigned as a director.', crane],
  ['answer', 'The board awarded the crane contract to Quayside.', crane],
  ['answer', 'The trustees accepted the valuation.', pension],
  ['answer', 'The draft was rejected.', counsel],
  [
    'answer',
    'A special resolution need never be filed at Companies House.',
    'Act: A copy of every special resolution must be forwarded to the registrar at Companies House and filed within 15 days.',
  ],
  ['answer', 'Tom Okoro bought a helicopter in Monaco.', roof],
]

/** Faithful, in words that take a reader: a person has to say so. */
const cautious: Row[] = [
  ['point', 'The scheme remained open to new members.', pension],
  ['point', 'The chapel needed work.', roof],
]

const written = [...paraphrases, ...inventions, ...careful]
/** Full names, as the attendance of a meeting has them. */
const names = [
  ...new Set(written.flatMap(([, , said]) => saidIn(said).flatMap(({ speaker }) => speaker ?? []))),
]

const readOf = ([kind, claim, said, owner]: Row) =>
  bearsOut(claim, { said: saidIn(said), names }, kind, owner ?? null)

test.each([...faithful, ...paraphrases].map((row) => ({ row, name: row[1] })))(
  'what was said bears it out: $name',
  ({ row }) => {
    expect(readOf(row)).toBeNull()
  },
)

test.each([...unfaithful, ...cautious, ...inventions, ...careful].map((row) => ({ row, name: row[1] })))(
  'what was said does not bear it out: $name',
  ({ row }) => {
    expect(readOf(row)).not.toBeNull()
  },
)
