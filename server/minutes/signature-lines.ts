import type { Sentence } from '../language/extract/talk.ts'

/** "Chair ............  Date ..........", "Signed: ________ Chairman": where minutes are to be signed. */
const rule = /[._…-]{4,}|…{2,}|(?:\. ){4,}/
const labels =
  /\b(?:signed|signature|approved|confirmed|as a (?:true|correct) record|by|the|of|on|at|behalf|chair(?:man|woman|person)?|director|secretary|clerk|trustee|president|dated?|name|print(?:ed)?|meeting)\b/gi
const alone =
  /^(?:signed|signature|date|dated|(?:signed )?(?:by )?(?:the )?chair(?:man|woman|person)?)\s*:?\s*[.]?$/i
/** Lines from the end in which a label may stand without a rule. */
const foot = 5

/** Of something that is written; nobody said them. */
export function signatureLines(talk: readonly Sentence[]): Sentence[] {
  if (talk.some(({ speaker }) => speaker !== null)) return []
  const segments = [...new Set(talk.flatMap((one) => one.segments))]
  const lines = new Set(
    segments.filter(({ text }, at) => {
      const left = text.replace(labels, '').replaceAll(/[^\p{L}\p{N}]/gu, '')
      return (rule.test(text) && left === '') || (at >= segments.length - foot && alone.test(text.trim()))
    }),
  )
  return talk.filter((one) => one.segments.every((segment) => lines.has(segment)))
}
