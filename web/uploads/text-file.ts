import type { z } from 'zod'
import { readTranscript } from '#contract/transcripts.ts'
import { ApiError, errorFrom, UnreachableError } from '../api.ts'

/** The specification's words for a file that is something else. */
export const notText = { title: 'Invalid file type', description: 'Please upload a text (.txt) file' }

const extensions = ['txt', 'text', 'md', 'vtt', 'srt', 'docx']

/** For a file picker. */
export const textTypes = [...extensions.map((extension) => `.${extension}`), 'text/plain', 'text/vtt'].join(
  ',',
)

export const textTypesHint =
  'A text (.txt), subtitle (.vtt, .srt) or Word (.docx) file, from Teams, Zoom, Meet or Otter too'

/** What a transcript may come in, by its type or its extension; the server looks at what is in it. */
export function isText({ type, name }: Pick<File, 'type' | 'name'>): boolean {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return (
    type === 'text/plain' || type === 'text/vtt' || (name.includes('.') && extensions.includes(extension))
  )
}

/**
 * The text of a transcript's file, as the server reads it.
 * @throws ApiError with a sentence for the person, UnreachableError, or what the browser says of a file that has gone
 */
export async function textOfFile(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer()
  let response: Response
  try {
    response = await fetch(readTranscript.path, {
      method: readTranscript.method,
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes,
    })
  } catch (cause) {
    throw new UnreachableError({ cause })
  }
  if (!response.ok) throw errorFrom(response.status, await response.text())
  return ((await response.json()) as z.output<typeof readTranscript.response>).content
}

/** Plain text in UTF-8 can be read here too, where the server does not answer. @throws TypeError when it is something else */
export async function plainTextOf(file: Blob): Promise<string> {
  return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
}

/** Why a file could not be read, where the server said so. */
export const reasonOf = (error: unknown): string | null => (error instanceof ApiError ? error.message : null)
