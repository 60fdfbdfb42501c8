import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findProgram } from './files.mjs'
import { cacheDir, modules } from './paths.mjs'
import { platformKey, processorCan } from './platform.mjs'
import { errorLine, run } from './run.mjs'
import { offline } from './settings.mjs'

const version = '0.17.4'
const folder = join(cacheDir, `ollama-${version}-${platformKey()}`)
const built = join(folder, 'bin', 'ollama')
const whisper = join(modules, 'nodejs-whisper', 'cpp', 'whisper.cpp', 'examples')
/** Debian's libstb-dev; it is unpacked beside where it cannot be installed. */
const stb = ['usr', 'include', 'stb', 'stb_image.h']

/**
 * The program on PATH, else one compiled from the Go module: eight minutes of a processor, once.
 * @param {import('./say.mjs').Say} say
 * @returns {Promise<string>}
 * @throws {Error} that says why there is none
 */
export async function requireOllama(say) {
  const installed = findProgram('ollama')
  if (installed) return installed
  if (existsSync(built)) return built
  if (!findProgram('go')) throw new Error('neither Ollama nor Go is installed')
  if (offline) throw new Error('Ollama is not installed, and nothing may be fetched to build it')
  await say.step(`Building Ollama ${version}, about ten minutes, once`, build)
  return built
}

/** A Go module leaves out folders that are called "vendor": the headers in it come from elsewhere. */
async function build() {
  const work = mkdtempSync(join(tmpdir(), 'appliance-ollama-'))
  try {
    const include = join(work, 'include')
    /** @param {string} name @param {string} from */
    const header = (name, from) => {
      mkdirSync(dirname(join(include, name)), { recursive: true })
      copyFileSync(from, join(include, name))
    }
    header('nlohmann/json.hpp', join(whisper, 'json.hpp'))
    writeFileSync(join(include, 'nlohmann', 'json_fwd.hpp'), '#include <nlohmann/json.hpp>\n')
    header('miniaudio/miniaudio.h', join(whisper, 'miniaudio.h'))
    header('stb/stb_image.h', await stbHeader(work))
    const flags = `-O2${processorCan('avx2') ? ' -march=x86-64-v3' : ''}`
    const env = {
      ...process.env,
      GOBIN: join(work, 'bin'),
      GOFLAGS: `-buildvcs=false ${process.env.GOFLAGS ?? ''}`.trim(),
      CGO_ENABLED: '1',
      CGO_CPPFLAGS: `-I${include}`,
      CGO_CFLAGS: flags,
      CGO_CXXFLAGS: flags,
    }
    const { code, tail } = await run('go', ['install', `github.com/ollama/ollama@v${version}`], {
      ...{ cwd: work, env, giveWay: true },
    })
    if (code !== 0) throw new Error(`Ollama could not be built: ${errorLine(tail)}`)
    mkdirSync(dirname(built), { recursive: true })
    copyFileSync(join(work, 'bin', 'ollama'), `${built}.${process.pid}`)
    renameSync(`${built}.${process.pid}`, built)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** @param {string} work */
async function stbHeader(work) {
  const installed = join('/', ...stb)
  if (existsSync(installed)) return installed
  const fetched = await run('sh', ['-c', 'apt-get download -q libstb-dev && dpkg -x libstb-dev_*.deb stb'], {
    cwd: work,
  })
  const unpacked = join(work, 'stb', ...stb)
  if (existsSync(unpacked)) return unpacked
  throw new Error(`Debian's package libstb-dev could not be fetched: ${errorLine(fetched.tail)}`)
}
