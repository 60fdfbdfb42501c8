import { totalmem } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { readManifest } from '../files/manifest.ts'

const known = z.object({
  /** As Ollama names it. */
  id: z.string().min(1),
  name: z.string().min(1),
  /** About: Ollama knows exactly. */
  sizeBytes: z.number().int().positive(),
  /** What a machine should have in all, speech recognition included; about. */
  machineBytes: z.number().int().positive(),
  /** Tokens that fit into that memory beside the model; a setting goes before it. */
  contextSize: z.number().int().positive(),
  licence: z.string().min(1),
  suits: z.string(),
})
const manifest = z.object({
  /** From the smallest to the largest. */
  language: z.array(known).default([]),
  embedding: z.array(known).default([]),
})
export type KnownLanguage = z.infer<typeof known> & { embeds: boolean }

/** Firmware and kernel keep some of what a machine is sold with. */
const shortBy = 0.9

export type LanguageCatalogue = ReturnType<typeof createLanguageCatalogue>

/** The language models that the list of models (models/manifest.json, or the company's own) knows of. */
export function createLanguageCatalogue(
  config: Pick<Config, 'appRoot' | 'modelManifest'>,
  memoryBytes: number = totalmem(),
) {
  const file = config.modelManifest ?? join(config.appRoot, 'models', 'manifest.json')

  async function list(): Promise<KnownLanguage[]> {
    const { language, embedding } = await readManifest(file, manifest)
    return [
      ...language.map((model) => ({ ...model, embeds: false })),
      ...embedding.map((model) => ({ ...model, embeds: true })),
    ]
  }

  return {
    list,
    memoryBytes,
    /** The largest that a machine with this memory runs beside everything else; null: the list has none. */
    async recommended(): Promise<KnownLanguage | null> {
      const models = (await list()).filter((model) => !model.embeds)
      return models.filter((model) => model.machineBytes * shortBy <= memoryBytes).at(-1) ?? models[0] ?? null
    },
  }
}

/** Whether two names mean one model: "llama3.1" is "llama3.1:latest". */
export const sameModel = (one: string, other: string): boolean => fullName(one) === fullName(other)

const fullName = (id: string): string => (id.includes(':') ? id : `${id}:latest`)
