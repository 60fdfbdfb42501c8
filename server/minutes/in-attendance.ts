/** Of those who are told to be there, who is there and no member: "…, with our manager Rachel Booth in attendance". */

/** "In attendance, Catherine Loy, the chief financial officer, and Mark Devlin" */
const label =
  /^(?:(?:and|also),? )?(?:also )?(?:in attendance|attending|by invitation)(?: today| this (?:morning|afternoon|evening))?(?:[,:]| (?:are|is|we have)\b)/iu
/** Written before the verb: "In attendance are", "Attending besides the directors are". */
const attends = /\b(?:in attendance|attending)\b/iu
const within = [
  /(?:[,;]| –)? (?:and |along |together )?with (?<guests>[^.;]+?) (?:also )?in attendance\b/iu,
  /(?:[,;]| –)? (?:and|with),? (?:also )?in attendance[,:]? (?:are |is |we have )?(?<guests>.+)$/iu,
]

/** @returns of a sentence that tells who is there, the words that name guests; '' where it names none */
export function guestsNamedIn(text: string): string {
  if (label.test(text)) return text
  const told = within.map((form) => form.exec(text)?.groups?.guests).find((one) => one !== undefined)
  if (told !== undefined) return told
  return attends.test(text) ? text : ''
}

/** The list behind "In attendance," without a verb. */
export const listedInAttendance = (text: string): string | undefined =>
  label.test(text) ? text.replace(label, '').trim() : undefined
