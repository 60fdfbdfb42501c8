import { z } from 'zod'

/** One name that the model has found, and the line that shows it. */
const nameAnswer = z.object({
  label: z.string().max(40),
  name: z.string().max(100),
  /** Its number, as it stands before the line. */
  line: z.number().int(),
  /** Copied from the line, word for word. */
  quote: z.string().max(400),
})
export type NameAnswer = z.infer<typeof nameAnswer>

export const namesAnswer = z.object({ names: z.array(nameAnswer).max(40) })
