import { ConfigError } from './config.ts'
import { runServer } from './run.ts'

// Meetings are confidential: whatever is written, nobody else on this machine reads it, also where the folder is open.
process.umask(0o077)
runServer().catch((error: unknown) => {
  const text =
    error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`)
  process.exit(error instanceof ConfigError ? 2 : 1)
})
