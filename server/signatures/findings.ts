import type { Finding } from '#contract/system.ts'
import { AppError } from '../errors.ts'
import type { Paths } from '../files/paths.ts'
import { findSeal } from './seal-key.ts'

const soonMs = 30 * 86_400_000
const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const what = 'Seal of signed documents'
const todo = 'Install another P12 file under System → Seal, or with `appliance seal install`.'

/** Whether documents can be sealed, now and in the next weeks. */
export async function sealFindings(paths: Paths): Promise<Finding[]> {
  try {
    const seal = await findSeal(paths)
    if (!seal) return []
    const { name, validTo } = seal.shown
    const left = Date.parse(validTo) - Date.now()
    const day = date.format(new Date(validTo))
    if (left < 0)
      return [{ what, state: 'problem', found: `The certificate “${name}” ended on ${day}.`, todo }]
    if (left < soonMs)
      return [{ what, state: 'warning', found: `The certificate “${name}” ends on ${day}.`, todo }]
    return [{ what, state: 'ok', found: `“${name}”, until ${day}.`, todo: null }]
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [{ what, state: 'problem', found: error.message, todo }]
  }
}
