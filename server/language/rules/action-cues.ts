import { matcherOf } from './phrases.ts'

/** The phrases by which somebody takes on a task, or is given one; see cues.ts. */
const actionCues = {
  takes: [
    "i'll; i will; i shall; i'm going to; let me; leave it with|to me; leave that with|to me; i can … by|for|tomorrow|today|this|next|on|do|get|have|send|ask|look; i'll do that|it; i'll get; i've got that; mine; that's me; on my list; i'm on it|to; i'd better; you'll have it|them|that; me to; for me to",
  ],
  takesForAll: ["we'll; we will; let's; we're going to; we need to; we should; we must"],
  asks: [
    "can|could|would|will you; can|could|would|will _ you|please; please; you'll; you will; would you mind; are you able|all; i'd like you; i want you; i need you; you to; you can|could|should|must; do you want to; perhaps you; if you could|would|can; make sure; have you; you take|do|send|get|write|draft; yours; you and; get me; let me|us have; ask him|her|them; want|like|need|ask it|that|them|him|her; who's|who going|will|can",
  ],
  names: [
    'action; owner; actions; to action; actioned; down to|for; minute that as; put me|you|him|her|that down; on whose',
  ],
  accepts: [
    "^ will do; ^ yes; ^ yep; ^ yeah; ^ sure; ^ of course; ^ happy to; ^ no problem; ^ gladly; ^ certainly; ^ fine; ^ okay; ^ ok; ^ right; ^ i'll|i will|i can; ^ consider it done; ^ leave it; ^ noted; ^ understood; ^ done; ^ can do; ^ absolutely; ^ with pleasure; ^ all right; ^ go on; ^ by; ^ friday|monday|tuesday|wednesday|thursday; ^ deal; ^ agreed",
  ],
  refuses: [
    "i can't|cannot|won't; not me; i'd rather not; i haven't time; no chance; i couldn't; not really|sure; i'm not able|going; ^ no; rather not; somebody else; i can't promise; if i can|get|have; might|may; i'll try|see|think; depends",
  ],
  third: [
    'will; to; is|are to|going; has agreed|offered|undertaken to; agreed|undertook|offered to; was|were asked to; should|must; needs to; would; can|could',
  ],
  due: [
    'by monday|tuesday|wednesday|thursday|friday|saturday|sunday|the|next|then|tomorrow|end|january|february|march|april|may|june|july|august|september|october|november|december|tonight|lunchtime|noon|close|easter|christmas; before the|monday|tuesday|wednesday|thursday|friday|next|easter|christmas|we|then; end of; this|next week|month|afternoon|morning|evening|monday|tuesday|wednesday|thursday|friday|quarter; tomorrow; today; tonight; within; on monday|tuesday|wednesday|thursday|friday|the; in a|two|three|time; for the next|board|meeting; first thing; in time for; straight|right away|after; after the|this meeting',
  ],
  work: [
    'file|send|draft|circulate|chase|check|write|contact|arrange|book|order|update|prepare|review|report|bring|speak|ring|email|obtain|find|register|submit|tell|ask|call|phone|get|look|sort|put|do|produce|add|amend|correct|organise|set|talk|pass|confirm|issue|publish|notify|inform|pay|fix|redo|rewrite|post|print|instruct|approach|meet|make|work|raise|share|forward|invite|follow|see|go|have|take|change|cost|measure|price|compare|list|collect|deliver|return|renew|cancel|sign|let|come|buy|hire|run|give|finish|complete|start|lodge|dig|pull|move|clear|clean|mend|replace|test|train|visit|walk|count|record|log|scan|upload|announce|advertise|recruit|interview',
  ],
  room: [
    "i'll|i will|i propose|second|move|chair|take|read|start|begin|say|hand|come|declare|put|go|stop|abstain|vote|support|note|be|leave|pause|turn|call|open|close|keep|sign|repeat|answer|give|tell|explain|admit|let|bet|never|miss; we'll move|come|take|start|go|vote|see|hear|have|leave|be|note; i'll second; propose it|that; take it|that as; i'll be; let's see|move|hear|start|take|vote|go; i'll have|want|need|know|believe; the minutes; in favour; before i",
  ],
  done: [
    "i've|we've|i|we have|had|did|done|sent|written|spoke|spoken|asked|already; already; last week|month|time|year; was|were; yesterday; did; have you; has been",
  ],
  unsure: [
    "maybe; perhaps; might; could|should|would we|i|have|be; if; what if; i'd|we'd; somebody|someone|anyone; one day; at some point; ought; hope; wonder; unless; why don't; shall; thinking",
  ],
  again: ["as agreed|i|we; to recap|confirm; so that's; just to; summary; recap; reminder; actions from|are"],
  when: ['next meeting; meet again; see you; adjourn|adjourned; date of; same time; meet on|in'],
} as const

export type ActionCue = keyof typeof actionCues

export const actionCuesIn = matcherOf<ActionCue>(actionCues)
