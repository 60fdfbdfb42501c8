import { resolve } from 'node:path'
import type { Command } from 'commander'
import { diarisationId } from '../../server/speech/catalogue.ts'
import type { SpeechModel } from '../../server/speech/models.ts'
import { confirm, withYes } from '../confirm.ts'
import { withServices } from '../open.ts'
import { bytes, note, print, printJson, wantsJson } from '../output.ts'
import { addPair, removePair, sayPair, type AddOptions } from './models-diarisation.ts'
import { languageId, pullLanguage } from './models-language.ts'
import { listAll, listInstalled } from './models-list.ts'
import { pullModel } from './models-pull.ts'

export function modelsCommand(program: Command): void {
  const models = program.command('models').description('the models: list, pull, add, use, remove')

  models
    .command('list')
    .description('the installed models; * marks the one in use')
    .option('--all', 'also those that can be fetched')
    .action((options: { all?: boolean }, command: Command) =>
      withServices((services) =>
        options.all ? listAll(services, wantsJson(command)) : listInstalled(services, wantsJson(command)),
      ),
    )

  fetchingCommands(models)
  addCommand(models)
  choosingCommands(models)
}

function fetchingCommands(models: Command): void {
  models
    .command('pull')
    .argument(
      '[id]',
      'as `npx appliance models list --all` shows it (default: what suits this machine); "diarisation": the models that tell speakers apart; "llm": a language model',
    )
    .argument('[name]', 'with llm: what Ollama calls it (default: what suits this machine)')
    .description('fetch a model, check it and use it; goes on where an earlier try was')
    .action((id: string | undefined, name: string | undefined, _options, command: Command) =>
      withServices(async (services) => {
        if (id === languageId) return pullLanguage(services, name, wantsJson(command))
        const { modelId } = await pullModel(services, id)
        if (modelId === diarisationId)
          return sayPair(await services.diarisationModels.active(), wantsJson(command))
        const model = (await services.models.list()).find((m) => m.id === modelId)!
        if (wantsJson(command)) printJson(model)
        else print(installedSentence(model))
        warnIfFixed(services.config.speechModel, modelId)
      }),
    )

  withYes(models.command('cancel'))
    .description('end the fetching of a model; what has come is deleted')
    .action((options: { yes?: boolean }, command: Command) =>
      withServices(async (services) => {
        await confirm('What has come of the model is deleted.', options.yes)
        const ofSpeech = await services.modelFetches.cancel(services.jobs)
        const cancelled = (await services.languageModels.cancel(services.jobs)) || ofSpeech
        await services.modelFetches.tidy()
        if (wantsJson(command)) printJson({ cancelled })
        else print(cancelled ? 'The fetching is cancelled.' : 'No model is being fetched.')
      }),
    )
}

function addCommand(models: Command): void {
  models
    .command('add')
    .argument(
      '<file>',
      'a whisper.cpp model (ggml-….bin), or "diarisation" for the two that tell speakers apart',
    )
    .description('install a model from a file, check it and use it')
    .option(
      '--segmentation <file>',
      'with diarisation: a pyannote segmentation model for sherpa-onnx (.onnx)',
    )
    .option('--embedding <file>', 'with diarisation: a speaker embedding model for sherpa-onnx (.onnx)')
    .option('--threshold <number>', 'with diarisation: how unlike voices of one speaker may be, 0 to 2')
    .option(
      '--id <id>',
      "the id to give it (default: the file's name; that of a known model is for that very model)",
    )
    .option('--sha256 <hex>', 'refuse the file unless this is its checksum')
    .action((file: string, options: AddOptions, command: Command) =>
      withServices(async (services) => {
        if (file === diarisationId) return addPair(services, options, wantsJson(command))
        note(`Copying and checking ${file} …`)
        const model = await services.models.add(resolve(file), { id: options.id, sha256: options.sha256 })
        if (wantsJson(command)) printJson(model)
        else print(installedSentence(model))
        warnIfFixed(services.config.speechModel, model.id)
      }),
    )
}

function choosingCommands(models: Command): void {
  models
    .command('use')
    .argument('<id>', 'as `npx appliance models list` shows it')
    .description('transcribe with this model from now on; a running appliance changes over without a restart')
    .action((id: string, _options, command: Command) =>
      withServices(async (services) => {
        const model = await services.models.use(id)
        if (wantsJson(command)) printJson(model)
        else print(`${model.id} is in use from now on.`)
        warnIfFixed(services.config.speechModel, model.id)
      }),
    )

  withYes(models.command('remove'))
    .argument('<id>', 'as `npx appliance models list` shows it')
    .description('delete a model that is not in use')
    .action((id: string, options: { yes?: boolean }, command: Command) =>
      withServices(async (services) => {
        await confirm(`The files of ${id} are deleted.`, options.yes)
        if (id === diarisationId) await removePair(services)
        else await services.models.remove(id)
        if (wantsJson(command)) printJson({ id, removed: true })
        else print(`${id} is removed.`)
      }),
    )
}

const installedSentence = (model: SpeechModel): string =>
  `${model.id} is installed (${bytes(model.sizeBytes)}, SHA-256 ${model.sha256}) and in use from now on.`

function warnIfFixed(fixed: string | null, id: string): void {
  if (fixed && fixed !== id)
    note(`APPLIANCE_SPEECH_MODEL is ${fixed}, and that goes before the choice made here.`)
}
