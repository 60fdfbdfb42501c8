import { createRecording, deleteRecording, type Recording } from '#contract/recordings.ts'
import {
  analyzeTranscript,
  attachTranscript,
  processTranscript,
  putMeetingInfo,
  type Attendee,
} from '#contract/transcripts.ts'
import { ApiError, call, UnreachableError, userId } from '../../api.ts'
import { toast } from '../../ui/Toaster.tsx'
import { titleFrom } from '../../uploads/media.ts'
import { plainTextOf, reasonOf, textOfFile } from '../../uploads/text-file.ts'

/** The steps from a text file to a recording with a transcript, with the specification's words for each. */

const unreadable = {
  title: 'File read error',
  description: 'Could not read the selected file',
}

export function transcriptTitle(name: string): string {
  return titleFrom(name) || 'Uploaded Transcript'
}

function failed(title: string, description: string): void {
  toast({ title, description, destructive: true })
}

function sentenceOf(error: unknown): string | null {
  return error instanceof Error ? error.message : null
}

const isPlain = ({ type, name }: File): boolean => type === 'text/plain' && /(?:^|\.)txt$/i.test(name)

/** @returns the text, or why it cannot be read; the person has been told */
export async function readText(file: File): Promise<{ content: string } | { refusal: string }> {
  try {
    return { content: await textOfFile(file) }
  } catch (error) {
    if (error instanceof UnreachableError && isPlain(file)) {
      const content = await plainTextOf(file).catch(() => null)
      if (content !== null) return { content }
    }
    const refusal = reasonOf(error) ?? unreadable.description
    failed(unreadable.title, refusal)
    return { refusal }
  }
}

/** Speakers by label, each with the name that the text gives, or ''. */
export type Speakers = Record<string, string>

export async function analyse(content: string): Promise<Speakers> {
  try {
    const { speakers, speakerMap } = await call(analyzeTranscript, { body: { content } })
    if (speakers.length === 0)
      toast({
        title: 'No speakers detected',
        description: 'Could not find any speaker labels in the transcript',
      })
    else
      toast({
        title: 'Speakers detected',
        description: `Found ${speakers.length} speakers in the transcript`,
      })
    return Object.fromEntries(speakers.map((label) => [label, speakerMap[label] ?? '']))
  } catch {
    failed('Analysis failed', 'Failed to analyze transcript')
    return {}
  }
}

type Named = {
  content: string
  /** By whom it is said, as it was typed; null: nobody was named, or the names were not applied. */
  attendees: Attendee[] | null
}

/** Puts the names in the place of the labels; the original where that fails, or where there are no names. */
async function withNames(content: string, speakers: Speakers): Promise<Named> {
  const named = Object.entries(speakers).map(
    ([label, name]) => [label, name.trim().replace(/\s+/g, ' ')] as const,
  )
  const speakerMap = Object.fromEntries(named.filter(([, name]) => name !== ''))
  if (Object.keys(speakerMap).length === 0) return { content, attendees: null }
  try {
    const names = [...new Set(named.map(([label, name]) => name || label))]
    return {
      content: (await call(processTranscript, { body: { content, speakerMap } })).content,
      attendees: names.map((name) => ({ speakerId: name, name })),
    }
  } catch (error) {
    console.error('Failed to process speaker replacements', error)
    failed('Processing failed', 'Could not apply speaker replacements')
    return { content, attendees: null }
  }
}

export type TranscriptUpload = {
  content: string
  title: string
  /** ISO 8601. */
  meetingDate: string
  speakers: Speakers
}

/** An upload that stopped on its way; `recordingId` is what was made before, to go on with. */
export class TranscriptUploadError extends Error {
  readonly recordingId: number | null
  readonly detail: string | null

  constructor(
    message: string,
    { recordingId = null, cause }: { recordingId?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.name = 'TranscriptUploadError'
    this.recordingId = recordingId
    this.detail = sentenceOf(cause)
  }
}

async function create(title: string, meetingDate: string): Promise<number> {
  const body = { title, userId, sourceType: 'uploaded_transcript' as const, meetingDate }
  let answer: { recording?: Recording | undefined }
  try {
    answer = await call(createRecording, { body })
  } catch (cause) {
    throw new TranscriptUploadError('Failed to create recording', { cause })
  }
  const id = answer.recording?.id
  if (!id) throw new TranscriptUploadError('Missing recording ID in response')
  return id
}

/**
 * @param existing the recording of an attempt that failed after it was made
 * @returns whether the attendees stand in the order in which they were typed; else in that in which they begin to speak
 * @throws TranscriptUploadError
 */
export async function uploadTranscript(upload: TranscriptUpload, existing: number | null): Promise<boolean> {
  const { title, meetingDate } = upload
  const { content, attendees } = await withNames(upload.content, upload.speakers)
  const id = existing ?? (await create(title, meetingDate))
  try {
    await call(attachTranscript, { params: { id }, body: { content, meetingDate } })
  } catch (cause) {
    // No later try of a text that is refused goes on with what was made for it. Of an earlier try the answer alone may
    // have been lost: what that one made may have its text.
    const isRefused = cause instanceof ApiError && cause.code === 'invalid_input' && existing === null
    if (isRefused) await abandon(id)
    throw new TranscriptUploadError('Failed to upload transcript', {
      recordingId: isRefused ? null : id,
      cause,
    })
  }
  if (attendees === null) return true
  try {
    // Once names have taken the place of "Speaker 1", nothing in the text tells in which order they were given.
    await call(putMeetingInfo, { params: { id }, body: { attendees, location: null } })
    return true
  } catch (error) {
    console.error('The order of the attendees was not kept', error)
    return false
  }
}

/** The person gave up between the two steps, or the text was refused: an empty recording is of no use. */
export async function abandon(id: number): Promise<void> {
  await call(deleteRecording, { params: { id } }).catch((error: unknown) => {
    console.error('The empty recording was not deleted', error)
  })
}
