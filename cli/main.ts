import { CommanderError } from 'commander'
import { exitCodes, reportFailure, reportUse } from './output.ts'
import { createProgram } from './program.ts'

/** `appliance`: the administrator's way in. It uses the same services and data directory as the server, beside it if that runs. */
async function main(): Promise<void> {
  process.umask(0o077) // as in server/main.ts
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever reads has had enough, as in `appliance logs | head`.
    if (error.code === 'EPIPE') process.exit(exitCodes.done)
    throw error
  })
  await createProgram().parseAsync()
}

main().catch((error: unknown) => {
  const json = process.argv.includes('--json')
  if (error instanceof CommanderError) reportUse(error, json)
  else reportFailure(error, json)
})
