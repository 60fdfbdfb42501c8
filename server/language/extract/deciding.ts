/** The verbs in which a meeting decides, in one place: each rule says which of them it takes, and in what form. */

/** Its other forms: "agrees" or "agree", and "agreed". */
const forms = {
  accept: ['accepts?', 'accepted'],
  adopt: ['adopts?', 'adopted'],
  agree: ['agrees?', 'agreed'],
  appoint: ['appoints?', 'appointed'],
  approve: ['approves?', 'approved'],
  authorise: ['authorises?', 'authorised'],
  carry: ['carr(?:y|ies)', 'carried'],
  confirm: ['confirms?', 'confirmed'],
  consent: ['consents?', 'consented'],
  decide: ['decides?', 'decided'],
  declare: ['declares?', 'declared'],
  decline: ['declines?', 'declined'],
  delegate: ['delegates?', 'delegated'],
  determine: ['determines?', 'determined'],
  elect: ['elects?', 'elected'],
  endorse: ['endorses?', 'endorsed'],
  grant: ['grants?', 'granted'],
  pass: ['pass(?:es)?', 'passed'],
  ratify: ['ratif(?:y|ies)', 'ratified'],
  reappoint: ['re-?appoints?', 're-?appointed'],
  receive: ['receives?', 'received'],
  reelect: ['re-?elects?', 're-?elected'],
  refuse: ['refuses?', 'refused'],
  reject: ['rejects?', 'rejected'],
  resolve: ['resolves?', 'resolved'],
  sanction: ['sanctions?', 'sanctioned'],
} as const satisfies Record<string, readonly [now: string, past: string]>

export type DecidingVerb = keyof typeof forms

/** Those that every rule takes, whatever is decided. */
export const deciding = [
  'accept',
  'adopt',
  'agree',
  'approve',
  'authorise',
  'decide',
  'ratify',
  'resolve',
] as const
/** Those that are said of people. */
export const choosing = ['appoint', 'elect'] as const
export const choosingAgain = ['reappoint', 'reelect'] as const

/** For a pattern, to be put in brackets: "agrees?|decides?". */
export const now = (verbs: readonly DecidingVerb[]): string => verbs.map((one) => forms[one][0]).join('|')
/** "agreed|decided". */
export const past = (verbs: readonly DecidingVerb[]): string => verbs.map((one) => forms[one][1]).join('|')
export const nowOrPast = (verbs: readonly DecidingVerb[]): string => `${now(verbs)}|${past(verbs)}`
