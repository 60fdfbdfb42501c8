// What the stand-in for Ollama makes of words: tokens, vectors, and JSON that fits a schema.

/** A tokeniser of about a real one's size: words in pieces of five letters, each figure and mark by itself. @param {string} text */
export function tokens(text) {
  return text.match(/\p{L}{1,5}|\p{N}|[^\s\p{L}\p{N}]|\n+/gu)?.length ?? 0
}

const dimensions = 64

/** Texts with the same words have near vectors. @param {string} text */
export function vector(text) {
  const sums = Array.from({ length: dimensions }, () => 0)
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    let hash = 7
    for (const letter of word) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
    sums[hash % dimensions] = (sums[hash % dimensions] ?? 0) + 1
  }
  const length = Math.hypot(...sums) || 1
  return sums.map((n) => n / length)
}

/** The least that fits a JSON schema. @param {any} schema @param {any} [root] @returns {unknown} */
export function example(schema, root = schema) {
  if (schema.$ref) return example(root.$defs[schema.$ref.split('/').at(-1)], root)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.some((/** @type {any} */ one) => one.type === 'null')) return null
  if (schema.anyOf) return example(schema.anyOf[0], root)
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, example(inner, root)]),
      )
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => example(schema.items, root))
    case 'number':
    case 'integer':
      return schema.minimum ?? 0
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return 'text'
  }
}
