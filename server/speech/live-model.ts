import { needLanguage } from './languages.ts'
import type { SpeechModel } from './models.ts'

/**
 * The model for live text, when none was chosen for it: the smallest that knows the language, since one that is late shows
 * nothing. The demo model understands nobody but its own voices, so it stands in for a real one only where it is in use.
 * @param active the one in use for the accurate pass
 * @throws AppError model_language when not even that one knows the language
 */
export function modelForLive(installed: SpeechModel[], active: SpeechModel, language: string): SpeechModel {
  const smaller = installed
    .filter((model) => !model.demo && model.sizeBytes < active.sizeBytes && knows(model, language))
    .sort((a, b) => a.sizeBytes - b.sizeBytes)
  const chosen = active.demo ? active : (smaller[0] ?? active)
  needLanguage(chosen, language)
  return chosen
}

const knows = ({ multilingual }: SpeechModel, language: string): boolean => multilingual || language === 'en'
