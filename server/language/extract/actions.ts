import {
  accepts,
  answerNow,
  askReader,
  declines,
  forYou,
  inCase,
  isAnswer,
  isBy,
  isSameThing,
  mayBeBy,
  quotesAnother,
  replyTo,
  sameAgain,
  takenBy,
  wishes,
} from './asked.ts'
import { dueIn, type Due } from './dates.ts'
import { isJest, ofBefore, takesBack } from './mood.ts'
import { takesBackOwn } from './reason.ts'
import { givesFloor, handedOver, isNoTask, tellsMeeting } from './no-task.ts'
import { ownerReader } from './named-owners.ts'
import type { People } from './people.ts'
import { headless, type Sentence } from './talk.ts'

export type FoundAction = {
  sentences: Sentence[]
  owner: string | null
  due: Due | null
  doubt: string | null
  /** Why it may not stand as fact, however it was said; null: it may. */
  ground: string | null
  /** Somebody was asked to do it, by name; and said that they will. */
  asked: boolean
  answered: boolean
  /** Which way it was found. */
  rule: ActionRule
  /** Of its sentences the one that only says what "it" is. */
  thing?: Sentence
  /** What is to be done, where it was written so: "file form SH01". */
  task?: string
}

export type ActionRule =
  | 'asked by name'
  | 'in minute style'
  | 'put on a person'
  | 'taken on'
  | 'promised'
  | 'will be done'
  | 'told of another'
  | 'we need'

/** Work that somebody does after the meeting; what is done in the room (say, explain, second) is none. */
const work =
  '(?:send|mend|see to|circulate|draft|redraft|prepare|write|rewrite|e-?mail|call|ring|phone|speak|talk|contact|chase|check|double-check|confirm|look|investigate|review|re-?check|update|arrange|organise|organize|book|file|submit|resubmit|share|put|pull|get|find|come back|report back|bring|follow up|set up|order|report|obtain|instruct|engage|publish|post|produce|revise|amend|finish|complete|finalise|finalize|sort|pick|take|liaise|work|meet|raise|ask|tell|let|notify|inform|register|pay|invoice|renew|cancel|distribute|issue|upload|add|make|ensure|handle|deal|do|have|run|compile|collate|forward|drop|pass|lodge|apply|draw up|write up|type up|dig out|model|cost|price|scope|plan|schedule|place|serve|execute|sign|print|recruit|interview|advertise|appoint|approach|negotiate|agree|resolve|fix|change|remove|replace|install|test|audit|analyse|analyze|benchmark|compare|summarise|survey|visit|inspect|measure|consult|invite|remind|nudge|push|escalate|return|reply|respond|answer|quantify|reforecast|restate|reconcile|transfer|release|set|buy|purchase|source|tender|oversee|lead|own|cover|represent|attend|host|train|brief|present|table|bring|schedule|diarise|minute|record|note|include|rework|refresh|rerun|re-run|clarify|verify|trace|locate|collect|deliver|supply|provide|give|keep|monitor|track|explore|research|propose|speak|start|begin|press|request|seek|secure|open|close|move|switch|extend|terminate|serve|warn|flag|log|hand|recirculate|resend|scan|photocopy|copy|map|outline|sketch|design|build|launch|announce|advise|relay|reach out|touch base|catch up|feed back|firm up|tidy up|turn around|turn round|sit down|go back|go through|go and|swap|split|stop|chair|step|mark|list|number|gather|assemble|identify|establish|determine|work out|hold)'

/** Said of this meeting's own course. */
export const inTheRoom =
  /\b(?:be brief|be quick|be honest|start with|start us|kick off|begin with|come (?:on )?to (?:that|you|it|this)|come back to (?:that|you|it) (?:in a|shortly|later|under)|move on|move us on|move to|hand over|take questions|take it as read|take (?:that|it|them|this) as|take the (?:next|report|paper) as read|say (?:a|that|this|it|one|just)|stop (?:there|sharing|talking)|leave it there|leave the room|step out|share (?:my|the) screen|put (?:it|that|this|my hand|the motion|the resolution) (?:to|up|on)|second|propose (?:that|it|we|the)|abstain|vote|go first|go last|go through (?:it|the|this|that|them) (?:now|quickly|briefly)|read (?:it|the|this) out|note (?:that|it|your)|record (?:that|it|the|a|my)|minute (?:that|it)|add (?:that|one|just|to that)|ask (?:the question|for (?:a )?(?:show|proposer|seconder|any)|all|each|everyone|those|whether anyone|if anyone)|take you through|take us through|talk (?:you|us) through|walk (?:you|us) through|tell (?:you|us)|give (?:you|us)(?: an?| the)? (?:update|overview|summary|flavour|sense|background|headline|example|quick|brief|short|minute|moment|second)|let (?:you|tom|her|him|them) (?:speak|finish|go|talk|answer|explain)|let me (?:just|say|finish|explain|add|ask|check i)|check (?:we|that we|everyone|i've|if we) (?:are|have|can|heard|understood)|make (?:a|one|two|the|this|that|my) (?:point|observation|comment|declaration|plea|case|suggestion|start|distinction)|keep (?:it|this|that|us|to|my \w+) (?:brief|short|quick|time|to)|get (?:started|going|to that|on to|onto|back to that|my|that point|off)|do (?:my best|our best|that now|it now|so now|this quickly)|have (?:a vote|a show|to (?:say|leave|go|declare)|that in a|no)|take (?:a|the) (?:vote|view|break|moment|minute|second|roll)|take (?:item|that|this|it) (?:first|next|now|later|under)|close the meeting|open the meeting|be (?:there|here|back|in|happy|glad|fine|surprised|delighted|grateful|away|on leave|late)|see (?:you|how|what|where|whether|if)|set out (?:the|why|what)|turn to|pause there|present (?:it|the|this) now|run through|work (?:with|on) (?:that|it) for now|remind (?:you|us|everyone|the board|members)|take the chair|put the kettle|sign (?:those|them|it|the minutes|that)\b|let you know|let it|hand the chair|give (?:my|you another|investor)|put me down|be brief|explain|start|begin|answer (?:that|your|the question)|declare|recuse|welcome|thank|repeat|support|agree|vote)\b/

const adverbs =
  '(?: also| then| just| certainly| gladly| happily| personally| definitely| probably| of course| therefore| try to| try and| aim to| make sure to| go away and| go and| quickly| do that and| happily| still)*'
/** Who says so in these words does it, whatever it is; what is done in the room is told apart by its verb. */
const promises = new RegExp(
  String.raw`\bi(?:'ll| will| shall|'m going to| am going to|'ve (?:got|agreed) to| undertake to| promise to| volunteer to|'m to)${adverbs} (?!be (?!in touch|ring|call|writ|send|speak|email|do|sub)|have to\b|not\b|never\b|need\b|always\b|only\b|probably\b|admit\b|say\b|second\b|abstain\b|vote\b|propose\b|believe\b|pretend\b|try\b$)[a-z]+\b`,
)
const firstPerson = new RegExp(
  String.raw`\b(?:i(?: can|'m happy to| am happy to|'d be happy to| need to| must| intend to| should be able to)|let me)${adverbs} ${work}\b`,
)
/** Said of the thing and not of who does it: "the notices will go out on Monday", "you'll have it by Friday". */
const willBeDone =
  /\b(?:you'll (?:all )?have (?:it|that|them|those|the|a|my)|(?:will|'ll) (?:go|go out|be (?:out|with|done|ready|on|in|there|[a-z]+ed|sent|written))\b|i'm (?:ringing|calling|doing|sending|seeing|meeting|writing|drafting|getting) )/
const leaveIt =
  /\b(?:leave (?:it|that|this|them) (?:with|to) me|(?:that's|that one's|it's|action)(?: an action)?(?: is)? (?:on|for|with|down to) me|i'll (?:own|take|pick|have|do|handle|sort|cover|lead on|get on|see to|get onto|get on to|look after|action) (?:it|that|this|them|those|that one|this one)(?: up| on| away| forward)?|i'll (?:take|pick) (?:it|that|this|them|those|that one) (?:up|on|away|forward|offline)|i've got (?:that|it|this)(?: one| action)?|put me down for (?:that|it|this)|i'll take (?:an|the) action|mine,? (?:then|that)|i'm on it|consider it done|on my list)\b/

const cancels =
  /\b(?:no need|don't (?:worry|bother|need)|never mind|not necessary|leave (?:that|it) for now|hold (?:off|fire)|already (?:done|sent|did|have|got|been)|forget (?:it|that)|let's not|scratch that|we don't need|i've already|drop that|take that (?:off|action off))\b/

const imagined =
  /\b(?:could (?:always |perhaps |maybe |also )?(?:ask|get|have|look|do)|might (?:ask|get|want|be worth)|if (?:we|you|they|it|that|the board|he|she) (?:wanted|were|had|asked|ever|did|could|goes|fails|falls|loses)|one option|we could|would (?:need|have) to|we'd (?:need|have) to|in theory|ideally|someone (?:could|should|ought)|somebody (?:could|should|ought)|perhaps we|maybe we|should we|i could|i would|i'd|i might)\b/

/** "Ben, could you …?" – "I can't, I'm away. Ana?" – "I'll take it." */
const declined = 4
const asksWork = new RegExp(
  String.raw`\b(?:could|can|would|will) (?:you|somebody|someone|anyone) .*\b${work}\b`,
)
/** "Could somebody get quotes?", "Could Pippa tell them?" */
const asksAnybody = new RegExp(
  String.raw`\b(?:could|can|would|will) (?:(?:somebody|someone|anyone|anybody) .*\b|(?!(?:i|it|we|you|they|he|she|that|this|there|not)\b)[a-z]+ )${work}\b`,
)
const isOther = (one: Sentence, other: Sentence): boolean =>
  one.speaker !== other.speaker || one.speaker === null

const unlistedOwner = 'Nobody of that name speaks here or is listed.'

/** What people of a meeting were asked to do, or said that they will, as far as its words tell. */
export function hearActions(talk: readonly Sentence[], people: People): FoundAction[] {
  const found: FoundAction[] = []
  const named = new RegExp(String.raw`(${people.pattern})`)
  const minuteStyle = new RegExp(
    String.raw`(?:^|\b(?:action|actions|so|and|then|that's|agreed|okay|right|with)\b[,:.]? ?(?:is |was |for |on |that )*)(${people.pattern}) to ${work}\b`,
  )
  const third = new RegExp(
    String.raw`(${people.pattern})(?:'ll| will| is going to|'s going to| is to|'s to| has agreed to| agreed to| has offered to|'s agreed to|'s offered to| can| shall| needs to| should| must)(?: also| then| please| kindly| therefore| just| now)* ${work}\b`,
  )
  const onWhom = new RegExp(
    String.raw`\b(?:action (?:is |point |item )?(?:for|on|to|with|is with)|that's (?:an action |one |an? |down )?(?:for|on|to|with)|action point for|i'll put (?:that|it) (?:down )?(?:to|on|against)|down to|put (?:that|it) (?:down )?(?:to|against|under)|over to|leave (?:that|it|this) (?:with|to)|assigned to|(?:we need|i need|i(?:'d| would) like|we(?:'d| would) like|(?:i|we) want|let's (?:get|have|ask)|can we (?:get|ask|have)|can i (?:ask|get)|i(?:'ll| will| shall|'d| would) ask|we'll (?:ask|get)|ask|get)) (?:the )?(${people.pattern})(?: to ${work}\b)?`,
  )
  const weNeed = new RegExp(
    String.raw`\b(?:we(?:'ll| will| need to| must| should|'ve got to| have to|'re going to)|the (?:company|secretariat|office|team|management|executive|society|charity) (?:will|should|must|needs to|is to)|someone (?:needs|has) to|somebody (?:needs|has) to|let's (?:get|make sure|have)) (?:also |then |therefore )*${work}\b`,
  )

  const ownerIn = ownerReader(work)
  const askIn = askReader(people, work)
  /** What somebody has just declined to do. */
  let open: Sentence | null = null

  const add = (
    rule: ActionRule,
    sentence: Sentence,
    owner: string | null,
    doubt: string | null,
    more: Sentence[] = [],
  ): FoundAction => {
    const sentences = [sentence, ...more].sort((a, b) => a.index - b.index)
    const due = sentences.map(({ plain }) => dueIn(plain)).find((one) => one !== null) ?? null
    const action: FoundAction = {
      sentences,
      owner,
      due,
      doubt,
      ground: null,
      asked: false,
      answered: false,
      rule,
    }
    found.push(action)
    return action
  }
  const touched = (index: number): boolean =>
    found.some(({ sentences: all }) => all.some((one) => one.index === index))

  for (const sentence of talk) {
    const { plain, index } = sentence
    const last = found.at(-1)
    const since = last ? index - last.sentences.at(-1)!.index : Number.POSITIVE_INFINITY
    if (last && since > 0 && since <= 3) {
      const isBack = takesBack.test(plain) || cancels.test(plain)
      if (isBack && !/\bi'll\b/.test(plain) && !takesBackOwn(sentence, last.sentences, talk)) {
        found.pop()
        continue
      }
      // A date that is named or changed in the next words belongs to it.
      const due = dueIn(plain)
      if (
        due &&
        askIn(sentence) === null &&
        sentence.words <= 12 &&
        !sentence.isQuestion &&
        !third.test(plain) &&
        !firstPerson.test(plain) &&
        !promises.test(plain) &&
        (!last.due ||
          /\b(?:make (?:it|that)|actually|rather|instead|let's say|call it|better|more like)\b/.test(plain))
      ) {
        last.due = due
        last.sentences.push(sentence)
        continue
      }
    }
    if (touched(index) || isJest(sentence) || isNoTask(plain)) continue
    if (ofBefore.test(plain)) continue

    const ask = askIn(sentence)
    if (ask) {
      if (answerNow.test(plain.slice(ask.at)) && !/\bby\b/.test(ask.rest)) continue
      if (imagined.test(plain.replace(wishes, '').replace(/\b(?:could|would|might) you\b|^could\b/g, '')))
        continue
      if (givesFloor.test(plain)) continue
      const { owner } = ask
      const reply = replyTo(sentence, talk)
      if (reply && declines.test(reply.plain)) {
        open = sentence
        continue
      }
      const isYes = reply !== undefined && accepts.test(reply.plain)
      const takes = isYes && /\bi(?:'ll| will)\b/.test(reply.plain)
      const yes = isYes && (takes || mayBeBy(reply, owner))
      if (new RegExp(String.raw`\b${work}\b`).test(plain) || (yes && forYou.test(plain))) {
        const isClear = yes || !(sentence.isQuestion || ask.isTold)
        const doubt = isClear ? null : 'They were asked; their answer is not clear.'
        const action = add('asked by name', sentence, owner, doubt, yes ? [reply] : [])
        action.asked = true
        action.answered = yes
        open = null
        if (ask.isUnlisted && !yes) action.ground = unlistedOwner
        if (takes && !isBy(reply, owner)) takenBy(action, reply)
      }
      continue
    }
    if (sentence.isQuestion) continue

    const style = minuteStyle.exec(plain)
    if (style && !imagined.test(plain.slice(0, style.index))) {
      add('in minute style', sentence, people.meant(inCase(style[1]!, sentence)), null)
      continue
    }
    const on = onWhom.exec(plain)
    if (
      on &&
      !imagined.test(plain.replace(wishes, '')) &&
      !inTheRoom.test(plain.slice(on.index)) &&
      !answerNow.test(plain.slice(on.index))
    ) {
      const reply = talk[index + 1]
      if (reply && reply.speaker !== sentence.speaker && declines.test(reply.plain)) continue
      const bare = !new RegExp(String.raw`\bto ${work}\b`).test(plain.slice(on.index))
      if (!bare || /\baction|leave|put|down to|assigned/.test(on[0])) {
        const owner = people.meant(inCase(on[1]!, sentence))
        const isTaken =
          /\b(?:want|like)\b/.test(on[0]) && reply && isBy(reply, owner) && accepts.test(reply.plain)
        add('put on a person', sentence, owner, null, isTaken ? [reply] : []).answered = isTaken === true
        continue
      }
    }
    if (last && since > 0 && since <= 2 && last.owner === sentence.speaker && sameAgain.test(plain)) {
      last.due ??= dueIn(plain)
      last.sentences.push(sentence)
      continue
    }
    if (leaveIt.test(plain) && !imagined.test(plain) && !inTheRoom.test(plain)) {
      if (last && since <= (last.answered ? 1 : 4) && last.asked && isOther(last.sentences[0]!, sentence)) {
        takenBy(last, sentence)
        last.answered = true
        last.doubt = null
        last.sentences.push(sentence)
        continue
      }
      const mayBe = ({ words, speaker, index: at, plain: said }: Sentence): boolean =>
        words >= 5 && speaker !== sentence.speaker && !touched(at) && !declines.test(said) && !isNoTask(said)
      const before = talk.slice(Math.max(0, index - declined), index)
      const asks =
        before.slice(-1).find(mayBe) ??
        before.findLast((one) => mayBe(one) && one.isQuestion && asksWork.test(one.plain))
      const about = asks ? [asks] : []
      add('taken on', sentence, sentence.speaker, null, about)
      continue
    }
    const mine = promises.exec(plain) ?? firstPerson.exec(plain)
    if (mine && quotesAnother.test(plain.slice(0, mine.index))) continue
    if (mine) {
      const from = plain.slice(mine.index)
      // Who was asked says that they will: one action, not two.
      if (last && since <= 4 && isAnswer(last, sentence, talk) && !inTheRoom.test(from.slice(0, 60))) {
        takenBy(last, sentence)
        last.answered = true
        last.doubt = null
        last.ground = null
        last.sentences.push(sentence)
        last.due ??= dueIn(plain)
        continue
      }
      if (
        !imagined.test(plain.slice(0, mine.index + 8)) &&
        !/\bi can (?:see|do that if|say|tell|confirm|report|take)\b/.test(from)
      ) {
        const soft = /^i can\b/.test(from) && !dueIn(plain)
        if (open && index - open.index <= declined && isSameThing(open, sentence)) {
          const action = add('asked by name', open, sentence.speaker, null, [sentence])
          action.asked = true
          action.answered = true
          open = null
          continue
        }
        const wanted = talk
          .slice(Math.max(0, index - 2), index)
          .findLast((one) => one.isQuestion && asksAnybody.test(one.plain))
        const isWanted = wanted && isOther(wanted, sentence) && !touched(wanted.index)
        add(
          'promised',
          sentence,
          sentence.speaker,
          soft ? 'It was offered; whether it was taken up is not said.' : null,
          isWanted && isSameThing(wanted, sentence) ? [wanted] : [],
        )
        continue
      }
    }
    const isAnothers = handedOver(sentence, talk[index + 1])
    const isDone = willBeDone.test(plain) && !tellsMeeting.test(plain) && !isAnothers
    if (isDone && dueIn(plain) && !imagined.test(plain)) {
      if (last && since <= 3 && last.asked) {
        last.due ??= dueIn(plain)
        last.doubt = null
        last.sentences.push(sentence)
      } else add('will be done', sentence, sentence.speaker, null)
      continue
    }
    const other = third.exec(plain)
    if (
      other &&
      !imagined.test(plain.slice(0, other.index)) &&
      !inTheRoom.test(plain.slice(other.index).slice(0, 70)) &&
      (!answerNow.test(plain.slice(other.index)) || dueIn(plain) !== null)
    ) {
      const soft = /^\S+(?: \S+)?(?: can| should| needs to)\b/.test(plain.slice(other.index))
      const reply = talk[index + 1]
      if (reply && reply.speaker !== sentence.speaker && declines.test(reply.plain)) continue
      const yes = reply !== undefined && reply.speaker !== sentence.speaker && accepts.test(reply.plain)
      add(
        'told of another',
        sentence,
        people.meant(inCase(other[1]!, sentence)),
        soft && !yes ? 'It was suggested; whether they took it on is not said.' : null,
        yes ? [reply] : [],
      )
      continue
    }
    const unlisted = ownerIn(sentence)
    if (
      unlisted &&
      (dueIn(plain) || !unlisted.isBody) &&
      !imagined.test(plain) &&
      !inTheRoom.test(plain.slice(0, 90)) &&
      !answerNow.test(plain)
    ) {
      const known = unlisted.isBody ? people.meant(unlisted.owner.replace(/^(?:The|This|Our) /, '')) : null
      const owner = known !== null && /^\p{Lu}/u.test(known) ? known : unlisted.owner
      const reply = talk[index + 1]
      const isOthers = reply !== undefined && reply.speaker !== sentence.speaker
      const yes = isOthers && accepts.test(reply.plain)
      if (!(isOthers && declines.test(reply.plain)))
        add('told of another', sentence, owner, null, yes ? [reply] : []).ground = unlisted.isBody
          ? null
          : unlistedOwner
      continue
    }
    if (
      weNeed.test(plain) &&
      !imagined.test(plain) &&
      !named.test(plain) &&
      !inTheRoom.test(plain) &&
      dueIn(plain)
    )
      add('we need', sentence, null, 'Nobody was named for it.')
  }
  return found.filter(({ sentences }) => !/^(?:yes|no|aye)\W*$/.test(headless(sentences[0]!.plain)))
}
