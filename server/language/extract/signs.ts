import { doubtAt, isJest, moods, takesBack } from './mood.ts'
import * as say from './phrases.ts'
import { contentOf, headless, type Sentence } from './talk.ts'
import { voteIn } from './votes.ts'

/**
 * What speaks for or against a sentence's being the one in which a meeting decides: each a general feature of English or
 * of meetings, none decides alone. `weights.ts` says how much each counts.
 */

/** A sentence in its meeting. */
export type Place = { sentence: Sentence; head: string; talk: readonly Sentence[]; chair: string | null }

export const placeOf = (sentence: Sentence, talk: readonly Sentence[], chair: string | null): Place => ({
  sentence,
  head: headless(sentence.plain),
  talk,
  chair,
})

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
const day =
  /\b(?:from|by|until|till|on|in) (?:the |this |next |mid-?)?(?:\w+ of )?(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|now on|now|today|tomorrow|tonight|then on)\b/
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
  'from a day':
    /\b(?:from|effective|with effect from|as of|starting) (?:the )?(?:now|today|tonight|monday|tuesday|wednesday|thursday|friday|january|february|march|april|may|june|july|august|september|october|november|december|first|next|this)\b|\bimmediate effect\b/,
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

const objection =
  /^(?:no|but|hang on|hold on|wait|sorry|just a|one (?:moment|second)|before (?:we|you)|can i|well|point of order|with respect|i object|i'm not|i don't)\b/
const turning =
  /^(?:right|okay|now|next|so|and|good|well|then|moving|item|any other|anything|let's|resolution|motion|number|last|finally|thank you)\b.*\b(?:item|next|moving|move on|other business|anything else|resolution|motion|number|last|on to|turn to|come to|paper)\b|^(?:next|item|moving on|move on|any other business|a\.?o\.?b)\b/
const idea =
  /\b(?:propose|proposal|recommend(?:ation)?|suggest(?:ion)?|i'd (?:go|say|like)|i move|why don't we|how about|shall we|we should|option|i would)\b/

/** All that can be said of it. */
export function signsOf({ sentence, head, talk, chair }: Place): string[] {
  const { plain, index, speaker, words } = sentence
  const signs: string[] = []
  const add = (is: boolean, name: string): void => {
    if (is) signs.push(name)
  }
  for (const [name, form] of Object.entries(own)) add(form.test(plain) || form.test(head), name)
  add(!finite.test(head) && words <= 14, 'no verb')
  add(voteIn(plain) !== null, 'tells votes')
  add(say.carries(plain) !== null, 'says carried')
  add(say.saysForAll(plain) !== null, 'says for all')
  add(say.putFormally(plain) !== null, 'puts a motion')
  add(say.suggests(plain) !== null, 'suggests')
  add(say.assents.test(head), 'assents')
  add(say.dissents(plain) !== null, 'dissents')
  add(say.secondsIt(plain) !== null, 'seconds')
  add(say.defers(plain) !== null, 'defers')
  add(isJest(sentence), 'jest')
  add(sentence.isQuestion, 'question')
  add(say.callsNames(sentence.text), 'calls a name')
  add(
    /^[A-Z][\w'’-]+, /.test(sentence.text) &&
      !/^(?:Right|Okay|Yes|No|So|Well|Then|Now|Good|Fine|Thanks|And)\b/.test(sentence.text),
    'addresses one',
  )
  add(words <= 3, 'very short')
  add(words > 3 && words <= 8, 'short')
  add(words > 16 && words <= 26, 'long')
  add(words > 26, 'very long')
  add(doubtAt(sentence, plain.length, 0) === null, 'no doubt')
  add(chair !== null && speaker === chair, 'by the chair')
  add(chair !== null && speaker !== chair, 'not by the chair')
  const before = talk.slice(Math.max(0, index - 8), index)
  const after = talk.slice(index + 1, index + 5)
  const last = before.at(-1)
  const near = before.slice(-4)
  add(last !== undefined && last.speaker !== speaker, 'begins a turn')
  add(after[0] !== undefined && after[0].speaker !== speaker, 'ends a turn')
  add(after.length === 0, 'last word')
  add(index < 6, 'at the beginning')
  add(talk.length - index <= 8, 'at the end')
  add(
    near.some((one) => one.isQuestion && one.speaker === speaker && say.asksAll(one.plain) !== null),
    'asked all before',
  )
  add(
    near.some((one) => one.speaker === speaker && say.isBareQuestion(one.plain)),
    'asked for assent before',
  )
  add(
    before.some((one) => /\b(?:in favour|hands|against\?|poll|put it to the vote|vote on)\b/.test(one.plain)),
    'vote before',
  )
  add(
    before.slice(-5).some((one) => voteIn(one.plain) !== null),
    'votes told before',
  )
  add(
    before.some((one) => say.putFormally(one.plain) !== null),
    'motion before',
  )
  add(
    before.some((one) => idea.test(one.plain)),
    'idea before',
  )
  add(last !== undefined && last.isQuestion && last.speaker !== speaker, 'was asked')
  add(last !== undefined && last.isQuestion && last.speaker === speaker, 'asked itself')
  const others = near.filter((one) => one.speaker !== speaker)
  const assenting = new Set(
    others.filter((one) => say.assents.test(headless(one.plain))).map((one) => one.speaker),
  ).size
  add(assenting === 1, 'one agreed before')
  add(assenting > 1, 'several agreed before')
  add(
    others.some((one) => say.dissents(one.plain) !== null),
    'dissent before',
  )
  add(new Set(before.map((one) => one.speaker)).size >= 4, 'many spoke before')
  const next = after[0]
  const reply = after.find((one) => one.speaker !== speaker)
  add(next !== undefined && next.speaker === speaker && turning.test(next.plain), 'moves on')
  add(
    after.some((one) => turning.test(one.plain)),
    'moves on soon',
  )
  add(
    next !== undefined && /^(?:thank you|thanks|good|right|okay|lovely|great)\b/.test(next.plain),
    'thanks follow',
  )
  add(reply !== undefined && say.assents.test(headless(reply.plain)), 'agreed to')
  add(reply !== undefined && /\b(?:i'll|i will|i can|leave it with me)\b/.test(reply.plain), 'taken up')
  add(
    after.some(
      (one) =>
        one.speaker === speaker && /\b(?:i'll|can you|could you|will you|would you|please)\b/.test(one.plain),
    ),
    'given out',
  )
  add(reply !== undefined && objection.test(reply.plain), 'objected to')
  add(reply !== undefined && reply.isQuestion, 'asked about')
  add(next !== undefined && next.isQuestion && next.speaker === speaker, 'asks next')
  add(
    after.some((one) => takesBack.test(one.plain)),
    'taken back',
  )
  add(
    after.some((one) => isJest(one)),
    'laughter after',
  )
  const said = contentOf(plain)
  const earlier = new Set(talk.slice(Math.max(0, index - 12), index).flatMap((one) => contentOf(one.plain)))
  const known = said.filter((word) => earlier.has(word)).length
  add(said.length > 0 && known === said.length, 'all said before')
  add(said.length > 1 && known > 0 && known < said.length, 'partly said before')
  add(said.length > 1 && known === 0, 'nothing said before')
  const around = new Set([...earlier, ...said])
  const later = [...new Set(talk.slice(index + 1, index + 6).flatMap((one) => contentOf(one.plain)))]
  const shared = later.length === 0 ? 0 : later.filter((word) => around.has(word)).length / later.length
  add(later.length > 4 && shared < 0.08, 'another matter follows')
  add(later.length > 4 && shared > 0.25, 'the matter goes on')
  add(signs.includes('no verb') && signs.includes('figure'), 'only a figure')
  add(
    signs.includes('no verb') && signs.includes('by the chair') && signs.includes('begins a turn'),
    'verbless by the chair',
  )
  add(signs.includes('conclusive') && signs.includes('by the chair'), 'the chair concludes')
  add(signs.includes('begins with done') && signs.includes('by the chair'), 'the chair says it is done')
  return signs
}
