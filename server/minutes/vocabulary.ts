import { stem } from './stem.ts'

const stop = new Set(
  "the a an and or but if of in on at to for from with by as is are was were be been being it its that this these those there here we i you he she they them us our your my his her their me do does did have has had will would can could should may might must not no yes so then than just very really also what which who when where how why all any some one two up out about into over again more most other such only own same too now well okay right think know mean like going get got go say said see look thank thanks please good morning afternoon chair item agenda minutes meeting board don't it's that's we're i'm we've i've you're they're isn't there's let's what's".split(
    ' ',
  ),
)

/** The words of a text that say what it is about, without their endings. */
export const contentWords = (text: string): string[] =>
  (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[a-z][a-z'-]{2,}/g) ?? []
  )
    .filter((word) => !stop.has(word))
    .map(stem)
