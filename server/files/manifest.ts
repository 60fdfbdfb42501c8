import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { ConfigError } from '../config.ts'
import { isMissing } from './exists.ts'

/**
 * What a list of models (models/manifest.json, or the company's own) says.
 * @throws ConfigError when it is missing or wrong
 */
export async function readManifest<T>(file: string, shape: z.ZodType<T>): Promise<T> {
  const wrong = (why: string, cause: unknown): ConfigError =>
    new ConfigError(`The list of models ${file} cannot be used: ${why}`, { cause })
  try {
    return shape.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if (isMissing(error)) throw wrong('there is no such file.', error)
    if (error instanceof SyntaxError) throw wrong('it is not JSON.', error)
    if (error instanceof z.ZodError) {
      const issue = error.issues[0]
      throw wrong(`${issue?.path.join('.')}: ${issue?.message}.`, error)
    }
    throw error
  }
}
