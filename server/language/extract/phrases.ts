import { choosing, deciding, now, past } from './deciding.ts'

/** The words in which meetings put things to each other and say how it went. All are read in small letters. */

const first =
  (...forms: RegExp[]) =>
  (plain: string): RegExpExecArray | null => {
    for (const form of forms) {
      const found = form.exec(plain)
      if (found) return found
    }
    return null
  }

const matter = String.raw`(?:motion|resolution|amendment|proposal|recommendation|amended (?:motion|resolution)|resolution (?:\w+)|motion (?:\w+))`

/** Puts something as a motion. */
export const putFormally = first(
  /\bi(?:'d like to|'ll| would like to| will| want to| hereby| formally| can)?(?: formally| then| therefore)? (?:propose|move) (?!on\b|to the next|along|swiftly|quickly|over|ahead|house)/,
  /\b(?:the |a |this |that |first |next |second |'s )?(?:motion|resolution|proposal)(?: before (?:you|us|the (?:board|meeting))| in front of (?:you|us)| on the table| here| \w+)? (?:is (?:that|to|for|the)|reads|is,|asks)\b/,
  /^(?:ordinary |special )?(?:resolution|motion|number) (?:\w+),? (?:is |that |to |the |an? )(?!(?:therefore |duly |now |also |accordingly |unanimously |not )*(?:carried|passed|lost|approved|agreed|adopted|defeated|rejected|withdrawn|clearly)\b)/,
  /^(?:ordinary |special )?resolution \w+\b[^.;?]{0,80}?\b(?:is|as) an? (?:ordinary|special|advisory) resolution\b/,
  /\b(?:proposed|moved) by\b|^(?:\w+ ){1,3}(?:proposes|moves) (?:that|to) /,
  /\b(?:this|the) (?:meeting|board|company) (?:hereby )?(?:resolves|instructs|calls upon|asks)\b/,
  /\b(?:put|putting) (?:it|that|this|the (?:motion|resolution|question|matter))(?: then| formally)? to (?:the |a )?(?:vote|meeting|board|members|floor|show)\b/,
  /\b(?:all )?those (?:in favour\b|for\?)|\ball in favour\b|^(?:in favour|for)\?|\b(?:a|on a|by a|take a) show of hands\b|^show of hands\b|\bhands up(?: for)?\b|\bvote on (?:it|that|this)\b/,
  /\bthe (?:board|committee|meeting) is (?:asked|invited|recommended) to\b|\bi (?:need|ask|invite|want|'d ask|would ask) the (?:board|committee|trustees|members|meeting|directors) to (?:approve|agree|adopt|resolve|note|accept|authorise)\b/,
)

/** Asks whether all agree. For questions. */
export const asksAll = first(
  /\b(?:can|may|could|shall|do|should) (?:i|we) (?:take it|take that|take (?:them|those|these|it|the minutes) as|assume|say|record|minute|agree|approve|note|conclude|adopt|sign)\b/,
  /\b(?:are|is) (?:we|you|everyone|everybody|the board|the committee|trustees|people|all|members|you both|that)(?: all| both)?(?: (?:agreed|happy|content|comfortable|ok|okay|all right|alright|in agreement|minded|of one mind|good|settled|fair|the feeling|the mood|acceptable))\b/,
  /\b(?:everyone|everybody|all|we|people|both)(?: all)? (?:happy|content|agreed|comfortable|ok|okay|all right with|alright with|in agreement)\b|^all agreed\b|^agreed\?|^happy\?|^content\?|^everyone\?|^any(?:one|body) (?:not (?:fine|content|happy)|unhappy|want to change anything)/,
  /\bany (?:objections?|dissent|further objections?|opposition|one against|body against|corrections|changes|amendments|comments on (?:the|them|those|that)|comments from any(?:one|body))\b|\bdoes any(?:one|body) (?:object|disagree|oppose|dissent)\b|\banyone (?:against|opposed|not happy|unhappy|object|disagree)|\banybody (?:against|opposed|object|disagree)/,
  /\bshall we (?:go|say|do|approve|agree|adopt|accept|appoint|sign|proceed|set|take|hold|leave|put|make|just)\b|\bdo we (?:approve|agree|accept|adopt|all agree)\b|\bis it (?:therefore |then )?(?:agreed|approved|resolved)\b|\bare we (?:all )?(?:approving|adopting|accepting|agreeing|recommending)\b|\bany points of accuracy\b|\b(?:does|do) (?:the )?(?:board|committee|trustees|directors|members|meeting|everyone|everybody) (?:all )?(?:agree|approve|accept|adopt|support|endorse|consent)\b|^(?:and |so )*happy to (?:note|approve|accept|agree|adopt|receive)\b/,
)

/** Says for all what they think or want, and waits for who contradicts. */
export const saysForAll = first(
  /\b(?:i think )?the (?:feeling|mood|sense|view|consensus|will) of the (?:board|committee|meeting|trustees|room) (?:is|seems)\b/,
  /\bi (?:sense|gather|take it|think|suggest)(?: that)? (?:we're|we are|the (?:board|committee|meeting|trustees)(?:'s| is)?) (?:all )?(?:willing|agreed|content|happy|minded|of the view|satisfied|declines?|approves?|accepts?|prepared)\b/,
  /\bi take it (?:that )?(?:the (?:board|committee|meeting|trustees)|we|everyone|all)\b/,
  /^(?:then |so |and |therefore |accordingly )*(?:the )?(?:committee|board|trustees|meeting|we) (?:therefore |then |accordingly )?(?:recommends?|is satisfied|are satisfied|accepts?|endorses?|declines?)\b/,
  /^(?:then |so |and |okay |right )*(?:we'd|we would) like to (?:accept|approve|proceed|go|appoint|decline)\b/,
  /^(?:then |so |okay |right |well |fine )*(?:let's|let us) (?!see|look|hear|start|begin|move|come|turn|take the|take item|have a look|hope|think|say hello|face|not (?:forget|get|go|start|be|rush|pretend|kid|dwell|worry|argue)|be|pause|get on|get started|crack|talk|go through|go back|go round|ask|break|do the|kick|leave the|return|recap|remember|imagine|suppose|assume|wait and see|call it a day|deal with|focus|keep it|keep to|finish|stop there|press|go to)\w+/,
  /^(?:then |so |okay |right |well |fine )*(?:we'll|we will|we shall|we're going to|we are going to) (?:take (?:those|them|that|these|it) as|go (?:with|for|ahead)|proceed|adopt|approve|accept|appoint|stick with|keep|stay with|instruct|decline|reject|not)\b/,
)

/** What somebody would do, as an idea. */
export const suggests = first(
  /\b(?:i(?:'d| would)? (?:suggest|recommend|propose)|my (?:recommendation|proposal|suggestion)(?: would be| is)|why don't we|how about we|i'd say|i would say|could we (?:just )?(?:agree|say|do|go)|the (?:recommendation|suggestion) (?:is|would be)|we should (?:go|approve|adopt|appoint|accept|keep|set|move|raise|take|use|buy|sign|stay)|i(?:'d| would) (?:go (?:for|with)|be for|vote for|be in favour)|what if we|shall we(?! (?:begin|start|crack|kick|make a start|get (?:going|on|started)|move on|carry on|go on|break|pause|turn|have a (?:break|look))))\b/,
)

export const secondsIt = first(
  /\b(?:i(?:'ll|'m happy to| will| can| am happy to|'d)? second(?:ed| it| that)?\b(?! (?:that )?(?:question|point|thought|concern))|^seconded|happy to second|^i'll second)/,
)

const ordinal =
  '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|first|second|third|fourth|fifth|sixth|\\d{1,2})'
const callsIt = new RegExp(
  String.raw`^(?:(?:and|so|then|next|now|lastly|finally|thank you|right)[,.]? )*(?:(?:number|resolution|motion|the) )*${ordinal}(?:,? (?:to|that|which|is to|is an? (?:\w+ )?(?:resolution|motion) (?:to|that))|, (?:the|an?|is)) [\w'-]+ [\w'-]+`,
)

/** "Three, to declare a final dividend", "number five, that Mr Boyle be re-elected". */
export const callsMotion = (plain: string): boolean => callsIt.test(plain)

/** What meetings approve, when they say no more than "approved". */
export const business =
  /\b(?:minutes|accounts?|report|policy|policies|budget|resolution|(?:re-?)?appointment|(?:re-?)?election|strategy|plan|dividend|mandate|contract|agreement|lease|terms|changes|comments|questions|corrections|paper|form|schedule|shares|allot|transfer|proposal|recommendation|expenditure|spend|invoice|quote|fee|rate|rent|salary|bonus|pounds|per cent|thousand|million|£|%)\b/

/** Agrees to it; the whole of a short sentence. */
export const assents =
  /^(?:(?:oh |and |well |um |very )?(?:yes|yeah|yep|yup|aye|ayes|agreed|approved|approve|happy|content|fine|same here|same|me too|me as well|likewise|absolutely|certainly|definitely|of course|sure|no objections?|none|no dissent|nothing from me|hear,? hear|i agree|i approve|i'm happy|i'm content|i'm in|in favour|all good|so do i|so am i|and me|for|support(?:ed|ive)?|i support|i'm in favour|i'm for (?:it|that)|yes from me|fully|no issues?|no problem|i'd support (?:that|it)|happy with that|fine by me|fine with me|that's fine|that's fair|fair enough|go for it|very good|very well|very much so|reluctantly|suits me|works for me|good with me|good|i can (?:live|go along) with (?:that|it)|i'd go along with (?:that|it)|both|all of us|me|i am|it is|we are|we do|i do|decline|in favour|three ayes|two ayes)\b[\s,.!;:—-]*)+(?:(?:by|with|from|to|for|under) (?:me|us|that|it|both of us|this end|my side|protest).*|,? (?:yes|chair|chairman|sarah)|thank you.*|, [a-z]+)?[.!]*$/

/** "Yes, yes, and from Martin a reluctant yes": what others answered. */
export const tellsAssent = /^(?:yes|yeah|aye)\b.* (?:yes|aye)[.!]?$/

export const dissents = first(
  /\b(?:i (?:disagree|object|oppose|can't (?:support|agree|vote for|go along)|cannot (?:support|agree|vote for)|don't (?:agree|support|like)|won't (?:support|vote for)|vote against)|i(?:'m| am) (?:against|opposed|not (?:happy|comfortable|content|convinced|sure|in favour)|voting against|uncomfortable)|not (?:happy|comfortable) with|strongly disagree|put me down against|i'd (?:rather|be uncomfortable|be against|prefer))\b/,
  /^(?:no|hold on|hang on|just a (?:minute|moment)|well,? no|actually no|not (?:yet|really|me|from me))\b/,
)

/** How it went. Only with something put. */
export const carries = first(
  new RegExp(
    String.raw`\b(?:the )?(?:${matter}|vote)(?:'s| is| was| are| has been|, as amended, is| as amended is| has| have)? (?:therefore |duly |accordingly |unanimously |clearly |all |comfortably )*(?:carried|passed|carries|passes|approved|adopted|agreed|resolved)\b(?! (?:over|by (?:email|then)))`,
  ),
  new RegExp(
    String.raw`\b(?:the )?(?:${matter}|vote|that|it|they|which|this|item|all \w+)(?:'s|'re| is| are| has been|, as amended, is| as amended is) (?:therefore |duly |accordingly |unanimously |clearly |all |comfortably )*(?:so )?(?:carried|passed|approved|adopted|agreed|resolved|settled|decided|elected|accepted|done)\b(?! (?:over|forward|by (?:email|then)))`,
  ),
  /^(?:(?:unanimously|duly|all|so|then|and|therefore|accordingly|then that's|that's|it's|on that basis|with that)[,.]? )*(?:so )?(?:carried|passed|resolved|approved|agreed|adopted|re-adopted|accepted|done|settled|recommended|delegated|elected|re-elected|noted and approved)\b(?:[, ]+(?:then|unanimously|nem\.? con\.?|thank you|thanks|good|with .*|as amended.*|subject to .*|everyone|all|by \d.*|by \w+ votes.*|on a (?:show|poll).*|as an? (?:special|ordinary) resolution.*|by (?:more than|over|well over|a (?:large |clear |comfortable )?majority|the (?:required|requisite|necessary)).*|with (?:more than|over) .*|and .*|in that form.*))*[.!]?$/,
  // "Bob, you're re-elected."
  /^(?:[\w'-]+[, ]+){0,3}(?:you(?:'re| are)|(?:he|she)(?:'s| is)) (?:therefore |accordingly |both |all )*(?:(?:duly )?re-?(?:elected|appointed)|duly (?:elected|appointed))(?=[.,!]|$| (?:as|unanimously|and)\b)/,
  /\bi (?:therefore |hereby |duly |now )*declare (?:it|that|this) (?:to be |to have been |duly )*(?:carried|passed|approved|adopted)\b/,
  /\bcarried by acclamation\b|\bnem\.? con\b|\bnemine contradicente\b|\bcarried\b(?! (?:over|forward|on|out|away|interest|the|by|through|on a technicality))|\b(?:that's|that is|it's) (?:a )?(?:unanimous|everyone|everybody|all of us|a yes|clear|a majority|all three of us|both of us|the whole board)\b|\bunanimous(?:ly)?\b/,
  /\bthe ayes have it\b|^(?:then |so |and )*(?:that's|that is) (?:what it is|that|what we(?:'ll| will|'re| are| do) .*|our (?:position|decision|determination|view).*|a plan|the (?:decision|offer|plan)|consensus)\b|\bso be it\b|\b(?:everyone|everybody|all|heads|lots of|i see|people)(?:'s|'re| are| is)? (?:nodding|nods?)\b|^nods\b|\b(?:nobody|no one|no-one|none) (?:dissenting|against|opposed|objects|objecting)\b|^no objections?\b/,
)
export const loses = first(
  new RegExp(
    String.raw`\b(?:${matter}|that|it|vote|which)(?:'s| is| are| was| were| has| have| has been| therefore| accordingly| thus| hereby| does| did)*(?: (?:lost(?! (?:\w+ ){0,2}(?:money|interest|touch|time|momentum|its|our|their|the|a|us|we|in)\b)|defeated|falls|fails|fallen|failed|rejected|voted down)|(?: not|n't)(?: (?:therefore|been|duly|now))* (?:carried|passed|approved|adopted|carry|pass|(?:reach|obtain|achiev|secur|meet|met|got|get)\w* (?:the |its |a )?(?:\w+ ){0,3}(?:majority|threshold|per ?cent)))\b(?! (?:back|behind|to|under|within|on|short of our))`,
  ),
  /\bthe noes have it\b|^(?:so |then |therefore |and )*(?:lost|defeated|rejected|not (?:carried|passed|adopted|approved))(?: as an? (?:special|ordinary) resolution)?[.!]?$|\bfalls? for (?:want|lack) of a seconder\b|\b(?:falls|fell) short of (?:the )?(?:seventy|75|required|threshold|majority)/,
)
export const withdraws = first(
  /\b(?:i(?:'ll|'m happy to|'d like to| will| would like to| am happy to|'m going to)? withdraw(?! from)|withdraw(?:n|s|ing)? (?:it|that|the (?:motion|proposal|resolution|amendment))|(?:motion|proposal|resolution|amendment|it|that)(?:'s| is| was| has been)? withdrawn|i'll (?:pull|drop) (?:it|that)|take (?:it|that) off the table)\b/,
)
export const defers = first(
  /\b(?:defer (?:it|this|that|them|the|to|until|till)\b|deferred(?: (?:to|until|till|for now|pending)|[.,]|$)|(?:don't|do not|shan't|won't|we're not|not going to) (?:decide|settle|approve) (?:it|that|this|the \w+) (?:now|today|tonight|this morning|this afternoon)|hold (?:it|that|this|them|off|the \w+) over|held over|park (?:it|that|this)|parked\b(?! (?:in|on|outside|at|car))|stands? over (?:until|till|to)|(?:it's|that's|is|are) put over\b|take (?:it|that|this) again (?:in|at|next)|bring (?:it|that|this|them) back (?:to|at|in|next)|(?:it |that )?comes back (?:to us )?(?:in|at|next)|come back to (?:it|this|that) (?:at the next|in (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|next (?:month|meeting|time|quarter))|postpone[d]?|(?:put|putting|'s put|is put) (?:it|that|this)? ?(?:off|back) (?:to|until|till)|(?:it's|that's|is|are|be) referred (?:back|to the)\b|carried forward (?:to|until)\b|carry (?:it|that|this) forward|hold(?:ing)? off (?:on \w+ )?(?:till|until)|carry (?:it|that|this) over|carried over|adjourn(?:ed)? (?:that|this|the|to)|we(?:'ll| will| shall)? (?:decide|settle|agree) (?:it |that |this )?(?:at the )?next (?:time|meeting|month)|(?:lies?|lying) on the table\b|left (?:it )?(?:till|until)\b|leave (?:it|that|this|the \w+(?: \w+)?) (?:until|till|to the next)|no decision (?:today|tonight|now|this (?:month|morning))|take (?:it|that|this) (?:at|to) the next (?:meeting|board)|revisit (?:it|that|this) (?:at|in|next))/,
)

/** A sentence that says all by itself what was decided. */
export type ExplicitForm = {
  form: RegExp
  formal: boolean
  outcome: 'carried' | 'rejected'
  /** By itself beyond doubt. */
  sure: boolean
  /** In words that leave no doubt about what was decided: it stands as fact wherever it is shown. */
  stands: boolean
}

const body = String.raw`(?:(?:the |this |our )(?:(?:non-conflicted|independent|full|whole|remaining|other|audit|risk|finance|remuneration|nominations?|executive) )?)?(?:board|committee|meeting|company|trustees|directors|members|shareholders|panel|we)`
const verb = `(?:${now([...deciding, ...choosing, 'endorse', 'sanction', 'consent'])}|conclude|notes)`
const pastVerbs = past([...deciding, ...choosing, 'endorse'])
export const explicitForms: ExplicitForm[] = [
  {
    form: /\b(?:it (?:is|was|has been)|be it) (?:hereby |therefore |unanimously |also |duly |formally |then |accordingly )*(?:resolved|agreed|decided|approved)\b/,
    formal: true,
    outcome: 'carried',
    sure: true,
    stands: true,
  },
  {
    form: new RegExp(
      String.raw`\b${body}(?:'ve| have| has)(?: all| now| therefore| hereby| formally| unanimously| duly| both| just| then)* (?:${pastVerbs}|settled on)\b`,
    ),
    formal: false,
    outcome: 'carried',
    sure: true,
    stands: true,
  },
  {
    form: new RegExp(
      String.raw`^(?:(?:subject to|on|with|given) [^,]{3,80}, )?(?:so |then |and |therefore |accordingly |right |okay |in that case |on that basis )*${body}(?: all| now| therefore| hereby| formally| unanimously| duly| both| then| accordingly)* (?:is satisfied|are satisfied|${verb})\b(?! (?:with (?:you|him|her|them|me)|on (?:that|this) point|about))`,
    ),
    formal: false,
    outcome: 'carried',
    sure: true,
    stands: true,
  },
  {
    form: new RegExp(String.raw`^(?:so |then |and )*${body}(?: all| unanimously| both)* (?:${pastVerbs})\b`),
    formal: false,
    outcome: 'carried',
    sure: false,
    stands: false,
  },
  {
    form: /, (?:adopted|approved|agreed|carried)\b(?:[,.]| and\b)/,
    formal: false,
    outcome: 'carried',
    sure: false,
    stands: false,
  },
  {
    form: /\bresolve[sd]?[,:]? (?:that|to|not to)\b|^approved,? that\b/,
    formal: true,
    outcome: 'carried',
    sure: false,
    stands: false,
  },
  {
    form: /\b(?:minutes|those|them|these)\b.*\b(?:are|is|be|can be|as|stand|taken as)\b.*\b(?:approved|adopted|(?:accurate|correct|true) record)\b/,
    formal: true,
    outcome: 'carried',
    sure: true,
    stands: true,
  },
  {
    form: /\b[\w-]+(?:'s|'re| is| are| stands?)(?: both| hereby| duly| formally| unanimously| therefore| re-| now| accordingly| all| then)* (?:appointed|re-?elected|elected|reappointed|approved|adopted|ratified|authorised|accepted|allotted|carried|recommended|revoked)\b(?<!'s recommended)(?! (?:by|supplier|contractor|list|budget|person|to be a|auditors? (?:is|are|have)|in (?:principle )?by|under the|for (?:sale|use)))/,
    formal: false,
    outcome: 'carried',
    sure: true,
    stands: true,
  },
  {
    form: /\b(?:so |the |our |that's the |that is the )?(?:decision|agreed position) (?:is|then is|today is)\b|\bwe(?:'re| are)(?: all)? (?:agreed|settled|decided|in agreement|resolved)(?: that| to| on| then|\.|,|$)|\b(?:so )?that(?:'s| is) (?:all )?(?:agreed|approved|decided|settled|resolved)(?: then)?[,:]? (?:that|to|with|at|for|then)\b/,
    formal: false,
    outcome: 'carried',
    sure: true,
    stands: true,
  },
  {
    form: /\b[\w' -]+ it is,? then\b/,
    formal: false,
    outcome: 'carried',
    sure: true,
    stands: false,
  },
  {
    form: /^(?:so |then |okay |right |well |no,? |in that case |fine,? )*we(?:'re| are|'ll| will| shall)? (?:not |n't )(?:going to |be )?(?:approv|proceed|renew|go|accept|engag|sign|pay|buy|support|recommend|pursu|tak|sell|appoint|giv|do|us|offer)\w*\b/,
    formal: false,
    outcome: 'rejected',
    sure: false,
    stands: false,
  },
  {
    form: /\bwe (?:can't|cannot) (?:approve|accept|agree) (?:the|this|that|it)\b.*|\b(?:board|committee|meeting|trustees) (?:declines?|refuses?|rejects?|does not approve)\b/,
    formal: false,
    outcome: 'rejected',
    sure: false,
    stands: false,
  },
  {
    form: /^(?:so |then |okay |right |well |no,? |and |fine,? |in that case )*we(?:'re| are) (?:staying with|going (?:with|for|ahead)|sticking with|keeping|appointing|accepting|signing|buying|closing|selling|cancelling)\b/,
    formal: false,
    outcome: 'carried',
    sure: true,
    stands: true,
  },
  {
    form: /^(?:then |so |therefore |accordingly |in that case )+we (?:use|go|take|keep|sign|pay|buy|sell|close|stay|hold|appoint|accept|decline|leave|start|stop|set)\b/,
    formal: false,
    outcome: 'carried',
    sure: false,
    stands: false,
  },
  {
    form: /^(?:i )?declare (?:myself|[\w ,]+) (?:duly )?(?:re-?)?elected\b|\bi (?:therefore |hereby )?declare (?:the |that |[\w ,]+ )(?:.*)(?:carried|passed|elected|lost)\b/,
    formal: true,
    outcome: 'carried',
    sure: true,
    stands: true,
  },
  {
    form: /^(?:.{3,80}), then(?:[.,;].*)?$|^(?:[\w' -]{3,60}) then, (?:up to|and|at|for|from|as|on|with|nine|ten|one|two|three|four|five|six|seven|eight)\b/,
    formal: false,
    outcome: 'carried',
    sure: false,
    stands: false,
  },
]

/** What was agreed stands before. */
export const refersBack =
  /^(?:(?:i think|so|okay|right|good|fine|lovely|great|then|well|and|yes|no|thank you|thanks|everyone|all|chair|on that basis|with that|excellent|perfect)[,.]? )*(?:that's|that is|it's|it is|so|all|we're|we are|i think we're|then that's)?\s*(?:all |unanimously |then |duly )?(?:agreed|approved|carried|resolved|settled|decided|happy with that|content with that|passed|adopted|recommended|delegated)(?:,? (?:then|everyone|unanimously|thank you|thanks|nem con|as amended|with (?:that|the) .*|good|all))*[.!]?$/

/** After the hands went up, it says that there were enough. */
export const handsWereUp =
  /^(?:good|thank you|thanks|lots of hands|everyone|everybody|that's (?:everyone|everybody|all of us|all|the lot)|all of (?:us|you)|plenty|a forest)\b/
export const noHands = /^(?:nobody|none|no one|no-one|not one)[.!]?$/
export const asksForHands = /\b(?:in favour|hands)\b|\bthose for\?/

/** Closes a matter. */
export const closes =
  /^(?:good|great|lovely|thank you|thanks|right|okay|excellent|fine|perfect|noted|wonderful|super|in that case|moving on|next|item|let's move on|splendid|done|marvellous)\b/

/** Asks people one by one: "Adaeze? Rhys?" */
export const callsNames = (text: string): boolean =>
  /^\p{Lu}[\p{L}\p{M}\d_'’.-]+(?: \p{Lu}[\p{L}\p{M}\d_'’-]+)?\?$/u.test(text.trim())

/** "All in favour?" and "any objections?" say nothing of the thing itself. */
export const isBareQuestion = (plain: string): boolean =>
  plain.length < 90 &&
  !/\bin favour of (?!that\b|it\b|this\b|the (?:motion|resolution|proposal|amendment|recommendation)\b)/.test(
    plain,
  ) &&
  /(?:in favour|^(?:and |so |all )*those for\?|show of hands|^hands up[.?]?$|objections?|dissent|anyone (?:against|opposed|object)|anybody (?:against|opposed|object)|any (?:against|abstentions?|corrections|changes|amendments)|(?:are we|is everyone|everyone|are you|everybody|is the board|is the committee|is that|we) (?:all |both )?(?:agreed|happy|content|okay|ok|all right|alright|fair|the feeling|acceptable|comfortable|settled)(?: (?:with|on|about) (?:that|it|this|those))?(?: then)?\??$|^all agreed|^agreed\?|^happy\?|^content\?|^everyone\?|proposer|seconder|(?:put|putting) (?:it|that|this) to|vote on (?:it|that|this)|(?:approve|agree|adopt|take) (?:that|it|them|those|those as .*|them as .*|it as .*)\??$|does any(?:one|body) (?:object|disagree))/.test(
    plain,
  )

export const conditionIn = (words: string): string | null =>
  /\b((?:subject to|provided(?: that)?|on condition(?: that)?|conditional (?:on|upon)|contingent on|so long as|as long as|on the (?:basis|understanding) that|if there's no|once) (?:[^.;?,]|,(?! (?:we|it|the (?:board|committee|meeting))\b))*)/
    .exec(words)?.[1]
    ?.trim() ?? null
