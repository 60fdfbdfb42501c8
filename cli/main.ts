import { Command, CommanderError } from 'commander'
import { backupCommand, restoreCommand } from './commands/backup.ts'
import { chatCommand } from './commands/chat.ts'
import { companiesCommand } from './commands/companies.ts'
import { feedsCommand } from './commands/feeds.ts'
import { usersCommand } from './commands/users.ts'
import { doctorCommand } from './commands/doctor.ts'
import { importCommand } from './commands/import.ts'
import { modelsCommand } from './commands/models.ts'
import { organisationsCommand } from './commands/organisations.ts'
import { peopleCommand } from './commands/people.ts'
import { placesCommand } from './commands/places.ts'
import { serveCommand } from './commands/serve.ts'
import { statusCommand } from './commands/status.ts'
import { tlsCommand } from './commands/tls.ts'
import { verifyCommand } from './commands/verify.ts'
import { wordsCommand } from './commands/words.ts'
import { exitCodes, reportFailure } from './output.ts'
import { loadConfig } from '../server/config.ts'

/** `appliance`: the administrator's way in. It uses the same services and data directory as the server, beside it if that runs. */
async function main(): Promise<void> {
  process.umask(0o077) // as in server/main.ts
  const program = new Command('appliance')
    .description(
      'The meeting appliance: records, transcribes and keeps the meetings of a company on its own machine.',
    )
    .version(loadConfig({}).version)
    .option('--json', 'print JSON on standard output, for scripts')
    .showHelpAfterError('(appliance --help shows the commands)')
    .addHelpText(
      'after',
      `
Settings come from the environment (APPLIANCE_DATA_DIR and others; docs/configuration.md lists them).
Exit codes: 0 done, 1 failed, 2 wrong use or setting, 3 done but something needs attention.`,
    )
    .exitOverride()
  for (const command of [
    serveCommand,
    importCommand,
    statusCommand,
    modelsCommand,
    peopleCommand,
    usersCommand,
    companiesCommand,
    organisationsCommand,
    feedsCommand,
    placesCommand,
    wordsCommand,
    chatCommand,
    tlsCommand,
    doctorCommand,
    verifyCommand,
    backupCommand,
    restoreCommand,
  ])
    command(program)
  await program.parseAsync()
}

main().catch((error: unknown) => {
  if (error instanceof CommanderError)
    process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUse
  else reportFailure(error, process.argv.includes('--json'))
})
