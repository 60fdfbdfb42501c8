import { resolve } from 'node:path'
import { AppError } from '../../server/errors.ts'
import type { Services } from '../../server/services.ts'
import type { DiarisationModel } from '../../server/speech/diarisation-models.ts'
import { bytes, note, print, printJson } from '../output.ts'

export type AddOptions = {
  id?: string
  sha256?: string
  segmentation?: string
  embedding?: string
  threshold?: string
}

/** `models add diarisation`: for machines without network. */
export async function addPair(services: Services, options: AddOptions, json: boolean): Promise<void> {
  const { segmentation, embedding } = options
  if (!segmentation || !embedding)
    throw new AppError(
      'invalid_input',
      'Name both files: npx appliance models add diarisation --segmentation FILE --embedding FILE.',
    )
  const threshold = options.threshold === undefined ? undefined : Number(options.threshold)
  if (threshold !== undefined && !(threshold > 0 && threshold <= 2))
    throw new AppError(
      'invalid_input',
      `--threshold is "${options.threshold}"; it takes a number from 0 to 2.`,
    )
  note(`Copying and checking ${segmentation} and ${embedding} …`)
  const files = { segmentation: resolve(segmentation), embedding: resolve(embedding) }
  sayPair(await services.diarisationModels.add(files, threshold), json)
}

/** @throws AppError model_unknown */
export async function removePair(services: Services): Promise<void> {
  if (!(await services.diarisationModels.remove()))
    throw new AppError('model_unknown', 'There are no models of your own that tell speakers apart.')
}

export function sayPair(model: DiarisationModel, json: boolean): void {
  const files = [model.segmentation, model.embedding]
  if (json) return printJson({ ...withoutPaths(model), active: true })
  for (const { name, sizeBytes, sha256 } of files) print(`${name} (${bytes(sizeBytes)}, SHA-256 ${sha256})`)
  print('They are installed, and tell speakers apart from now on.')
}

/** Where their files lie is nobody's business. */
function withoutPaths({ segmentation, embedding, ...facts }: DiarisationModel) {
  const bare = ({ file: _file, ...rest }: DiarisationModel['segmentation']) => rest
  return { ...facts, segmentation: bare(segmentation), embedding: bare(embedding) }
}

/** For `models list`. */
export function diarisationLine(model: DiarisationModel): string {
  return `Speakers are identified by ${model.segmentation.name} and ${model.embedding.name}.`
}
