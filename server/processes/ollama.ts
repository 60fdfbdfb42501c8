import { cp, mkdir, readdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { exists } from '../files/exists.ts'
import type { Log } from '../log.ts'
import { spawnChild } from './child.ts'
import { supervise, type Supervised } from './supervise.ts'

/** Speech goes first on a small machine. */
const languageNice = 12

/**
 * Keeps an Ollama of the appliance's own running, as the image has it. Where OLLAMA_HOST names another, none is started.
 * @param options.url where it answers, on loopback
 * @param options.modelsDir where it keeps its models, on the data volume
 * @param options.imageModels models that came with the image, read only; null: none
 */
export function runOllama(options: {
  binary: string
  url: string
  modelsDir: string
  imageModels: string | null
  env: Record<string, string>
  log: Log
}): Supervised {
  const { binary, url, modelsDir, imageModels, env, log } = options
  return supervise<string>({
    name: 'ollama',
    log,
    startupMs: 60_000,
    healthEveryMs: 10_000,
    graceMs: 3000,
    onUp: () => log.info({ url }, 'the language server is ready'),
    onDown: (reason) => log.warn({ reason }, 'the language server is down'),
    start: async () => {
      await mkdir(modelsDir, { recursive: true, mode: 0o700 })
      if (imageModels) await linkImageModels(imageModels, modelsDir)
      const child = spawnChild(binary, ['serve'], {
        nice: languageNice,
        env: {
          ...env,
          OLLAMA_HOST: new URL(url).host,
          OLLAMA_MODELS: modelsDir,
          // It would delete the linked models of an image that is no longer there, one at each start.
          OLLAMA_NOPRUNE: '1',
        },
      })
      return { child, handle: url }
    },
    healthy: async (address, signal) => (await fetch(`${address}/api/version`, { signal })).ok,
  })
}

/**
 * Shows Ollama the models of the image beside its own: their data by links, the small descriptions as copies.
 * A model that is there already stays as it is.
 */
export async function linkImageModels(from: string, to: string): Promise<void> {
  if (!(await exists(join(from, 'manifests')))) return
  await mkdir(join(to, 'blobs'), { recursive: true, mode: 0o700 })
  const blobs = join(from, 'blobs')
  for (const name of await readdir(blobs)) {
    const link = join(to, 'blobs', name)
    if (await exists(link)) continue
    await rm(link, { force: true }) // of an earlier image, whose file has gone
    await symlink(join(blobs, name), link)
  }
  await cp(join(from, 'manifests'), join(to, 'manifests'), { recursive: true, force: false })
}
