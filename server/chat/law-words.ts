import { alternatives } from '../language/alternatives.ts'

/** What the law asks of a company is asked for in everyday words, and stands in others in the knowledge base. */

const registrar = String.raw`(?:companies house|the registrar(?: of companies)?)`
/** "Tell Companies House", "let the registrar know". */
const telling = new RegExp(
  String.raw`\b${alternatives([
    `(?:tell|telling|inform|informing|notify|notifying|update|updating|let|letting|say to|report to) ${registrar}`,
    `${registrar} (?:(?:has to|must|needs to|should) )?(?:be (?:told|informed|notified)|know|hear)`,
  ])}\b`,
  'i',
)
/** A duty, and how long there is for it; "did we", "who told" and "has it been" ask what happened. */
const duty = new RegExp(
  String.raw`\b${alternatives([
    'how (?:long|soon|quickly|fast|many days)|deadline|time limit|by when|within what',
    'when (?:must|do|does|should|have)',
    `(?:do|does) ${alternatives([
      'we|i|you|one|it|a company|the company|companies|directors',
      'anybody|anyone|somebody|someone',
    ])} (?:have|need)`,
    'must|have to|need to|required|obliged|has to',
  ])}\b`,
  'i',
)
const happened = /\b(?:did|have we told|has it been|has anybody|has anyone|who (?:told|will|is going))\b/i

/** What of a company changes, as people say it; and the law's words for it. */
const changes: [RegExp[], string][] = [
  [
    [
      /\bdirectors?\b/i,
      new RegExp(
        String.raw`\b${alternatives([
          String.raw`resign\w*|leav\w+|left|quits?|stepp?\w* down|step\w* off|goes|gone|going|ceas\w+|retir\w+`,
          String.raw`die[sd]?|death|remov\w+|sacked|dismissed|depart(?:s|ed|ing)?`,
        ])}\b`,
        'i',
      ),
    ],
    'change of directors, ceases to be a director',
  ],
  [
    [
      /\bdirectors?\b/i,
      new RegExp(
        String.raw`\b${alternatives([
          String.raw`new|another|additional|appoint\w*|join\w*|becom\w+|became|elect\w*|hir\w+|recruit\w*`,
          String.raw`take[ns]? on|taking on|took on|add\w*`,
        ])}\b`,
        'i',
      ),
    ],
    'change of directors, becomes a director, appointment',
  ],
  [[/\bdirectors?\b/i, /\bchang\w+\b/i], 'change of directors'],
  [
    [/\b(?:registered office|office|address)\b/i, /\b(?:mov\w+|new|chang\w+|another|different)\b/i],
    'change of the registered office address',
  ],
  [[/\bshares?\b/i, /\b(?:new|issu\w+|allot\w+)\b/i], 'return of allotment of shares'],
  [[/\b(?:mortgages?|charges?|debentures?|secured loans?)\b/i], 'registering a charge, mortgage, debenture'],
]

/**
 * The law's own words for what has to be told to the registrar.
 * @returns null where the question asks for something else, or for what a meeting did
 */
export function inWordsOfLaw(question: string): string | null {
  if (!telling.test(question) || !duty.test(question) || happened.test(question)) return null
  const change = changes.find(([signs]) => signs.every((sign) => sign.test(question)))
  return change === undefined ? null : `Telling the registrar, notice: ${change[1]}`
}
