/** Words that a faithful paraphrase takes for one another, and those that say nothing by themselves. */

/** Spoken phrases whose meaning stands in none of their words. */
const phrases: [RegExp, string][] = [
  // Which meeting it is is not what was done there.
  [
    /\bmeeting held\b|(?<=\bminutes of the )(?:last|previous|prior|preceding) (?=(?:[\w']+ )?meeting)/g,
    'meeting ',
  ],
  [/\b(?:whether or not|not only|no later than|no doubt)\b|\bnot (?:less|more|fewer) than\b/g, ' '],
  [
    /\b(?:not|never)(?: yet| been| be| being| formally)* (carried?|pass(?:ed)?|approved?|adopt(?:ed)?|accept(?:ed)?)\b/g,
    'rejected',
  ],
  [
    /\b(?:turn(?:ed)? (?:it |that )?down|vot(?:e|ed) (?:it |that )?down|voted against)\b/g,
    'rejected opposed',
  ],
  [
    /(?:\b(?:is|are|was|were|went|gone|goes|going|moved|been|came)|'s) (?:\w+ )?up\b|\bmore than last\b/g,
    ' rose',
  ],
  [
    /(?:\b(?:is|are|was|were|went|gone|goes|going|moved|been|came)|'s) (?:\w+ )?down\b|\bless than last\b/g,
    ' fell',
  ],
  [
    /\b(?:put|pushed|held|carried|leave|left|come back to)(?: it| that| this)? (?:off|back|over)\b/g,
    'deferred',
  ],
  [/\b(?:have a look|look(?:s|ed|ing)?) (?:at|into)\b/g, 'review'],
  [
    /\bspeak(?:s|ing)? (?:to|with)\b|\bspoke (?:to|with)\b|\btalk(?:s|ed)? (?:to|with)\b|\bget in touch\b|\bbring up with\b/g,
    'contact',
  ],
  [
    /\b(?:come|came|report(?:s|ed|ing)?|get|got|go|went|gone) back\b|\blet (?:\w+ ){1,3}know\b/g,
    'report return revert',
  ],
  [/\b(?:have|has|had) not (?:yet )?(?:had|got|received|seen)\b/g, 'awaited $&'],
  [/\bset(?:s|ting)? out\b/g, 'explained'],
  [/\bwe could\b/g, '$& suggest propose'],
  [/\bi(?:'d| would) go (?:for|with)\b/g, '$& favour propose prefer'],
  [/\bpull(?:ed|s|ing)? out\b/g, 'withdrew'],
  [/\b(?:come|came|coming) in at\b/g, 'quoted'],
  [/\bput(?=(?: [\w']+){0,6} (?:on|onto) (?:the|our|its) (?:web ?site|web))\b/g, 'publish'],
  [/\b(?:we|you|they|somebody|someone) (?:ought to|should)\b/g, '$& propose want'],
  [/\b(?:send|sent|email|share|pass|hand)(?: it| that| them)? (?:round|around|out)\b/g, 'circulate send'],
  [/\b(?:run|running|ran) (?:out|short) of\b/g, 'short'],
  [/\b(?:set|sets) up\b/g, 'establish'],
  [
    /\bsort(?:s|ed)?(?: it| that| this)? out\b|\bdeal(?:s|t)? with\b|\bsee to\b|\btake(?:s)? care of\b/g,
    'arrange handle',
  ],
  [
    /\b(?:shall|should|could|can|may) we\b|\bhow about\b|\blet's\b|\blet us\b|\bi(?:'d| would) (?:like|rather|prefer)\b/g,
    '$& propose prefer',
  ],
  [/\b(?:step(?:s|ped)?|go|goes|went|leav(?:e|es|ing)) (?:out|outside|the room)\b/g, 'leave room'],
  [
    /\b(?:p(?:ut|uts) in|hand(?:ed)? in) (?:my|her|his|their) (?:notice|resignation)\b|\bstep(?:s|ped|ping)? down\b|\bstand(?:s|ing)? down\b|\bstood down\b/g,
    'resign',
  ],
  [/\b(?:nobody|no one|none)(?: was| is| voted)? against\b|\ball in favour\b/g, '$& unanimous'],
]

/** In a line: what may be said for one another. */
const families = `
pay paid payment settle
sue sued suing
owe owed owing
lend lent lending loan
buy bought purchase acquire acquisition procure
sell sold sale dispose
send sent circulate share forward email distribute issue
get got obtain obtaining secure fetch collect gather bring brought
write wrote written draft prepare produce compile put
give gave given provide supply hand deliver
ask asked request invite query question
contact call phone ring speak spoke email approach chase
chase pursue remind press follow
rise rose risen increase increased grow grew grown growth climb higher raise
fall fell fallen decrease decline drop dropped lower reduce reduction cut down
double twice doubled twofold
lose lost loss leave left
hold held holding
meet met meeting
choose chose chosen select selection pick
take took taken undertake
find found discover
make made
leave left depart leaving
spend spent expenditure spending cost
keep kept retain remain stay
draw drew drawn
begin began begun start commence
break broke broken
speak spoke spoken
know knew known
show shown showed
steal stole stolen
go went gone
come came arrive receive
attend attended join joined
own owner owns responsible responsibility charge
website online web
teach taught
build built construct
end finish complete completion conclude close
finish complete done ready finalise final
approve approval agree agreed carry carried pass passed adopt adopted accept accepted resolve resolved content favour ratify consent
agree agreement happy content yes
reject rejected refuse refused lost defeated fail failed fell
oppose opposed opposition against object objection disagree
propose proposal suggest suggestion recommend recommendation move motion prefer
defer deferred deferral postpone adjourn delay wait leave
delay late slip slipped behind overdue
withdraw withdrew withdrawn withdrawal
appoint appointment elect
reappoint reappointment reelect
resign resignation
renew renewal extend extension
change amend amendment alter correct correction revise
fix repair mend
look review check examine inspect examination consider
worry worried concern concerned concerning afraid nervous uneasy
tight short scarce strained
outstanding awaited awaiting await waiting wait missing
outstanding unpaid overdue
above ahead over exceed beat more better
below under behind short worse
money cash fund funds funding
income revenue turnover sales
budget forecast plan planned
year annual annually yearly
month monthly
quarter quarterly
week weekly
staff employee employees workforce people colleague team
customer client
supplier vendor
landlord lessor
lease tenancy
rent rental
building premises property office
price cost fee charge premium
quote quotation tender bid estimate
contract agreement deal
letter correspondence
email message
accounts account statement
auditor audit
lawyer solicitor counsel legal
insurer insurance insured cover
minutes record
correct accurate true
interest conflict
brother sister wife husband partner relative spouse
expect anticipate expected should hope
need require necessary must want
want wish seek prefer favour
help assist support
show demonstrate indicate
arrange organise book fix handle
establish form create set
confirm verify check
publish publication website
sign signature
file filing lodge submit register
announce tell inform notify
because since due owing cause reason result
many numerous several lot
mainly mostly chiefly largely
two both couple pair
half
further other another additional more remaining
early soon earlier
risk danger
problem difficulty trouble issue
job task work
hire recruit recruitment employ
train training
stop cease halt
start launch begin
speed quick fast quickly
slow slowly
big large major significant substantial
small minor
good strong well positive
bad poor weak
new fresh
old previous former
last previous prior
next following
allow permit authorise authority authorisation let
unanimous unanimously
declare declaration disclose
abstain abstention abstained abstaining
read noted note
set agree
term period length
permission consent licence
note noted receive received
investigate investigation look
explore look consider
resolve fix sort
transfer move moved
try attempt
see seen saw
think thought believe opinion feel
`

/** Of the manner of minutes: who writes them puts these in front of what was said. */
const frame = `
a an the this that these those it its they them their he him his she her we us our i me my you your who whom whose which what where when
why how there here one ones am is are was were be been being do does did done doing has have had having will would shall should can could
may might must ought to of in on at by for from with as into onto about over upon per than then and or but so if whether while
also however therefore thus hence further furthermore moreover still yet already now again too very quite rather such some any all each every
only just even both either same own more most much many few other another not no nor never none nothing nobody neither without cannot
report reported reporting say said says tell told explain explained note noted state stated mention mentioned describe described outline
outlined present presented update updated advise advised comment commented observe observed highlight highlighted emphasise emphasised
stress stressed add added discuss discussed discussion consider considered raise raised summarise summarised inform informed answer
answered respond responded reply replied express expressed indicate indicated confirm confirmed point pointed out view views opinion
remark remarked clarify clarified talk talked think thought thinks
board meeting committee company members member directors director item matter issue point position situation regard regarding relation
respect question topic subject information detail details progress current currently time present chair chairman chairwoman secretary
read made pending remain remained remains continue continued felt feel gave decision decisions possibility option compared comparison matters respectively purpose view meanwhile
following follow concerning order part case way thing things fact basis particular general place number figure figures amount level total
percent cent pounds pound sterling pence gbp mr mrs ms dr sir lord lady miss thank thanks please okay yes
up down back off out action actions need needs needed require required take takes get gets go goes make makes let give given until
after before between during within because since though although through once due well
next day days date today tomorrow behalf
`

/** Where nobody said them, they change what happened. */
const grave = `
resign resignation dismiss dismissal sack fire redundancy redundant suspend remove expel sue litigation court prosecute fine fraud fraudulent
illegal unlawful criminal crime breach default insolvent insolvency bankrupt bankruptcy liquidate liquidation administration wind winding
sell sold buy bought purchase acquire merge merger pay paid payment transfer borrow lend loan guarantee mortgage pledge donate gift
approve reject refuse decline oppose object veto defer postpone withdraw cancel rescind revoke terminate termination end close
appoint elect remove award grant sign file tear destroy delete shred steal stolen leak lie bribe hide conceal
promise threaten admit deny accuse blame apologise unanimous unanimously majority exempt exempted abolish abolished void invalid valid
rise fall increase decrease double halve profit loss deficit surplus overdrawn die died death injury accident strike close move
resolve agree carry adopt pass amend declare confirm authorise instruct must never always banned ban prohibit forbidden compulsory optional
disqualify disqualified liable liability imprisonment offence
`

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/** Each word of a claim is held against each word that was said: the same ones come again and again. */
const roots = new Map<string, string>()
const mostRoots = 20_000

/** Without what grammar hangs on to a word: "renewal", "renewed" and "renewing" are one. */
export function root(word: string): string {
  const known = roots.get(word)
  if (known !== undefined) return known
  if (roots.size >= mostRoots) roots.clear()
  const made = bareOf(word)
  roots.set(word, made)
  return made
}

function bareOf(word: string): string {
  let bare = word.replace(/'s?$/, '')
  if (bare.length <= 3) return bare
  for (const end of [
    /(?<=\p{L}{3})ies$/u,
    /(?<=\p{L}{2}[^s])s$/u,
    /(?<=\p{L}{3})(?:ations?|ition|ment|ness|ance|ence|ity)$/u,
    /(?<=\p{L}{4})(?:ion|al|ure)$/u,
    /(?<=\p{L}{3})ing$/u,
    /(?<=\p{L}{3})ed$/u,
    /(?<=\p{L}{4})ly$/u,
    /(?<=([bdfglmnprt]))\1$/u,
    /(?<=\p{L}{4})(?:er|or)$/u,
    /(?<=\p{L}{3})[ey]$/u,
  ])
    bare = bare.replace(end, '')
  return bare.replace(/([bdfglmnprt])\1$/, '$1')
}

const rooted = (text: string): Set<string> => new Set(words(text).map(root))
const frames = new Set([...words(frame)])
const frameRoots = rooted(frame)
const graves = rooted(grave)

const kin = new Map<string, Set<number>>()
for (const [at, line] of families.trim().split('\n').entries())
  for (const one of words(line)) kin.set(root(one), (kin.get(root(one)) ?? new Set()).add(at))

/** It says nothing of what happened. */
export const isFrame = (word: string): boolean =>
  frames.has(word) || (word.length > 5 && frameRoots.has(root(word)) && !graves.has(root(word)))

export const isGrave = (word: string): boolean => graves.has(root(word))

/** One may stand for the other. */
export function areKin(one: string, other: string): boolean {
  const [a, b] = [root(one), root(other)]
  if (a === b) return true
  const [mine, theirs] = [kin.get(a), kin.get(b)]
  return mine !== undefined && theirs !== undefined && [...mine].some((family) => theirs.has(family))
}

/** In small letters, contractions written out, and what phrases mean in words. */
export function spelledOut(text: string): string {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/<\/?[a-z][^>]*>/g, ' ')
    .replace(/\bcan't\b|\bcannot\b/g, 'can not')
    .replace(/\bwon't\b/g, 'will not')
    .replace(/n't\b/g, ' not')
    .replace(/(?<=\p{L})-(?=\p{L})/gu, (_mark, at: number, all: string) =>
      /(?:^|[^\p{L}])(?:re|co|non|pre|sub)$/u.test(all.slice(Math.max(0, at - 4), at)) ? '' : ' ',
    )
  return phrases.reduce((said, [form, means]) => said.replace(form, means), plain)
}
