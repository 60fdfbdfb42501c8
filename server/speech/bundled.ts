import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { DiarisationModel } from './diarisation-models.ts'
import { hashOf, sizeOf } from './model-file.ts'
import type { SpeechModel } from './models.ts'

const file = z.object({ name: z.string(), file: z.string(), licence: z.string(), sha256: z.string() })
const settings = z.object({ threshold: z.number(), minDurationOn: z.number(), minDurationOff: z.number() })
/** A meeting to try the appliance with; when it was held and who was there, as a calendar would have it. */
const sample = z.object({
  file: z.string(),
  heldAt: z.string().nullable(),
  attendees: z.array(z.object({ name: z.string(), role: z.string().optional() })),
})
const bundledPart = z.object({
  bundled: z.object({
    speech: file.extend({
      id: z.string(),
      wholeWindows: z.object({ margin: z.number() }).optional(),
    }),
    diarisation: z.object({ segmentation: file, embedding: file, settings }),
    sample,
  }),
})

/** What stands in the manifest beside the bundled models: they are used where nothing else is installed. */
async function read({ bundledDir }: Pick<Config, 'bundledDir'>) {
  const text = await readFile(join(bundledDir, 'manifest.json'), 'utf8')
  return bundledPart.parse(JSON.parse(text)).bundled
}

/** The speech model that comes along; hashed anew at each call. @throws when the manifest or the file is damaged */
export async function bundledSpeech(config: Pick<Config, 'bundledDir'>): Promise<SpeechModel> {
  const { speech } = await read(config)
  const path = join(config.bundledDir, speech.file)
  return {
    id: speech.id,
    name: speech.name,
    sizeBytes: await sizeOf(path),
    sha256: await hashOf(path),
    multilingual: false,
    addedAt: null,
    bundled: true,
    file: path,
    ...(speech.wholeWindows && { wholeWindows: speech.wholeWindows }),
  }
}

/** The pair that tells speakers apart and comes along. @throws as bundledSpeech */
export async function bundledDiarisation(config: Pick<Config, 'bundledDir'>): Promise<DiarisationModel> {
  const { diarisation } = await read(config)
  const describe = async (part: 'segmentation' | 'embedding') => {
    const path = join(config.bundledDir, diarisation[part].file)
    const { name } = diarisation[part]
    return { name, file: path, sha256: await hashOf(path), sizeBytes: await sizeOf(path) }
  }
  return {
    segmentation: await describe('segmentation'),
    embedding: await describe('embedding'),
    settings: diarisation.settings,
    addedAt: null,
    bundled: true,
  }
}

/** The sample meeting: its file, and what the manifest says of it. */
export async function bundledSample(config: Pick<Config, 'bundledDir'>): Promise<z.infer<typeof sample>> {
  const { sample: found } = await read(config)
  return { ...found, file: join(config.bundledDir, found.file) }
}
