import { AppError } from '../errors.ts'

/** The languages that whisper.cpp 1.9.1 knows (whisper.cpp, g_lang). */
const codes = new Set(
  (
    'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk ' +
    'te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo ' +
    'ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su yue'
  ).split(' '),
)

/** Whether the engine takes this for a language; `auto`: it listens for itself. */
export const knowsLanguage = (code: string): boolean => code === 'auto' || codes.has(code)

/** @throws AppError invalid_input, model_language */
export function requireLanguage(model: { name: string; multilingual: boolean }, language: string): void {
  if (!knowsLanguage(language))
    throw new AppError('invalid_input', `The speech engine does not know a language "${language}".`)
  if (language !== 'en' && !model.multilingual)
    throw new AppError(
      'model_language',
      language === 'auto'
        ? `The speech model ${model.name} knows English only, so it cannot tell languages apart. Choose English or a multilingual model.`
        : `The speech model ${model.name} knows English only. Choose English or a multilingual model.`,
    )
}
