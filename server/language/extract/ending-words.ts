import { dayPattern, monthPattern } from '../calendar-words.ts'
import { ordinals } from '../figures.ts'
import type { FoundDecision } from './found.ts'

/** The ordinary words in which something is withdrawn, refused, put off or noted. All are read in small letters. */

export type Outcome = Extract<FoundDecision['outcome'], 'withdrawn' | 'rejected' | 'deferred' | 'noted'>

/** A way to say how something ended. */
export type EndingForm = {
  outcome: Outcome
  form: RegExp
  /** Only whoever put it can say so. */
  own?: true
  /** It says by itself that this is how it is; else somebody else must agree. */
  firm?: true
  /** It says of itself what it means: "a no to the minibus". */
  named?: true
  /** Only after "I won't put it now": after a decision it is when that is looked at again. */
  leftOut?: true
}

const thing =
  '(?:motion|resolution|proposal|request|application|recommendation|suggestion|idea|bid|item|paper|claim)'
const it = String.raw`(?:it|that|this|them|those|that one|this one|(?:the|my|our|this|that) (?:\w+ )?${thing})`
const i = String.raw`\bi(?:'m| am|'ll| will| shall|'d| would)?(?: (?:going|happy|content|prepared|minded|glad) to| like to| better)?(?: now| then| therefore| formally| hereby| just)*`

/** A time that is not today's: "the next meeting", "November", "the autumn", "the ninth". */
const later = String.raw`(?:the |our |another |a |mid-|early |late |this )?(?:next (?:meeting|time|one|month|week|year|quarter|board|committee|(?:${monthPattern}|${dayPattern}))|(?:following|coming) \w+|(?:${monthPattern})|(?:${dayPattern})|new year|spring|summer|autumn|winter|easter|christmas|(?:agm|egm)|special meeting|extraordinary meeting|[\w-]+ (?:meeting|board|agm)|(?:\d+(?:st|nd|rd|th)|${[...ordinals.keys()].join('|')})(?= of (?:${monthPattern})|[.,!]|$)|demo|full (?:meeting|board))\b`
/** "Until we know who is going to be steward" */
const until = String.raw`(?:until|till) (?!then\b|the end of (?:the |this )?meeting|after (?:lunch|the break)|lunch)\S+`
const when = String.raw`(?:${until}|(?:to|for|in|at|on|over to) ${later}|pending \S+)`
const object = String.raw`(?:(?:[\w'£-]+ ){1,6}?)`
const we = String.raw`\b(?:we'll|we will|we shall|let's|let us|we(?:'re| are) going to|we(?: have|'ve got|'ll have) to|i think we(?:'ll)?|i suggest we|i(?:'d| would) suggest we|i(?:'d)? say we|i(?:'d)? propose we)(?: just| now| therefore| all| then)*`
const goes = String.raw`(?:is|are|'s|gets?|stays?|stands?|goes|will be|'ll be|has been|we have)(?: now| therefore| then)*`
const puts = String.raw`(?:held over|held off|held|deferred|postponed|put off|put back|put over|carried over|carried forward|left over|left|parked|adjourned|over)`

export const endings: readonly EndingForm[] = [
  {
    outcome: 'withdrawn',
    own: true,
    form: new RegExp(
      String.raw`${i} withdraw(?:ing)?(?: ${it}\b(?! (?:remark|comment|vote|question|objection|point)\b)|(?=[.,;!]|$| for now| then))`,
    ),
  },
  {
    outcome: 'withdrawn',
    own: true,
    form: new RegExp(
      String.raw`\bi(?:'m not going to| am not going to| shan't| shall not| won't| will not|'ll not) (?:press|pursue|insist on|proceed with|go on with|move) ${it}\b`,
    ),
  },
  {
    outcome: 'withdrawn',
    own: true,
    form: new RegExp(
      String.raw`${i} (?:drop|pull|retract|scrap|take back) ${it}(?=[.,;!]|$| then| for now)|${i} take ${it} off the table\b`,
    ),
  },
  {
    outcome: 'withdrawn',
    own: true,
    form: new RegExp(
      String.raw`^(?:(?:so|then|okay|ok|right|fine|well|in that case|yes|no)[,.]? )*(?:please )?(?:scrap|drop|forget|strike|ignore|cancel) (?:that|the|my|this) ${thing}\b`,
    ),
  },
  {
    outcome: 'withdrawn',
    firm: true,
    form: new RegExp(
      String.raw`^(?:(?:so|then|okay|right|good|thank you|very well|fine|well|and)[,.]? )*(?:that|it|this|that one|(?:the|that|this|[\w']+'s) ${thing})(?:'s| is| has been)(?: now| then| therefore| duly| accordingly)* withdrawn(?=[.,;!]|$| then| by| and)`,
    ),
  },
  {
    outcome: 'rejected',
    firm: true,
    named: true,
    form: /\b(?:it's|that's|it is|that is|the answer(?:'s| is)) (?:going to be |got to be |still )?a? ?no(?=(?: to (?:the|that|a|any|his|her|their|mr|mrs|ms|dr|£?\d)| from (?:us|me|the)| for (?:now|the present|this)| this|,? i'm (?:afraid|sorry)|, then)\b|[,;] this\b)/,
  },
  {
    outcome: 'rejected',
    firm: true,
    form: new RegExp(
      String.raw`\b(?:i'm|i am|we're|we are)(?: afraid)?(?: going to| having to)? (?:say(?:ing)? no to|turn(?:ing)? down|refus(?:e|ing)|declin(?:e|ing)) (?!to\b|myself\b)\S|\b(?:we|i)(?:'ll| will| shall| must| have to|'ll have to)? (?:say no to \S|turn (?:${it}|the [\w' -]{2,40}?) down\b)`,
    ),
    named: true,
  },
  {
    outcome: 'rejected',
    firm: true,
    form: new RegExp(
      String.raw`\b(?:that|it|this|(?:the|that) ${thing})(?:'s| is)(?: therefore| then| clearly)? not (?:(?:going|gone) through|going ahead|going to (?:happen|go ahead|go through)|proceeding)\b(?! (?:until|till|before|unless|yet|if)\b)`,
    ),
  },
  {
    outcome: 'deferred',
    firm: true,
    named: true,
    form: new RegExp(
      String.raw`${we} (?:(?:leave|hold|put|carry|park|keep|postpone|defer) ${object}(?:(?:over|off|back) )?${when}|(?:hold off|wait|hold on)(?: on ${object}?)? ?${until})`,
    ),
  },
  {
    outcome: 'deferred',
    firm: true,
    named: true,
    form: new RegExp(
      String.raw`(?:\b|(?='s))${goes} ${puts}(?: over| back)? (?:${when}|(?=[.,]|$))|\bgoes over (?:as well |too )?to ${later}|\bwe hold (?:${object})?(?:off|over) ${when}`,
    ),
  },
  {
    outcome: 'deferred',
    form: new RegExp(
      String.raw`\b(?:it|that|this|that one|they|those)(?:'ll| can| will| should| must| had better| may as well| has to)(?: have to| just)? wait (?:for ${later}|${until})|\b(?:it|that|this) can wait[.,]`,
    ),
  },
  {
    outcome: 'deferred',
    form: new RegExp(
      String.raw`^(?:(?:yes|yeah|no|so|then|okay|right|well|fine|i'd)[,.]? )*(?:leave|hold|park|put|defer|postpone) (?:it|that|this|them|that one)(?: over| off| back)? ${when}`,
    ),
  },
  {
    outcome: 'deferred',
    firm: true,
    leftOut: true,
    form: new RegExp(
      String.raw`${we} (?:come back to|look (?:again )?at|return to|decide|settle|take|revisit|do) (?:it|that|this|them|that one|this one)(?: again| then)? (?:in|at|on|over to)? ?(?:${later}|${until})`,
    ),
  },
  {
    outcome: 'noted',
    firm: true,
    form: /^(?:[a-z]+[,.!]? ){0,8}we(?:'ll| will| shall)?(?: just| simply| all| therefore| duly)* note (?:that|it|this|them|those)(?=[.!]|$| with (?!(?:you|him|her|them)\b)|,? (?:then|gladly|for now|and thank|and move on|with (?:thanks|relief|pleasure|regret|sadness|interest|concern)))/,
  },
]

/** "We're not ready on this one.": said before the day to which it is put off. */
export const notReady =
  /\bwe(?:'re| are)(?: really| just| clearly)? not (?:ready|in a position)\b(?! (?:to (?:start|begin|open|vote yet)|yet to start))|\bi don't think we(?:'re| are) (?:ready|in a position)\b|\bwe (?:can't|cannot) (?:decide|settle|agree|approve|recommend) (?:it|that|this|them)(?: to the board)? (?:today|tonight|now|yet)\b/

/** A day to which it goes, whoever does what before. */
export const toLater = new RegExp(
  String.raw`\b(?:look at|come back to|return to|decide|settle|discuss|bring|take|see) (?:it|that|this|them)(?: again| back)? (?:in|at|on) ${later}|\b(?:in|at|on|until|till|for) ${later}[.?!]?$`,
)

/** "July, then.", "November it is.": the day that somebody named before. */
export const dayThen = new RegExp(
  String.raw`^(?:(?:right|okay|good|yes|so|fine|agreed)[,.]? )*(?:till |until )?(?<day>${later})(?:,? then| it is)(?: then)?[.!]?$`,
)
