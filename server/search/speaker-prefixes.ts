/** The space between the words must be there: else a run of capitals can be read in more ways than there is time for. */
const word = String.raw`[\p{Lu}\d][\p{L}\p{N}.'’-]*`
const label = String.raw`${word}(?:\s${word}){0,3}`

const atTheStart = new RegExp(String.raw`^${label}:\s`, 'u')
const anywhere = new RegExp(String.raw`(?<=^|[.?!…]["”’)]?\s+)(${label}):\s`, 'gu')

/** "Helen Marsh: …" stands in a passage, and not in what she said. */
export const withoutSpeaker = (sentence: string): string => sentence.replace(atTheStart, '')

/** What a passage of several speakers says, and who they are, in their order. */
export function withoutSpeakers(text: string): { said: string; speakers: string[] } {
  const speakers: string[] = []
  const said = text.replace(anywhere, (_label, name: string) => {
    speakers.push(name)
    return ''
  })
  return { said, speakers }
}
