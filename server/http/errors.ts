import type { Middleware } from 'koa'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { ClientGone } from './client-gone.ts'
import { whatIsInvalid } from './invalid-input.ts'

const statuses: Record<ErrorCode, number> = {
  bad_request: 400,
  too_large: 413,
  invalid_input: 400,
  unsupported_media_type: 415,
  empty_file: 400,
  disk_full: 507,
  quota_reached: 507,
  not_found: 404,
  route_not_found: 404,
  host_not_allowed: 421,
  origin_not_allowed: 403,
  sign_in_required: 401,
  sign_in_failed: 401,
  sign_in_expired: 401,
  wrong_passphrase: 403,
  wrong_code: 403,
  too_many_tries: 429,
  link_invalid: 410,
  weak_passphrase: 400,
  email_taken: 409,
  last_administrator: 409,
  administrators_only: 403,
  owner_only: 403,
  session_required: 403,
  read_only_token: 403,
  second_factor_needed: 403,
  access_off: 409,
  https_required: 403,
  no_audio: 404,
  no_transcript: 404,
  audio_unreadable: 422,
  conversion_failed: 422,
  export_failed: 422,
  in_progress: 409,
  backup_failed: 500,
  data_present: 409,
  cancelled: 409,
  not_cancellable: 409,
  engine_missing: 503,
  engine_crashed: 503,
  engine_answer: 502,
  memory_short: 503,
  diarisation_failed: 500,
  diarisation_off: 409,
  model_damaged: 422,
  model_unknown: 404,
  model_in_use: 409,
  model_language: 409,
  model_unreachable: 502,
  model_checksum: 422,
  model_fetch_running: 409,
  offline: 503,
  worker_crashed: 500,
  upload_aborted: 400,
  transcript_exists: 409,
  stale_version: 409,
  statement_refuted: 409,
  not_undoable: 409,
  voices_off: 409,
  voice_not_clear: 409,
  chunk_gap: 409,
  recording_closed: 409,
  recorded_elsewhere: 409,
  legal_hold: 409,
  places_failed: 502,
  feed_refused: 400,
  feed_failed: 502,
  language_unreachable: 503,
  language_broke_off: 502,
  language_no_model: 503,
  language_busy: 503,
  language_timeout: 504,
  language_truncated: 422,
  language_invalid: 502,
  language_failed: 502,
  chat_key_wrong: 401,
  pdf_unusable: 422,
  already_signed: 409,
  mail_off: 409,
  sms_off: 409,
  sms_failed: 502,
  not_approved: 409,
  seal_failed: 502,
  internal: 500,
}

/** What a failure looks like from outside. Everything unexpected is one sentence; its cause goes to the log alone. */
export function toErrorBody(error: unknown): { status: number; body: ErrorBody; expected: boolean } {
  const answer = (code: ErrorCode, message: string, expected = true): ReturnType<typeof toErrorBody> => ({
    status: statuses[code],
    body: { error: message, message, code },
    expected,
  })
  if (error instanceof AppError) return answer(error.code, error.message)
  if (error instanceof z.ZodError) return answer('invalid_input', whatIsInvalid(error.issues[0]))
  // koa-body and raw-body throw http-errors: malformed JSON, a body over the limit, a client that went away.
  if (
    error instanceof Error &&
    'status' in error &&
    typeof error.status === 'number' &&
    error.status >= 400 &&
    error.status < 500
  )
    return {
      ...(error.status === 413
        ? answer('too_large', 'The request is too large.')
        : answer('bad_request', 'The request could not be read.')),
      status: error.status,
    }
  return answer('internal', 'Something went wrong inside the appliance; the details are in its log.', false)
}

/** Without the secret that some addresses hold, such as a calendar's. */
const loggedPath = (ctx: Parameters<Middleware>[0]): string =>
  typeof ctx['_matchedRoute'] === 'string' && ctx['_matchedRoute'].includes(':secret')
    ? ctx['_matchedRoute']
    : ctx.path

/** Turns whatever is thrown below it into the one error shape. */
export function errorHandler(log: Log): Middleware {
  return async (ctx, next) => {
    try {
      await next()
      if (ctx.status === 404 && ctx.body == null && ctx.path.startsWith('/api/'))
        throw new AppError('route_not_found', `There is no ${ctx.method} ${ctx.path}.`)
    } catch (error) {
      if (error instanceof ClientGone) {
        log.debug({ method: ctx.method, path: loggedPath(ctx) }, 'whoever asked has gone')
        ctx.respond = false
        return
      }
      const { status, body, expected } = toErrorBody(error)
      if (!expected) log.error({ err: error, method: ctx.method, path: loggedPath(ctx) }, 'request failed')
      if (error instanceof AppError && error.retryAfter !== null)
        ctx.set('Retry-After', String(error.retryAfter))
      ctx.status = status
      ctx.body = body
    }
  }
}
