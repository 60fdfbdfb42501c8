/** Texts go to embedding models with the words before them that each was trained with: vectors without them do not compare. */
export const vectorsAnew = `DELETE FROM search_vector;`
