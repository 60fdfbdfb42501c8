import { AppError } from '../errors.ts'

const noModel =
  'There is no language model on this appliance yet, so no summary can be generated. You can write it by hand, with Edit.'

/** Why no summary can be written; null: one can. The language model takes it over together with writeSummary. */
export function summaryUnavailable(): string | null {
  return noModel
}

/**
 * Has the summary of a recording's meeting written. The one place that the language model takes over.
 * @throws AppError language_missing, as long as there is none
 */
export async function writeSummary(_recordingId: number): Promise<string> {
  throw new AppError('language_missing', noModel)
}
