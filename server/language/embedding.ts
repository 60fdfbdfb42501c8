/** What a text is to be compared as. */
export type EmbeddedAs = 'question' | 'passage'

/** Models are trained with these before the text; without them what belongs together lies further apart. */
const prefixes: { model: RegExp; question: string; passage: string }[] = [
  { model: /nomic-embed/i, question: 'search_query: ', passage: 'search_document: ' },
  { model: /embeddinggemma/i, question: 'task: search result | query: ', passage: 'title: none | text: ' },
  { model: /\be5\b|-e5-/i, question: 'query: ', passage: 'passage: ' },
  {
    model: /mxbai-embed|snowflake-arctic-embed|bge-(?:small|base|large)/i,
    question: 'Represent this sentence for searching relevant passages: ',
    passage: '',
  },
  {
    model: /qwen3-embedding/i,
    question: 'Instruct: Given a question, retrieve passages that answer it\nQuery: ',
    passage: '',
  },
]

/** A text as a model wants it. */
export function forEmbedding(model: string, text: string, as: EmbeddedAs): string {
  const known = prefixes.find((one) => one.model.test(model))
  return known ? `${known[as]}${text}` : text
}
