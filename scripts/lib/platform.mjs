import { cpus } from 'node:os'
import { readIfThere } from './files.mjs'

/** What a compiled program depends on besides its source: system, processor family and the C library's version. */
export function platformKey() {
  return `${process.platform}-${process.arch}-${libc()}`
}

function libc() {
  if (process.platform !== 'linux') return 'system'
  if (process.report) Object.assign(process.report, { excludeNetwork: true }) // it would look up host names
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (
    process.report?.getReport() ?? {}
  )
  return report.header?.glibcVersionRuntime ? `glibc${report.header.glibcVersionRuntime}` : 'musl'
}

const features = () => /^(?:flags|Features)\s*:(.*)$/m.exec(readIfThere('/proc/cpuinfo') ?? '')?.[1] ?? ''

/** The processor at hand: a program compiled for it may not run on another. */
export const processor = () => `${cpus()[0]?.model ?? ''}${features()}`

/**
 * @param {string} feature as Linux calls it: "avx2"; elsewhere it says of none
 */
export const processorCan = (feature) => features().split(/\s+/).includes(feature)
