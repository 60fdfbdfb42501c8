import { z } from 'zod'
import { wordSet } from './rules/phrases.ts'
import { Trouble } from './trouble.ts'

/** What grammars cannot hold, or only at a price, is left to zod. */
const leftToZod = wordSet(
  '$schema pattern format minLength maxLength maxItems minimum maximum exclusiveMinimum exclusiveMaximum default',
)

/** The schema that the model is held to while it writes. */
export function formatOf(schema: z.ZodType): object {
  return simpler(z.toJSONSchema(schema, { unrepresentable: 'any' })) as object
}

function simpler(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => simpler(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      // A property of the answer may be called "format".
      .filter(([key]) => isNames || !leftToZod.has(key))
      .map(([key, inner]) => [key, simpler(inner, key === 'properties' && !isNames)]),
  )
}

/** What stands in the system's part, for servers that do not hold the model to it, and to tell it what is meant. */
export const schemaInWords = (format: object): string =>
  `\n\nAnswer with JSON alone, without a code fence, that fits this JSON schema:\n${JSON.stringify(format)}`

const longestHint = 600

/**
 * The answer as the schema says it is.
 * @throws Trouble with a hint for the model
 */
export function readJson<T>(text: string, schema: z.ZodType<T>): T {
  const bare = text
    .trim()
    .replace(/^```(?:json)?\s*/i, '')
    .replace(/\s*```$/, '')
  let value: unknown
  try {
    value = JSON.parse(bare)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw unusable(`It is not JSON: ${error.message}`, error)
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw unusable(z.prettifyError(parsed.error), parsed.error)
}

const unusable = (why: string, cause: unknown): Trouble =>
  new Trouble(
    'answer',
    'language_invalid',
    'The language model gave no answer in the form that was asked for. Try again, or choose a larger model.',
    { cause, hint: why.slice(0, longestHint) },
  )
