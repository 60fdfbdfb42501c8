import { CommanderError } from 'commander'
import { exitCodes, reportFailure } from './output.ts'
import { createProgram } from './program.ts'

/** `appliance`: the administrator's way in. It uses the same services and data directory as the server, beside it if that runs. */
async function main(): Promise<void> {
  process.umask(0o077) // as in server/main.ts
  await createProgram().parseAsync()
}

main().catch((error: unknown) => {
  if (error instanceof CommanderError)
    process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUse
  else reportFailure(error, process.argv.includes('--json'))
})
