import { dayPattern, monthPattern } from '../calendar-words.ts'
import { doubtAt, isJest, moods, takesBack } from './mood.ts'
import * as say from './phrases.ts'
import { contentOf, headless, type Sentence } from './talk.ts'
import { voteIn } from './votes.ts'

/** What a sentence's own words tell, read once. */
export type Note = {
  head: string
  /** Names of what is in it. */
  signs: readonly string[]
  content: readonly string[]
  has: (sign: string) => boolean
}

/** Past participles of what meetings do to what is before them. */
const done =
  '(?:approved|adopted|agreed|carried|passed|resolved|declared|appointed|elected|re-?elected|reappointed|authorised|received|accepted|granted|noted|recommended|delegated|settled|decided|allotted|ratified|confirmed|endorsed|waived|revoked|registered|abolished|amended|supported)'
const undone =
  "(?:lost|defeated|rejected|refused|declined|failed|blocked|dismissed|turned down|voted down|not (?:passed|carried|approved|accepted|supported|adopted|granted)|n't (?:passed|carried|approved|accepted|supported|adopted))"
const putOff =
  '(?:deferred|held over|postponed|adjourned|put off|put back|parked|carried over|referred|tabled|left over)'
const is = String.raw`(?:\b(?:is|are|stands?|remains?)|'s|'re)(?: (?:therefore|hereby|now|all|both|so|then|duly|formally|unanimously|accordingly|also|to be))*`
const acts =
  '(?:approve|accept|adopt|agree|note|appoint|elect|recommend|endorse|ratify|authorise|decline|reject|refuse|resolve|receive|grant|confirm|delegate|support|instruct|commission|sign|take|go|move|sell|buy|pay|keep|stay|stick|use|hold|offer|close|open|hire|drop|join|write|start|stop|set|proceed|raise|freeze|run|give|lease|renew|cut|wait|leave|put|make|notify|bid|do)'
const body =
  '(?:the |this |our )?(?:board|committee|trustees|meeting|company|members|council|panel|directors|society|charity|shareholders|governors)'
const finite =
  /\b(?:is|are|was|were|am|be|been|have|has|had|do|does|did|can|could|will|would|shall|should|may|might|must|think|know|need|want|got|said|says|goes|go|get|gets|take|takes|make|makes|see|mean|means|looks?|let|let's|i|we|you|he|she|they|it)\b|(?:'s|'re|'m|'ve|'ll|'d|n't)\b/
const figure =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|per ?cent|pence|half|pounds?)\b/
const day = new RegExp(
  String.raw`\b(?:from|by|until|till|on|in) (?:the |this |next |mid-?)?(?:\w+ of )?(?:${monthPattern}|${dayPattern}|now on|now|today|tomorrow|tonight|then on)\b`,
)
const conclusive =
  /^(?:(?:right|okay|ok|well|good|fine|all right|yes|and|no|thank you)[,.]? )*(?:so|then|therefore|accordingly|in that case|on that basis|with that|in which case)\b/

/** Of the sentence's own words. */
const own: Record<string, RegExp> = {
  'is done': new RegExp(`${is} ${done}\\b`),
  'is refused': new RegExp(`${is} (?:not )?${undone}\\b`),
  'is put off': new RegExp(`${is} ${putOff}\\b`),
  'begins with done': new RegExp(`^(?:so |all |then |unanimously |duly |and )*${done}\\b`),
  'begins with refused': new RegExp(`^(?:so |all |then |and )*(?:${undone}|${putOff})\\b`),
  'ends with done': new RegExp(`\\b(?:${done}|${undone}|${putOff})(?: then| unanimously)?[.!]?$`),
  'a body acts': new RegExp(
    `\\b${body} (?:therefore |hereby |now |unanimously )*(?:approves?|accepts?|adopts?|agrees?|notes?|appoints?|elects?|recommends?|endorses?|ratif(?:y|ies)|authorises?|declines?|rejects?|refuses?|resolves?|receives?|grants?|confirms?|delegates?|supports?|is satisfied|are satisfied)\\b`,
  ),
  'we act': new RegExp(`\\bwe (?:all |therefore |hereby |now |then |just )*${acts}\\b`),
  'we will': new RegExp(`\\bwe(?:'ll| will| shall)(?: all| then| just| now)* ${acts}\\b`),
  'we are going to': new RegExp(
    `\\bwe(?:'re| are) (?:going (?:to|with|for|ahead)|${acts
      .slice(3, -1)
      .split('|')
      .map((v) => (v.endsWith('e') ? v.slice(0, -1) : v))
      .join('\\w{0,2}ing|')}ing)\\b`,
  ),
  'we will not': /\bwe(?:'re not| are not|'ll not| won't| will not| shan't| don't| can't| cannot)\b/,
  'we are settled':
    /\bwe(?:'re| are)(?: all| both)? (?:agreed|settled|decided|in agreement|of one mind|content|happy|done|out|in|a go)\b/,
  "let's": /\b(?:let's|let us)\b/,
  'names a decision':
    /\b(?:that's|there's|that is|it's) (?:the|our|your|a|it|settled|done|that|what we(?:'re| are|'ll| will|'ve)?)\b(?: (?:decision|answer|plan|position|offer|mandate|authority|determination|conclusion|verdict|will|consensus|deal|recommendation|order|resolution|motion))?/,
  'it is, then': /\bit is\b(?:,? then)?[.!]?$|\bit is,? then\b/,
  'ends with then': /,? then[.!]?$/,
  'then inside': /, then,|, then\b.{3,}/,
  'thing stays or goes':
    /^(?:then |so |and )*(?:the )?(?:[\w'-]+ ){1,4}(?:stays?|goes|go|comes?|remains?|gets?|waits?|is (?:in|out|off|on|yours|mine|back)|'s (?:in|out|off|on|back))\b/,
  'no such thing': /^(?:then |so |and |okay |right )*no [\w-]+(?: [\w-]+){0,6}[.!]?$/,
  imperative:
    /^(?:then |so |right |okay |yes |and |just )*(?:go|take|buy|hire|renew|book|keep|get|give|offer|pay|sell|sign|cut|scrap|bin|stick|leave|drop|mend|change|put|make|tell|send|start|stop|move|set|use|run|close|open|hold|proceed|order|accept|appoint) (?!on\b|ahead\b)/,
  figure,
  day,
  'from a day': new RegExp(
    String.raw`\b(?:from|effective|with effect from|as of|starting) (?:the )?(?:now|today|tonight|monday|tuesday|wednesday|thursday|friday|${monthPattern}|first|next|this)\b|\bimmediate effect\b`,
  ),
  'on a condition':
    /\b(?:subject to|provided|on condition|on the (?:basis|understanding)|as long as|so long as)\b/,
  conclusive,
  'begins with yes': /^(?:yes|no|agreed|done|fine|okay|right|good|all right|very well)\b/,
  recommends: /\brecommend(?:ed|s)?\b/,
  resolved: /\b(?:resolved|resolve[s]?)\b/,
  minutes: /\bminutes\b|\btrue record\b|\bcorrect record\b|\bsign (?:them|those|it)\b/,
  permits: /\byou(?:'ve| have)? (?:got |can have |can |may )|\b(?:gets|can have|is free to)\b/,
  'I decide':
    /\bi(?:'m| am) (?:approving|extending|saying|happy to approve|parking|giving|allowing|going (?:for|with)|not (?:approving|signing|having))\b|\bi(?:'ll| will) (?:approve|allow|sign|grant|declare)\b|\bi (?:declare|approve)\b/,
  'I think':
    /\b(?:i think|i'd|i would|i feel|i suppose|i'm not sure|my view|personally|i'd say|i reckon|i don't)\b/,
  'I will': /\bi(?:'ll| will|'m going to)\b/,
  'I am': /\b(?:i'm|i am|i've|i have|i was|my|me)\b/,
  modal: /\b(?:should|could|might|would|ought|may|must|'d)\b|'d\b/,
  if: /\b(?:if|unless|whether|suppose|once|when|until|till)\b/,
  because: /\b(?:because|since|as it|which is why|but)\b/,
  'past tense':
    /\b(?:was|were|had|did|went|got|said|told|came|voted|wanted|asked|thought|gave|took|made|found|spent|lost|looked|used|put it)\b/,
  'tells of a person': /\b(?:he|she|they|his|her|their|him|them)\b/,
  'the thing itself': /\b(?:it|that|this)\b/,
  procedure:
    /\b(?:vote|poll|show of hands|in favour|amendment|question|order|item|agenda|quorate|quorum|debate|proposer|seconder|chair)\b/,
  'next meeting': /\b(?:next (?:meeting|one|time)|meet (?:again|on)|see you|date of|back here)\b/,
  business: say.business,
  negation: moods.negation,
  hypothesis: moods.hypothesis,
  recalled: moods.past,
  'another body': moods.otherBody,
  'others decided': moods.others,
  reported: moods.reported,
  'list head': /[:;]/,
  courtesy: /\b(?:thank you|thanks|please|sorry|welcome|good morning|good evening)\b/,
}

const turning =
  /^(?:right|okay|now|next|so|and|good|well|then|moving|item|any other|anything|let's|resolution|motion|number|last|finally|thank you)\b.*\b(?:item|next|moving|move on|other business|anything else|resolution|motion|number|last|on to|turn to|come to|paper)\b|^(?:next|item|moving on|move on|any other business|a\.?o\.?b)\b/
const idea =
  /\b(?:propose|proposal|recommend(?:ation)?|suggest(?:ion)?|i'd (?:go|say|like)|i move|why don't we|how about|shall we|we should|option|i would)\b/

const objection =
  /^(?:no|but|hang on|hold on|wait|sorry|just a|one (?:moment|second)|before (?:we|you)|can i|well|point of order|with respect|i object|i'm not|i don't)\b/
const asksVote = /\b(?:in favour|hands|against\?|poll|put it to the vote|vote on)\b/
const thanks = /^(?:thank you|thanks|good|right|okay|lovely|great)\b/
const givesOut = /\b(?:i'll|can you|could you|will you|would you|please)\b/
const takesOn = /\b(?:i'll|i will|i can|leave it with me)\b/
const addresses =
  /^(?!(?:Right|Okay|Yes|No|So|Well|Then|Now|Good|Fine|Thanks|And)\b)\p{Lu}[\p{L}\p{M}\d_'’-]+, /u

/** What others' sentences are looked at for; by themselves they count for nothing. */
const ofOthers: Record<string, (sentence: Sentence) => boolean> = {
  '+asks all': ({ plain, isQuestion }) => isQuestion && say.asksAll(plain) !== null,
  '+asks assent': ({ plain }) => say.isBareQuestion(plain),
  '+asks vote': ({ plain }) => asksVote.test(plain),
  '+idea': ({ plain }) => idea.test(plain),
  '+turns': ({ plain }) => turning.test(plain),
  '+thanks': ({ plain }) => thanks.test(plain),
  '+takes on': ({ plain }) => takesOn.test(plain),
  '+gives out': ({ plain }) => givesOut.test(plain),
  '+objects': ({ plain }) => objection.test(plain),
  '+takes back': ({ plain }) => takesBack.test(plain),
}

const ofItself: Record<string, (sentence: Sentence, head: string) => boolean> = {
  'no verb': ({ words }, head) => words <= 14 && !finite.test(head),
  'tells votes': ({ plain }) => voteIn(plain) !== null,
  'says carried': ({ plain }) => say.carries(plain) !== null,
  'says for all': ({ plain }) => say.saysForAll(plain) !== null,
  'puts a motion': ({ plain }) => say.putFormally(plain) !== null,
  suggests: ({ plain }) => say.suggests(plain) !== null,
  assents: (_, head) => say.assents.test(head),
  dissents: ({ plain }) => say.dissents(plain) !== null,
  seconds: ({ plain }) => say.secondsIt(plain) !== null,
  defers: ({ plain }) => say.defers(plain) !== null,
  jest: isJest,
  question: ({ isQuestion }) => isQuestion,
  'calls a name': ({ text }) => say.callsNames(text),
  'addresses one': ({ text }) => addresses.test(text),
  'very short': ({ words }) => words <= 3,
  short: ({ words }) => words > 3 && words <= 8,
  long: ({ words }) => words > 16 && words <= 26,
  'very long': ({ words }) => words > 26,
  'no doubt': (sentence) => doubtAt(sentence, sentence.plain.length, 0) === null,
}

/** So much of a sentence is read: nobody decides in more words, and a transcript without full stops is one. */
const longest = 600
const notes = new WeakMap<Sentence, Note>()

export function noteOf(sentence: Sentence): Note {
  const known = notes.get(sentence)
  if (known) return known
  const read =
    sentence.plain.length > longest ? { ...sentence, plain: sentence.plain.slice(0, longest) } : sentence
  const head = headless(read.plain)
  const signs = Object.entries(own).flatMap(([name, form]) =>
    form.test(read.plain) || (head !== read.plain && form.test(head)) ? [name] : [],
  )
  for (const table of [ofItself, ofOthers])
    for (const [name, is] of Object.entries(table)) if (is(read, head)) signs.push(name)
  const all = new Set(signs)
  const note: Note = { head, signs, content: contentOf(read.plain), has: (sign) => all.has(sign) }
  notes.set(sentence, note)
  return note
}
