import { AppError } from '../../server/errors.ts'
import type { Services } from '../../server/services.ts'
import type { SpeechModel } from '../../server/speech/models.ts'
import { bytes, note, print, printJson, table } from '../output.ts'
import { diarisationLine } from './models-diarisation.ts'
import { languageCatalogueRows, languageLine } from './models-language.ts'

/** `models list` */
export async function listInstalled(services: Services, json: boolean): Promise<void> {
  const apart = await services.diarisationModels.active()
  const installed = await services.models.list()
  const active = await activeId(services)
  if (json) return printJson(installed.map((model) => ({ ...model, active: model.id === active })))
  print(
    table(
      installed.map((model) => [
        model.id === active ? '*' : ' ',
        model.id,
        bytes(model.sizeBytes),
        describe(model),
      ]),
    ),
  )
  note(diarisationLine(apart))
  note(await languageLine(services))
}

/** `models list --all` */
export async function listAll(services: Services, json: boolean): Promise<void> {
  const installed = await services.models.list()
  const active = await activeId(services)
  const catalogue = await services.catalogue.list()
  const recommended = (await services.catalogue.recommended()).id
  const pair = await services.catalogue.diarisation()
  const apart = await services.diarisationModels.active()
  if (json)
    return printJson({
      diarisation: { ...pair, installed: !apart.bundled },
      installed: installed.map((model) => ({ ...model, active: model.id === active })),
      catalogue: catalogue.map((model) => ({ ...model, recommended: model.id === recommended })),
    })
  const others = catalogue.filter((model) => !installed.some(({ id }) => id === model.id))
  print(
    table([
      ...installed.map((model) => [
        model.id === active ? '*' : '+',
        model.id,
        bytes(model.sizeBytes),
        describe(model),
      ]),
      ...others.map((model) => [
        model.id === recommended ? '>' : ' ',
        model.id,
        bytes(model.sizeBytes),
        `${model.suits} Memory about ${bytes(model.memoryBytes)}.`,
      ]),
    ]),
  )
  if (pair && apart.bundled)
    note(
      `Tells speakers apart: ${pair.segmentation.name} (licence ${pair.segmentation.licence}) and ${pair.embedding.name} (licence ${pair.embedding.licence}), ${bytes(pair.segmentation.sizeBytes + pair.embedding.sizeBytes)}: \`npx appliance models pull diarisation\` fetches them.`,
    )
  else note(diarisationLine(apart))
  note(await languageLine(services))
  for (const row of await languageCatalogueRows(services)) note(row)
  note('* in use, + installed, > recommended for this machine: `npx appliance models pull` fetches it.')
}

/** The id of the model in use; null when APPLIANCE_SPEECH_MODEL names one that is not installed. */
async function activeId({ models, db }: Services): Promise<string | null> {
  try {
    return (await models.active(db.read)).id
  } catch (error) {
    if (error instanceof AppError && error.code === 'model_unknown') return null
    throw error
  }
}

function describe(model: SpeechModel): string {
  const languages = model.multilingual ? 'multilingual' : 'English only'
  return model.bundled && model.addedAt === null ? `${languages}, came with the appliance` : languages
}
