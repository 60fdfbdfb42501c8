import { requireLanguage } from './languages.ts'
import type { SpeechModel } from './models.ts'

/**
 * The model for live text, when none was chosen for it: the smallest that knows the language, since one that is late shows
 * nothing.
 * @param active the one in use for the accurate pass
 * @throws AppError model_language when not even that one knows the language
 */
export function modelForLive(installed: SpeechModel[], active: SpeechModel, language: string): SpeechModel {
  const smaller = installed
    .filter((model) => model.sizeBytes < active.sizeBytes && knows(model, language))
    .sort((a, b) => a.sizeBytes - b.sizeBytes)
  const chosen = smaller[0] ?? active
  requireLanguage(chosen, language)
  return chosen
}

const knows = ({ multilingual }: SpeechModel, language: string): boolean => multilingual || language === 'en'
