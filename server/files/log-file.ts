import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

export const logFileBytes = 5_000_000
/** Beside the one that is being written. */
export const oldLogFiles = 8

/**
 * A log file that never grows beyond its limits: when it is full it becomes `file.1`, that one `file.2`, and the oldest goes.
 * Written at once, so that the last words before a crash are there. A full disk loses lines, not the appliance.
 */
export function openLogFile(
  file: string,
  { maxBytes = logFileBytes, keep = oldLogFiles } = {},
): { write(line: string): void } {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  let fd = openSync(file, 'a', 0o600)
  let size = fstatSync(fd).size

  function turn(): void {
    closeSync(fd)
    for (let n = keep - 1; n >= 1; n--)
      if (existsSync(`${file}.${n}`)) renameSync(`${file}.${n}`, `${file}.${n + 1}`)
    renameSync(file, `${file}.1`)
    fd = openSync(file, 'a', 0o600)
    size = 0
  }

  return {
    write(line) {
      try {
        if (size > 0 && size + Buffer.byteLength(line) > maxBytes) turn()
        size += writeSync(fd, line)
      } catch (error) {
        process.stderr.write(`The log file ${file} could not be written: ${String(error)}\n`)
      }
    },
  }
}
