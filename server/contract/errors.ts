import { z } from 'zod'

/** Stable codes; the sentence beside them may change, these do not. */
export const errorCodes = [
  'bad_request',
  'invalid_input',
  'unsupported_media_type',
  'empty_file',
  'disk_full',
  'not_found',
  'route_not_found',
  'host_not_allowed',
  'origin_not_allowed',
  'sign_in_required',
  'sign_in_failed',
  'sign_in_expired',
  'wrong_passphrase',
  'wrong_code',
  'too_many_tries',
  'link_invalid',
  'weak_passphrase',
  'email_taken',
  'last_administrator',
  'administrators_only',
  'session_required',
  'access_off',
  'https_required',
  'no_audio',
  'no_transcript',
  'audio_unreadable',
  'conversion_failed',
  'in_progress',
  'not_cancellable',
  'engine_missing',
  'engine_crashed',
  'model_damaged',
  'model_unknown',
  'model_in_use',
  'model_language',
  'model_unreachable',
  'model_checksum',
  'model_fetch_running',
  'offline',
  'worker_crashed',
  'upload_aborted',
  'transcript_exists',
  'stale_version',
  'chunk_gap',
  'recording_closed',
  'legal_hold',
  'language_missing',
  'places_failed',
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** Every error body. The specification shows `error` or `message` to people, so both carry the sentence. */
export const errorBody = z.object({
  error: z.string(),
  message: z.string(),
  code: z.enum(errorCodes),
})
export type ErrorBody = z.infer<typeof errorBody>
