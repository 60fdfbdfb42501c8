import type { ErrorBody } from '#contract/errors.ts'

/** What an answer that is not OK says: the contract's error body, or a sentence of our own where there is none. */
export function readError(
  status: number,
  text: string,
): { message: string; code: ErrorBody['code'] | null; isOurs: boolean } {
  const otherwise = `The server answered with an error (${status}).`
  try {
    const body = JSON.parse(text) as Partial<ErrorBody> | null
    return { message: body?.message ?? body?.error ?? otherwise, code: body?.code ?? null, isOurs: true }
  } catch {
    // A proxy's page; the status says enough.
    return { message: otherwise, code: null, isOurs: false }
  }
}
