import { AppError } from '../errors.ts'

/**
 * Has the summary of a recording's meeting written. The one place that the language model takes over.
 * @throws AppError language_missing, as long as there is none
 */
export async function writeSummary(_recordingId: number): Promise<string> {
  throw new AppError(
    'language_missing',
    'There is no language model on this appliance yet, so none can be generated: try again when there is one. Until then you can write the summary by hand, with Edit.',
  )
}
