import { meetingTalk, stopWords, wordsBut } from '../language/stop-words.ts'
import { stem } from './stem.ts'

const empty = new Set([...stopWords, ...meetingTalk])

/** The words of a text that say what it is about, without their endings; "long-term" is one. */
export const topicWords = (text: string): string[] =>
  wordsBut(text.replace(/(?<=\p{L})-(?=\p{L})/gu, ''), empty)
    .filter((word) => word.length > 2 && !/^\p{N}/u.test(word))
    .map(stem)
