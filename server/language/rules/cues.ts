import { matcherOf } from './phrases.ts'

/**
 * The phrases by which a meeting in English decides; phrases.ts says how they are written. `weights.ts` says how much each
 * kind speaks for a decision, where it stands. Another language needs a table like this one.
 */
const decisionCues = {
  // Something is put to the meeting.
  motion: [
    "i|we|i'd|we'd like|want|wish to propose|move; i|we|i'll|i'd propose|move|recommend|suggest",
    "i'm|we're proposing; i therefore|formally propose|move",
    'the motion|proposal|resolution|recommendation is',
    'that the board|meeting|company|committee|members|trustees|society; the motion|resolution before',
    '^ motion|resolution; to consider … if thought fit',
    'move|propose that|we|the|to; proposed|recommended that; proposition|proposal|recommendation is that',
    'paper proposes|recommends|asks; ^ that the|we; to approve|adopt|appoint|receive|authorise|confirm the',
    'the board|committee|members is|are asked|invited to',
  ],
  // "The board resolves to …": in the present it puts what a vote, or "Agreed", then settles.
  resolves: [
    'board|committee|meeting|trustees|directors|members|governors|society|trust resolves|resolve|agrees|decides to|that',
    'board|committee|meeting|trustees|directors|members|governors|society|trust hereby resolves|resolve to|that',
    'board|committee|meeting approves|authorises|adopts|appoints; we resolve to|that; it is hereby resolved',
  ],
  proposer: [
    "i'll|i will|i|i'd propose|move|proposed; ^ proposed",
    'propose|move it|that|them|those|this|approval|acceptance|adoption; so moved; proposed by; ^ moved',
    "happy|glad to propose; i'll do|be that; from the chair",
  ],
  second: [
    "i'll|i will|i|and|happy|glad|to second; ^ second $; seconded; ^ seconding; i'll second; second it|that",
    "and i'll second",
  ],
  wantsProposer: [
    'a proposer; proposer and seconder; a|any seconder; someone|somebody propose|second',
    'who will|would propose|second; could|may|can|do i|we have a; somebody move; proposer please',
    'need a proposer|seconder',
  ],
  asks: [
    'everyone|everybody|all|we|people|you|both happy|content|agreed|comfortable|ok|okay|fine with',
    '^ everyone|everybody|all happy|content|agreed|okay|ok; are we|you|all agreed|happy|content|comfortable',
    'is|are everyone|everybody|that|we|all|you … agreed|happy|content|comfortable|okay; any|no objections|objection',
    'anyone|anybody|everyone|everybody object|objects|disagree|against|opposed|unhappy',
    'does|has anyone|anybody … object|problem|disagree|issue; do we|you agree|approve|accept',
    'can|could|may|shall|should i|we take|approve|agree|adopt|accept|say|go; shall|should we',
    'is that|this agreed|approved|acceptable|okay|ok|all; happy|content to approve|accept|agree|adopt|go|proceed',
    'happy|content with that|those|this|it',
  ],
  callsVote: [
    'all|those|everyone|everybody|hands in favour; all for; show of hands; hands up; vote on|now; in favour $',
    'put it|this|that to the vote; put it|the|that|this … vote; ^ for $; a|the vote; against $; any against',
    'anyone|anybody against; ^ hands $; aye; those against|for',
  ],
  counts: [
    'in favour; votes|hands for|against|to; for and; to one|two|three|four|five|six|nil|none|zero',
    'abstention|abstentions|abstained|abstaining|abstain; none|nobody|nil|no|one|two|three against',
    'against one|two|three|four|five|six|none|nil|nobody|zero',
    "that|that's|it's all|everyone|everybody|everybody's|unanimous; nobody|no-one against",
  ],
  unanimous: [
    "unanimous; unanimously; nem con; all of us; that's everyone|everybody|all; no|none against",
    'everyone|everybody|all agreed|agrees|in; with no objections; nobody objects|against|objecting|disagrees',
    'no objections|objection|dissent',
  ],
  // The meeting's answer.
  carried: [
    'carried; the|that|motion|resolution passes|passed',
    'is|are|is|was passed|adopted|approved|ratified|confirmed|accepted|elected|appointed|re-elected|reappointed|received|agreed|authorised',
    '^ approved; ^ passed; ^ adopted; ^ accepted; so resolved; resolved that|to|unanimously; it is resolved',
    '^ resolved',
    'minutes|accounts|report|budget|policy|plan|application|lease|contract approved|agreed|adopted|accepted|received',
    'we approve|adopt|accept|appoint|confirm|authorise|ratify',
    "we're|we|we are approving|adopting|accepting|appointing; is therefore|duly|hereby|now",
    'are therefore|duly|hereby|now; consider|declare it|that|the … carried|approved|passed|elected',
    "i|i'll declare|sign",
  ],
  agreed: [
    'board|committee|meeting|trustees|directors|members|council|company|governors agreed|resolved|decided|approved|authorised|appointed|accepted|declined',
    'it was|is agreed|resolved|decided|moved',
    'was|were|be unanimously|duly|then|also|accordingly agreed|resolved|approved|carried|adopted|elected|appointed|confirmed',
    'was|were approved|adopted|confirmed|elected|appointed|re-elected|accepted|carried|lost|signed|agreed',
    "^ agreed|resolved|decided that|to; consider it|that; your|our mandate; i'm saying|that's a|no; said then|so",
    'then $; it is $; it is then $; ^ one|two|three|four|five|six|option|plan it|one|two|a|b; wins|win it|that|the',
    "have it $; that's our|the|your answer|decision|vote|plan; i|we sense|take it|that; elected; re-elected; sold",
    'renew|buy|bin|hire|turn|grind|get|scrap it|that|them|one|the; is|are declared; is|are to be; no … then $',
    "no … this year; we're living with; is|are in then; so|then it's",
    "so|then they|that|he|she|we is|are|goes|stays|comes; we don't|do not|won't|take accept|pay|be|no",
    'recommend … to the board|trustees|members',
    "that's|that is|so|it's|we're|we are|we've|we have|all|is|are|then agreed; ^ agreed; agreed then|so|good",
    "that's decided|settled|done|that|approved|it; is|are|it's|we've decided|settled; the decision is|then",
    "decided then; we|we've|we have agreed; that is decided; we agree; is a yes; that's a yes; ^ done $; ^ settled",
    'deal $',
  ],
  willDo: [
    "so we'll|we|we're|we will; then we'll|we|we're|we will",
    "we'll|we will|we're going|stick|stay|keep|take|use|do|leave|hold|carry|accept|pay|have|make|put|stop|start|move|buy|try|run|offer|not",
    "let's go|do|keep|stick|take|have|use|say|make|put|leave|try|stay|move; going with|for; go with|for",
    "we go|stay|keep|stick|take|pay|do; goes|go ahead; stays|stay as|where|put; it's a|going|the; it is then",
    "then it is; we are going|keeping|staying; we're keeping|staying|sticking|going|taking|having|doing|not",
  ],
  consent: [
    "then|so unless; if nobody|no-one|there|everyone|everybody|that's; nobody|no-one|nothing|none against|else",
    'taken as|to be agreed|read|approved; with your|the approval|agreement|permission',
    'hearing|seeing|no none|no|objection|objections',
    "everyone's|everybody's|we're|all|both happy|content|nodding|agreed; i see|hear no|nods|nodding; lots of nods",
  ],
  // Other ends.
  lost: [
    'is|motion|amendment|proposal|that|resolution|it lost|defeated|falls|fails|rejected|fell',
    'not carried|approved|passed|agreed|adopted; voted down; turned|turn|turning down',
    "we|we'll|we're say|decline|reject|refuse|declining|rejecting; ^ lost; ^ defeated; the answer's|answer is no",
    "that's a no; is|are not approved|carried|agreed|accepted; we won't|don't|shan't|aren't|will not|are not|do not",
    "not going ahead; does not|doesn't pass|carry; against so|the motion",
  ],
  deferred: [
    'defer|deferred|deferring|deferral; postpone|postponed; adjourn|adjourned',
    'come|comes|bring|brought|coming|back to|in|next|at|when; put|hold|holds|held|hang it|that|this|off|over|fire|on',
    'until|till next|the|our|we|he|she|they; carry|carried|carrying it|that|over|forward; park|parked|parking',
    'on the table; leave|left it|that|this open|there|for|until|till|over; next meeting|month|time|quarter',
    'not decide|deciding|decided; no decision; wait|waits|waiting for|until|till; revisit; pause',
    'take it|that|this offline|away; stands|stand over; lie on',
  ],
  withdrawn: [
    'withdraw|withdrawn|withdrawing|withdrew; take|takes|taking it|that|the|mine … back',
    "i'll drop|pull it|that; not pursue|pursuing|proceeding; drop|dropped it|that|the|off",
  ],
  noted: ['noted; we note|receive|received; ^ received; note|notes the|that; be noted'],
  condition: [
    'subject to; provided|providing|as long that|as; on condition; conditional; with the proviso|condition',
    'on the understanding|basis; only if; so long as; apart from',
    'with that|those|the amendment|correction|change|corrections',
  ],
  // Who answers.
  assent: [
    '^ yes; ^ yep; ^ yeah; ^ aye; ^ agreed; ^ fine; ^ happy; ^ content; ^ okay; ^ sure; ^ absolutely; ^ sounds good',
    '^ suits; ^ works for; ^ me too; ^ same; ^ likewise; ^ for $; ^ in favour; ^ and me; ^ i agree',
    "^ i'm happy|content|fine|for|in; ^ no objection|objections; ^ comfortable; ^ by all means; ^ good idea",
    '^ makes sense; ^ exactly; ^ hear hear; ^ go on; ^ go ahead; ^ of course; ^ definitely; ^ not from me; ^ none',
    '^ deal; ^ all right; ^ fair enough; ^ sensible; ^ perfect; ^ lovely; ^ good $; ^ with',
  ],
  dissent: [
    "i'm|i am against|opposed|not|unhappy; i object|disagree|oppose",
    "i don't|can't|won't|cannot agree|like|want|support|think|see; ^ against; ^ not me; ^ no $",
    "not happy|convinced|comfortable|sure|agreed|ready; i abstain|i'll abstain",
    'too|so expensive|much|soon|early|fast; over my dead; hang|hold on; ^ wait; ^ but',
    "i have|i've|my|got concerns|reservations; i'd rather",
  ],
  // What takes the force away.
  doubtful: [
    "maybe|perhaps|might|possibly|probably; if we|they|i|you|he|she|it|that|the; would|could|i|we'd be|have|like",
    'what if; i think|thought|guess|suppose|wonder|hope|wish|feel|mean; suppose|supposing|imagine|unless',
    'would have|be|we|it; could we|have|be; should have|really|probably; whether|wondering; we need|ought|have to',
    "i'd like|want|love; sort|kind of; not yet|sure|certain",
  ],
  recalled: [
    'last year|month|week|time|quarter|spring|summer|autumn|winter|march|june|september|december',
    'in january|february|march|april|may|june|july|august|september|october|november|december we',
    'was|were|had|been agreed|approved|decided|carried|passed|adopted|signed',
    'we agreed|decided|approved|said|resolved|voted|had|were|did|went; have|has already|been; already; previously',
    'at|in the last|previous|may|june; remember|remind; ago; back in; as|we agreed|decided|discussed',
  ],
  elsewhere: [
    "they|he|she|it|council|committee|bank|landlord|hmrc|parent|group|planners|they've|he's|she's agreed|approved|decided|said|says|rejected|accepted|passed|turned|refused|want|wants",
    'the council|bank|landlord|government|planners|tenant|supplier|insurers|auditors|client has|have|had|is|are|said|will|approved',
    'head office|the group; at my; told me|us|them; said that|they|he|she',
  ],
  jest: [
    'joking|joke|kidding|only|haha|laugh|laughing; god forbid; pub|pint|biscuits|biscuit|cake|tea|coffee|lunch',
    'thank god|goodness|heaven; tell him|her|them; if only',
  ],
  chairs: [
    'next item|on|one|up; item|number one|two|three|four|five|six|seven|eight|nine|ten; moving on; move on',
    "let's move; any other business; apologies; declarations; matters arising; minutes of; last minutes",
    'right then|so|everyone|then; any|questions questions|comments|thoughts|more; thank you everyone|all; over to',
    'that takes|brings us',
  ],
} as const

export type CueKind = keyof typeof decisionCues

export const cuesIn = matcherOf<CueKind>(decisionCues)
