import { months } from '../calendar-words.ts'
import { choosing, choosingAgain, deciding, past } from './deciding.ts'
import { because, type FoundDecision } from './found.ts'
import { doubtAt, withoutMinutes } from './mood.ts'
import { votedOn } from './minuted-votes.ts'
import { minutedWithdrawal } from './minuted-withdrawn.ts'
import * as say from './phrases.ts'
import { inParts, partsOfResolution, withParts } from './resolved-parts.ts'
import { isSpent } from './spent.ts'
import { contentOf, type Sentence } from './talk.ts'
import { addVotes, voteIn } from './votes.ts'
import { beforeInItem } from './written-headings.ts'

/** What minutes that somebody wrote say was decided: there nobody answers, and the words alone tell it. */

const adverb = String.raw`(?: (?:all|both|then|now|also|so|therefore|thereupon|thereby|hereby|formally|unanimously|duly|accordingly|subsequently|further|nem\.? con\.?|after (?:a )?(?:short |brief |full |some )?discussion))*`
const body = String.raw`(?:the |this )?(?:full |independent |remaining |other )?(?:board|committee|meeting|trustees|directors|governors|council|panel|members present)`
const voted = past([...deciding, 'determine', 'endorse'])
const named = `${past([...choosing, ...choosingAgain])}|co-opted|removed|instructed to enter`
const done = `(?:${voted}|${named}|carried|passed|confirmed|declared|granted|delegated|allotted|increased|waived)`
const noted = '(?:noted|received(?: and noted)?)'
const lost =
  '(?:rejected|refused|declined|lost|defeated|not (?:approved|adopted|agreed|accepted|carried|passed|supported))'
const number =
  '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)'
const putOff =
  '(?:referred back|remitted|deferred|postponed|adjourned|held over|put off|carried over|carried forward)'
const were = String.raw`(?:was|were|has been|have been)${adverb}(?:(?: taken as read| read| circulated| received)+,?(?: and)?)?`

const passive = new RegExp(
  String.raw`[\w.,)”']+ ${were} ${done}\b(?! (?:by (?!the (?:board|committee|meeting|members present|chair|directors|trustees)|a |all|show|majority|unanim|\d|${number})|in \d|under the|list|supplier|contractor|with (?!that|the (?:following|changes?|corrections?|amendments?|condition))))`,
)

type Form = { form: RegExp; outcome: FoundDecision['outcome'] }

/** Notes leave out verbs: "Both policies approved.", "Put off until the autumn." */
const brief = (words: string): RegExp =>
  new RegExp(
    String.raw`^(?:(?:(?!(?:was|were|is|are|be|had|has|have|not)\b)[\w'’-]+ ){1,6})?${words}(?: and (?:signed|noted|adopted))?(?: unanimously| nem\.? con\.?| by (?:all|both|a majority|the (?:board|committee|meeting|trustees|directors)).*)?[.]?$|^(?:unanimously |formally )?${words}(?:[,:]| (?:to|that|by|with|until|till|unanimously|as|subject|for|at|on)\b)`,
  )

/** In this order: the first that is found tells the outcome. */
const forms: Form[] = [
  {
    form: new RegExp(
      String.raw`\b(?:${body}(?: has| have)?${adverb} (?:agreed|decided|resolved)(?: to)? (?:to )?(?:defer|postpone|hold over|put off|adjourn)|it was${adverb} (?:agreed|decided|resolved) (?:to (?:defer|postpone|hold over|put off)|that .{3,80}? be (?:referred back|remitted|deferred|postponed|held over|put off)))\b`,
    ),
    outcome: 'deferred',
  },
  {
    form: new RegExp(
      String.raw`\b${body}(?: has| have)?${adverb} (?:deferred|postponed)\b|\b(?:item|decision|matter|resolution|proposal|motion|paper|appointment|consideration|approval|award|grant|question|report|plan|policy|budget)\b.{0,60}? ${were} ${putOff}\b`,
    ),
    outcome: 'deferred',
  },
  {
    form: new RegExp(
      String.raw`\b${body}${adverb} (?:rejected|refused|declined|voted against|did not (?:approve|agree to|accept|adopt|support))\b|\b(?:proposal|motion|resolution|amendment|application|request|offer|bid)\b.{0,80}? (?:${were} ${lost}|fell|failed|falls|fails)\b`,
    ),
    outcome: 'rejected',
  },
  {
    form: new RegExp(
      String.raw`^(?:it was${adverb} )?(?:(?:unanimously )?resolved|agreed|approved|decided)\b(?: unanimously)?:? ?(?:that|to|not to|as|an?\b|the\b)|^resolved\b:? ?no\b`,
    ),
    outcome: 'carried',
  },
  {
    form: new RegExp(
      String.raw`\bit (?:was|is|has been)${adverb} (?:resolved|agreed|decided|determined|recommended)\b(?! (?:with|on (?:that|this) point))`,
    ),
    outcome: 'carried',
  },
  {
    form: new RegExp(
      String.raw`\b${body}(?: has| have)?${adverb} (?:${voted}|${named}|confirmed (?!that|they|he|she)|delegated|granted|recommended|waived)\b(?! (?:with|on (?:that|this) point|about|by)\b)`,
    ),
    outcome: 'carried',
  },
  {
    form: passive,
    outcome: 'carried',
  },
  {
    form: /\b(?:seconded\b.{0,60}?|put(?: to the (?:vote|meeting))?),? and (?:was |were |it was )?(?:duly |unanimously |then )*(?:carried|approved|agreed|adopted)\b|\bdeclared (?:the |that the |it |.{1,60} )(?:to be |to have been |duly |was |were )*(?:carried|passed|elected|re-?elected|approved)\b/,
    outcome: 'carried',
  },
  {
    form: new RegExp(
      String.raw`\b${body}(?: has| have)?${adverb} (?:noted|received(?: and noted)?) (?=(?:the|an?|its|both|all|\w+['’]s)\b.{0,60}\b(?:reports?|accounts|papers?|updates?|figures|forecasts?|register|correspondence|letters?|statements?|results|position|briefing|presentation|valuations?|performance|summary|review|progress|schedule|dashboard|minutes)\b)|\b(?:reports?|accounts|papers?|updates?|figures|forecasts?|register|correspondence|letters?|statements?|results|position|briefing|presentation|minutes|valuations?|performance|summary|review|progress|plans?|dates?|schedule|risk register|dashboard)\b.{0,60}? ${were} ${noted}\b(?! that\b)`,
    ),
    outcome: 'noted',
  },
]

const briefly: Form[] = [
  { form: brief(putOff), outcome: 'deferred' },
  { form: brief(lost), outcome: 'rejected' },
  {
    form: brief(`(?:${voted}|${named}|confirmed|re-adopted)`),
    outcome: 'carried',
  },
  { form: brief(noted), outcome: 'noted' },
]

/** Nobody has put it to anybody, or it was put before. */
const nothing =
  /\bnothing (?:was|had been|further was) (?:decided|agreed|resolved)\b|\bapologies\b.{0,40} (?:noted|received)\b|^(?:there were )?no (?:\w+ ){0,3}interests? (?:was|were|had been|to be)(?: \w+)? declared\b/
const noDecision =
  /\bno (?:decisions?|resolutions?|votes?|action) (?:was|were|had been|has been)\b|^it was noted\b|\b(?:proposed|suggested|recommended|asked|requested|considered|discussed|hoped|queried|whether) (?:that )?.{0,80}\bbe\b.{0,40}$/
const openly = /\b(?:agreed|resolved|approved|decided|accepted)\b/
/** "had been approved", "approved by the members on 9 June 2025": it happened before. */
const before = new RegExp(
  String.raw`\b(?:(?:had|having) (?:been |already |previously )*(?:approved|agreed|resolved|adopted|decided|appointed|passed)|at (?:its|their|the) (?:\w+ )?meeting (?:in|of|on|held)|previously|already|earlier|last (?:year|month|meeting|time)|at the (?:last|previous|\w+) meeting (?:it|the|that)|since the last)\b|\b(?:passed|approved|agreed|adopted|appointed|elected) (?:by \w+ \w+ )?(?:at the (?:last|previous)|on (?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:${months.join('|')})|in (?:(?:19|20)\d\d|${months.join('|')}))\b`,
)
const resolves =
  /\b(?:resolved|resolution|carried|passed|elected|re-?elected|appointed|re-?appointed|adopted|declared|allotted)\b/
const proposer = /\b(?:[Pp]roposed|[Mm]oved) by (?<who>(?:\p{Lu}[\p{L}\p{M}.'’-]*\.? ?){1,4})/u
const seconder = /\b[Ss]econded by (?<who>(?:\p{Lu}[\p{L}\p{M}.'’-]*\.? ?){1,4})/u

/** "MF agreed.": one of them, and not the meeting. */
const byOne =
  /^(?:\p{Lu}{2,3}|(?:Mr|Mrs|Ms|Miss|Dr|Sir|Dame|Cllr|Rev)\.? \p{Lu}[\p{L}'’-]+|He|She) (?:also |then )?(?:agreed|accepted|noted|confirmed|declined|refused)\b/u
/** "The Council has decided to collect on Thursdays": of the town, where another body meets. */
const byCouncil = /\bcouncil(?:['’]s)?(?: has| have| had)?(?: \w+)? \w+$/
const ownBodies = /\b(?:board|committee|directors|trustees|governors|company|limited)\b/

const proposes =
  /\b(?:proposed|moved|put|sought|asked)\b.{0,60}? (?:that|to)\b|^(?:ordinary |special )?resolution \w+:? |\bproposal (?:that|to|for)\b/
/** Words of how it went, and none of what. */
const ofForm =
  /^(?:motion|resolu|specia|ordina|carrie|passed|approv|agreed|unanim|propos|favour|agains|adopte|accept|declar|president|presid|chair|chairm|hands|show|votes?|voting|being|having|therea|accord|second|seven|report|noted|receiv)$/
/** So many sentences before it the motion may stand. */
const reach = 8

/** "Agreed, up to £150.": on what terms stands with the outcome alone. */
const hasTerms = /[£$€]|\b(?:up to|no more than|at most|subject to|provided|on condition|as long as)\b/

const nameIn = (text: string, form: RegExp): string | null => form.exec(text)?.groups?.who?.trim() ?? null

/** In the order of the minutes. */
export function minutedDecisions(talk: readonly Sentence[]): FoundDecision[] {
  const all: FoundDecision[] = []
  for (const sentence of talk) {
    // A part of a resolution is none by itself.
    if (all.at(-1)?.sentences.includes(sentence)) continue
    const found = votedOn(sentence) ?? minutedWithdrawal(sentence, talk) ?? minuted(sentence, talk)
    if (found && !isNotedAgain(found, all.at(-1))) all.push(found)
  }
  return all
}

/** By whom: "by the board" is this meeting, "by the landlord" is none of its decisions. */
const byOthers =
  /^(?: (?:unanimously|nem con|in principle|formally|subsequently))*,? by (?!the (?:board|committee|meeting|members present|chair|directors|trustees|governors|council|panel|majority|casting vote|requisite)\b|this |all\b|an? |show|majority|consensus|acclamation|unanim|consent|written|poll|\d)/
const byNumber = new RegExp(`^,? by ${number}\\b`)
/** "Members of the residents' club agreed", "the shareholders agreed": another body, or somebody's. */
const isOfOthers = (plain: string, at: RegExpExecArray): boolean => {
  const after = plain.slice(at.index + at[0].length)
  const lead = plain.slice(0, at.index)
  return (
    (byOthers.test(after) && !byNumber.test(after)) ||
    // "Hale's quotation was accepted" is of this meeting.
    (!/ (?:was|were|been) /.test(at[0]) && /(?:['’]s?|\bof the|\bof an?|\bits|\btheir) $/.test(lead))
  )
}
/** Those who meet here say at the head of their minutes what they are. */
const isOfTown = (found: string, talk: readonly Sentence[]): boolean =>
  byCouncil.test(found) &&
  talk.slice(0, 6).some(({ plain }) => ownBodies.test(plain)) &&
  !talk.slice(0, 2).some(({ plain }) => /\bcouncil\b/.test(plain))
/** "The board agreed that it could not decide", "the meeting was declared closed". */
const isNoMatter = (plain: string, at: RegExpExecArray): boolean => {
  const after = plain.slice(at.index + at[0].length)
  if (/\bdeclared (?:\w+ )?(?:closed|open|quorate|adjourned)\b/.test(plain)) return true
  return (
    (/\bagreed$/.test(at[0]) &&
      /^ that\b/.test(after) &&
      !/\b(?:be|should|would|will|shall|to|may)\b/.test(after)) ||
    // "It was agreed that it is out of tune" tells what they think.
    (/\bagreed that$/.test(at[0]) &&
      /^ (?:it|this|that|they|these|he|she|there) (?:is|are|was|were|had|has)\b/.test(after))
  )
}
const tells =
  /\b(?:asked|said|explained|reported|recalled|thought|hoped|informed|understood|told|stated|suggested|proposed that|believed|advised|mentioned|observed|pointed out|felt|whether|wondered|queried|reminded|noted that|heard|learned|confirmed that)\b/
/** "Ms Fox asked if the lease was approved": but not "…, and it was agreed that". */
const isTold = (lead: string): boolean =>
  tells.test(lead) && !/(?:[,;:]|\band|\bbut)\s*(?:the |an? )?$/.test(lead)
const person =
  /\b(?:mr|mrs|ms|miss|dr|sir|dame|auditors?|directors?|chair\w*|treasurer|secretary|he|she|they|both)\b/
/** A passive tells what the meeting did where its subject is of a meeting's business. */
const isOfBusiness = (plain: string, at: RegExpExecArray, form: RegExp): boolean => {
  if (form !== passive) return true
  const clause = plain
    .slice(0, at.index + at[0].length)
    .split(/;|\band (?=the |an? )/)
    .at(-1)!
  return (
    say.business.test(clause) ||
    /\b(?:quotations?|tenders?|requests?|applications?|register|nominations?)\b/.test(clause) ||
    isSpent(clause) ||
    /^ ?(?:they|these|those|it|this|both|all)\b/.test(clause) ||
    (/\b(?:re-?)?(?:appointed|elected)$/.test(at[0]) && person.test(clause))
  )
}

/** "Mr Low voted against." */
const isOnVote = ({ plain, words }: Sentence): boolean =>
  words <= 14 &&
  /\b(?:votes?|voted|abstain\w*|abstentions?)\b/.test(plain) &&
  !forms.some(({ form }) => form.test(plain))

/** "The report was received. … It was noted." */
const isNotedAgain = (found: FoundDecision, last: FoundDecision | undefined): boolean =>
  found.outcome === 'noted' &&
  last?.outcome === 'noted' &&
  last.sentences.at(-1)!.segments.at(-1) === found.sentences.at(-1)!.segments.at(-1)

/** "The resolution was carried": what was proposed before it. */
function matterOf(
  sentence: Sentence,
  outcome: FoundDecision['outcome'],
  talk: readonly Sentence[],
): Sentence | null {
  if (contentOf(sentence.plain).some((word) => !ofForm.test(word))) return null
  const before = beforeInItem(sentence, talk, reach)
  if (outcome === 'noted') return before.at(-1) ?? null
  return before.findLast(({ plain }) => proposes.test(plain)) ?? before.at(-1) ?? null
}

function minuted(sentence: Sentence, talk: readonly Sentence[]): FoundDecision | null {
  if (sentence.isQuestion || sentence.speaker !== null) return null
  const parts = partsOfResolution(sentence, talk)
  const { plain, text } = withParts(sentence, parts)
  for (const { form, outcome } of [...forms, ...briefly]) {
    const at = form.exec(plain)
    if (!at || isOfOthers(plain, at) || (outcome === 'carried' && isNoMatter(plain, at))) continue
    if (nothing.test(plain) || byOne.test(text.slice(at.index)) || isOfTown(at[0], talk)) return null
    if (noDecision.test(plain) && !openly.test(at[0])) return null
    const end = at.index + at[0].length
    const mood = outcome === 'rejected' || outcome === 'deferred' ? null : doubtAt(sentence, end, 0)
    if (mood === 'hypothetical' || mood === 'negated' || mood === 'others') return null
    const isHearsay = isTold(plain.slice(0, at.index)) || !isOfBusiness(plain, at, form)
    const isBefore = mood !== null || (before.test(withoutMinutes(plain)) && !/\bdeclared\b/.test(plain))
    const matter = parts.length > 0 ? null : matterOf(sentence, outcome, talk)
    const sentences = matter ? [matter, sentence] : [sentence, ...parts]
    const next = talk[sentences.at(-1)!.index + 1]
    const vote = addVotes(voteIn(plain), next && isOnVote(next) ? voteIn(next.plain) : null)
    return {
      ...{ sentences, about: matter && !hasTerms.test(plain) ? [matter] : sentences, outcome, vote },
      kind: resolves.test(plain) ? 'resolution' : 'decision',
      proposer: nameIn(text, proposer),
      seconder: nameIn(text, seconder),
      condition: say.conditionIn(plain),
      doubt: isBefore ? because.recalled : isHearsay ? because.unclear : null,
      rule: parts.length > 0 ? inParts : 'minuted',
    }
  }
  return null
}
