/** What a good language model writes of what was said, and what a bad one does: each beside the words that it rests on. */

export type ClaimCase = readonly [
  kind: 'point' | 'decision' | 'action',
  claim: string,
  said: string,
  owner?: string,
]

const corrected =
  'Margaret Haldane: Item two, minutes of the last meeting. Everybody has had them. Any corrections? | Chloé Beaufort: On page three it says forty thousand; it ought to be fourteen thousand. | Margaret Haldane: Well spotted. With that correction, are we happy to approve them? I see nods all round. The minutes of the meeting of the seventh of October were approved as a true record, subject to that correction.'
const lease =
  "Margaret Haldane: Matters arising. Siân, the lease? | Siân Llewellyn: I still haven't had the engrossment from the landlord's solicitors. I'll chase them and report back by the fourteenth of November."
const accounts =
  'Chloé Beaufort: Revenue for October was two point one million against a budget of one point nine. EBITDA is twelve per cent ahead. The cash position is tight until the Harwich invoice is paid. | Gareth O’Donnell: Should we think about drawing on the facility? I mean, we could draw down half a million now and be comfortable. | Chloé Beaufort: We could, but I would rather not pay the commitment fee. If Harwich doesn’t pay by the end of the month then I would come back to the board.'
const scheme =
  "Priya Nair: The paper proposes a pool of five per cent. I would recommend an EMI scheme, with the valuation agreed with HMRC before grant. | Gareth O’Donnell: I propose that we adopt the scheme with a pool of five per cent. | Chloé Beaufort: I'd be more comfortable with four. Can I move an amendment to four per cent? | Gareth O’Donnell: I'm content with that."
const filed =
  "Margaret Haldane: Carried by three votes to nil with one abstention. | Siân Llewellyn: I'll file the forms with Companies House once the grants have been made."
const crane =
  "Margaret Haldane: Gareth, would you step out please. | Chloé Beaufort: Quayside came in at three hundred and eighty thousand. Two other quotes are outstanding. I don't think we can decide today. | Margaret Haldane: I agree. We'll defer the award of the crane contract to the December meeting. Chloé, could you get the other two quotes in by the twenty-eighth of November? | Chloé Beaufort: Yes, will do. | Margaret Haldane: Gareth is back."
const dividend =
  'Margaret Haldane: Item six, the dividend. Gareth, you had proposed an interim dividend of ten pence. | Gareth O’Donnell: Given what Chloé said on cash I withdraw that proposal. | Margaret Haldane: Proposal withdrawn. Thank you.'
const slavery =
  'Margaret Haldane: Item seven, the modern slavery statement. It was circulated. Are we agreed to approve it and authorise me to sign it? | Chloé Beaufort: Agreed. | Siân Llewellyn: Agreed. | Margaret Haldane: Approved unanimously. Siân to publish it on the website by the end of this month.'
const remediation =
  'Shareholder: Mr Chairman, why has the provision for the Leeds site doubled? | Finance Director: Because the remediation estimate from our engineers rose to six point four million pounds. It is set out at note nineteen. | Chairman: Thank you.'
const remuneration =
  "Chairman: Resolution four, the directors' remuneration report, advisory. For, 19,400,110; against, 21,800,541. I regret that resolution four is not carried. The board will consult shareholders and publish a response within six months."
const articles =
  'Company Secretary: Resolution eight, the amendment of the articles, has been withdrawn by the board following discussions with shareholders and will not be put to the meeting. | Chairman: I will ask the company secretary to file resolution seven at Companies House within fifteen days.'
const registrars =
  'Chairman: Apologies have been received from Lord Ashcombe, and Ms Iyer joins us by telephone. Voting today will be on a poll. The registrars, Computerline, act as scrutineers.'
const audit =
  "Henry: Materiality is set at 420,000. The significant risks are management override and the valuation of the pension scheme. Our fee would be 68,500 plus VAT. | Tomasz: That's up nine per cent. Is there no room? | Henry: I could look at it, I can't promise anything. | Ruth: I'd say we approve the plan, but not the fee. | Fiona: Let's do that then. The committee approved the audit plan. The fee is not agreed. Henry, please come back to us with a breakdown by 5 January. | Henry: I'll send it to Bea by then."
const internal =
  'Bea: Four reports finished, one with limited assurance, on gas safety. Eleven actions are overdue, down from nineteen. | Ruth: We ought to see the gas safety actions closed before winter. Who owns those? | Bea: The director of property services, Colm Rafferty. | Fiona: Could Bea ask Colm to attend our next meeting, please, and to give us an update in writing a week beforehand? | Bea: I’ll do that.'
const treasury =
  "Fiona: We did not approve the new treasury policy in September, and I don't want us to pretend that we did. It comes back in March."
const cyber =
  "Tomasz: I'd recommend to the board that the risk appetite for cyber goes from cautious to minimal. | Ruth: I second that. | Fiona: All in favour? Thank you. We'll recommend that to the board."
const whistle =
  'Tomasz: Somebody should probably look at the whistleblowing policy at some point. | Fiona: Yes, perhaps.'
const licence =
  "Noor al-Rashid: The terms are an upfront payment of one and a half million dollars and a royalty of four per cent. Counsel has cleared the draft. | Máire Ó Súilleabháin: I am not comfortable with the indemnity. It's uncapped. | Noor al-Rashid: We could get it capped at twice the fees. | Isla Drummond: Then shall we say that we approve the licence subject to the indemnity being capped at twice the fees paid? Noor and Máire in favour, I'm in favour. Giles not voting. That's carried. | Isla Drummond: Noor, please go back to Veridian before the end of next week. | Noor al-Rashid: OK."
const options =
  "Giles Fenwick-Browne: I declare a potential conflict on the licence, as I hold options in Veridian. | Isla Drummond: Under section 177 that's noted, and the articles let you count in the quorum but not vote."
const cambourne =
  "Lena Voss: If we were to sign the lease we'd need to appoint a contractor by March. I'd go for Brandt. | Máire Ó Súilleabháin: We have not got planning permission yet, so I move that the item lie on the table until we have it. | Giles Fenwick-Browne: Seconded. | Isla Drummond: All in favour? Against, Lena. Four to one. The matter lies on the table."
const okonjo =
  'Isla Drummond: The appointment of Dr Amara Okonjo as a non-executive director. I propose that she be appointed with effect from 1 January 2027. | Máire Ó Súilleabháin: Seconded, with pleasure. | Isla Drummond: Any objections? None. So Dr Okonjo is appointed. Lena, can you see to the AP01 and the identity verification? | Lena Voss: Of course, within the fourteen days.'
const stevenage =
  "Isla Drummond: We agreed at the last meeting to sell the Stevenage site; that decision is rescinded, since the buyer has pulled out. Are we all agreed? Thank you. | Máire Ó Súilleabháin: I'll tell the agents. | Isla Drummond: We haven't fixed the next meeting. Lena will send round a poll."
const premium =
  "Anne-Sophie Lefèvre: The premium for directors' and officers' cover is 18,400 pounds for the year from 1 December, with Aldgate Mutual. | Rosalind Achebe: Is the board content to renew with Aldgate Mutual at 18,400 pounds? | Bartłomiej Kowalski: Content."

/** Faithful: to be taken as they are. */
export const paraphrases: ClaimCase[] = [
  ['point', 'A correction on page three from forty thousand to fourteen thousand was noted.', corrected],
  [
    'point',
    'Chloé Beaufort pointed out that the figure on page three should be fourteen thousand.',
    corrected,
  ],
  [
    'decision',
    'The minutes of 7 October were approved as a true record, subject to one correction.',
    corrected,
  ],
  [
    'action',
    "Siân Llewellyn to pursue the landlord's solicitors and report back by 14 November.",
    lease,
    'Siân Llewellyn',
  ],
  ['point', 'October revenue was £2.1 million against a budget of £1.9 million.', accounts],
  ['point', 'Chloé Beaufort reported that EBITDA was ahead by 12 per cent.', accounts],
  [
    'point',
    'Gareth O’Donnell raised the possibility of drawing down half a million from the facility.',
    accounts,
  ],
  [
    'point',
    'Chloé Beaufort would return to the board if Harwich had not paid by the end of the month.',
    accounts,
  ],
  ['point', 'Priya Nair recommended that the valuation be agreed with HMRC before any grant.', scheme],
  ['point', 'Gareth O’Donnell accepted the amendment.', scheme],
  [
    'action',
    'Siân Llewellyn to submit the forms to Companies House after the grants.',
    filed,
    'Siân Llewellyn',
  ],
  ['point', 'Quayside had quoted £380,000 and two further quotations were awaited.', crane],
  ['point', 'Gareth O’Donnell left the meeting for this item.', crane],
  ['decision', 'The decision on the crane contract was postponed to December.', crane],
  ['action', 'Chloé Beaufort to secure the remaining two quotes by 28 November.', crane, 'Chloé Beaufort'],
  [
    'point',
    'Gareth O’Donnell withdrew his proposal of an interim dividend of ten pence in view of the cash position.',
    dividend,
  ],
  [
    'action',
    'Siân Llewellyn to put the statement on the website by the end of the month.',
    slavery,
    'Siân Llewellyn',
  ],
  [
    'point',
    'In answer to a shareholder, the finance director explained that the remediation estimate had increased to £6.4 million.',
    remediation,
  ],
  [
    'point',
    'The provision for the Leeds site had doubled owing to a higher remediation estimate.',
    remediation,
  ],
  [
    'action',
    'The board to consult shareholders and issue a response within six months.',
    remuneration,
    'The board',
  ],
  [
    'point',
    'The amendment of the articles had been withdrawn after discussions with shareholders.',
    articles,
  ],
  [
    'action',
    'The company secretary to lodge resolution seven with Companies House within 15 days.',
    articles,
    'The company secretary',
  ],
  [
    'point',
    'Henry set out the significant risks: management override and the pension scheme valuation.',
    audit,
  ],
  ['point', 'Tomasz observed that the fee had risen by nine per cent.', audit],
  ['action', 'Henry to send a breakdown of the fee to Bea by 5 January.', audit, 'Henry'],
  ['point', 'Eleven actions were overdue, compared with nineteen previously.', internal],
  ['point', 'Ruth wished the gas safety actions to be completed before winter.', internal],
  ['action', 'Bea to invite Colm Rafferty to the next meeting.', internal, 'Bea'],
  ['point', 'Tomasz suggested that the whistleblowing policy be reviewed.', whistle],
  ['point', 'Máire Ó Súilleabháin expressed concern that the indemnity was uncapped.', licence],
  ['point', 'Noor al-Rashid reported that counsel had approved the draft.', licence],
  ['action', 'Noor al-Rashid to revert to Veridian by the end of next week.', licence, 'Noor al-Rashid'],
  ['point', 'Planning permission had not yet been obtained.', cambourne],
  ['decision', 'Dr Amara Okonjo was appointed as a non-executive director from 1 January 2027.', okonjo],
  [
    'action',
    'Lena Voss to deal with the AP01 and identity verification within 14 days.',
    okonjo,
    'Lena Voss',
  ],
  ['action', 'Máire Ó Súilleabháin to inform the agents.', stevenage, 'Máire Ó Súilleabháin'],
  ['action', 'Lena Voss to circulate a poll for the date of the next meeting.', stevenage, 'Lena Voss'],
  [
    'point',
    'Chloé Beaufort noted that forty thousand in the minutes ought to read fourteen thousand.',
    corrected,
  ],
  ['point', 'The paper proposed a five per cent pool.', scheme],
  ['point', 'Chloé Beaufort felt that a decision could not be made that day.', crane],
  [
    'decision',
    'It was resolved to approve the modern slavery statement and to authorise the chair to sign it.',
    slavery,
  ],
  ['point', 'Computerline acted as scrutineers.', registrars],
  ['point', 'Ms Iyer attended by telephone.', registrars],
  ['decision', 'The remuneration report was not carried.', remuneration],
  ['point', 'Henry would look at the fee but gave no promise.', audit],
  ['decision', 'The committee agreed to recommend a minimal risk appetite for cyber to the board.', cyber],
  ['point', 'Noor al-Rashid suggested a cap of twice the fees.', licence],
  ['point', 'Giles Fenwick-Browne declared that he held options in Veridian.', options],
  ['point', 'Lena Voss favoured Brandt as contractor.', cambourne],
  [
    'decision',
    'The decision to sell the Stevenage site was rescinded because the buyer had withdrawn.',
    stevenage,
  ],
]

/** Made of words that were said there, of somebody or something else. */
export const inventions: ClaimCase[] = [
  ['point', 'The premium is to rise next year.', premium],
  ['point', 'The premium for the next year is 18,400 pounds higher.', premium],
  ['point', 'Rosalind Achebe opposed the renewal.', premium],
  ['point', 'Anne-Sophie Lefèvre asked the board to renew with Aldgate Mutual.', premium],
  ['point', 'Chloé Beaufort wanted to draw down half a million.', accounts],
  ['point', 'Gareth O’Donnell would rather not pay the commitment fee.', accounts],
  ['point', 'Revenue for October was £1.9 million.', accounts],
  ['point', 'Revenue was twelve per cent ahead.', accounts],
  ['point', 'Harwich had refused to pay the invoice.', accounts],
  ['point', 'The board had drawn down half a million.', accounts],
  ['point', 'HMRC had agreed the valuation.', scheme],
  ['point', 'Priya Nair proposed an amendment to four per cent.', scheme],
  ['point', 'Gareth O’Donnell proposed a pool of four per cent.', scheme],
  ['point', 'Quayside had outstanding quotes.', crane],
  ['point', 'Gareth O’Donnell withdrew because of the crane.', crane],
  ['action', 'Margaret Haldane to sign the quotes.', crane, 'Margaret Haldane'],
  ['action', 'Chloé Beaufort to award the crane contract.', crane, 'Chloé Beaufort'],
  ['point', 'Chloé Beaufort withdrew her proposal.', dividend],
  ['point', 'The interim dividend of ten pence was paid.', dividend],
  ['point', 'The engineers had doubled the provision for the Leeds site to £6.4 million.', remediation],
  ['point', 'The shareholders withdrew the amendment of the articles.', articles],
  ['action', 'The board to publish the remuneration of shareholders.', remuneration, 'The board'],
  ['point', 'The fee was approved by the committee.', audit],
  ['point', 'Henry promised to reduce the fee.', audit],
  ['point', 'The pension scheme was overdue.', internal],
  ['point', 'Nineteen actions were overdue.', internal],
  ['point', 'The treasury policy was approved in September.', treasury],
  ['point', 'The treasury policy was approved in March.', treasury],
  ['point', 'Ruth recommended that the risk appetite go from minimal to cautious.', cyber],
  ['point', 'Counsel was not comfortable with the indemnity.', licence],
  ['point', 'Veridian had approved the licence.', licence],
  ['point', 'Isla Drummond holds options in Veridian.', options],
  ['point', 'Giles Fenwick-Browne voted on the licence.', options],
  ['point', 'Planning permission had been obtained for the contractor.', cambourne],
  ['point', 'Lena Voss had appointed Brandt.', cambourne],
  ['action', 'Lena Voss to tell the agents.', stevenage, 'Lena Voss'],
  ['point', 'The agents had pulled out.', stevenage],
  ['point', 'The buyer had sold the Stevenage site.', stevenage],
  ['point', 'Margaret Haldane corrected the figure on page three.', corrected],
  ['point', "The landlord's solicitors had reported back.", lease],
  ['point', 'The Harwich invoice was paid.', accounts],
  ['point', 'EBITDA was twelve per cent of revenue.', accounts],
  ['point', 'Chloé Beaufort accepted the amendment.', scheme],
  ['action', 'Companies House to file the forms.', filed, 'Companies House'],
  ['point', 'Gareth O’Donnell deferred the crane contract.', crane],
  ['point', 'Siân Llewellyn signed the modern slavery statement.', slavery],
  ['point', 'The finance director doubled the provision.', remediation],
  ['point', 'Lord Ashcombe joined by telephone.', registrars],
  ['point', 'Computerline sent apologies.', registrars],
  ['point', 'Bea was the director of property services.', internal],
  ['point', 'Tomasz seconded the recommendation.', cyber],
  ['point', 'Noor al-Rashid was not comfortable with the indemnity.', licence],
  ['point', 'Giles Fenwick-Browne approved the licence.', licence],
  ['point', 'Dr Okonjo proposed the appointment of a director.', okonjo],
  ['action', 'Isla Drummond to see to the AP01.', okonjo, 'Isla Drummond'],
  ['point', 'Máire Ó Súilleabháin had pulled out.', stevenage],
]

/** Faithful, in words that take a reader: a person has to say so. */
export const cautious: ClaimCase[] = [
  ['point', "Siân Llewellyn was still waiting for the engrossment from the landlord's solicitors.", lease],
  ['point', 'Chloé Beaufort did not favour drawing on the facility because of the commitment fee.', accounts],
  ['point', 'Chloé Beaufort proposed an amendment to reduce the pool to four per cent.', scheme],
  ['point', 'Cash remained tight pending payment of the Harwich invoice.', accounts],
  ['point', 'Colm Rafferty was responsible for the gas safety actions.', internal],
  ['point', 'The treasury policy would be considered again in March.', treasury],
  ['point', 'The cover runs from 1 December for one year with Aldgate Mutual.', premium],
  [
    'action',
    'Siân Llewellyn to publish the modern slavery statement online by 30 November.',
    slavery,
    'Siân Llewellyn',
  ],
]
