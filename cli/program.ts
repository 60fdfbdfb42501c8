import { Command } from 'commander'
import { backupCommand, restoreCommand } from './commands/backup.ts'
import { benchCommand } from './commands/bench.ts'
import { chatCommand } from './commands/chat.ts'
import { companiesCommand } from './commands/companies.ts'
import { completionCommand } from './commands/completion.ts'
import { doctorCommand } from './commands/doctor.ts'
import { exportCommand } from './commands/export.ts'
import { feedsCommand } from './commands/feeds.ts'
import { importCommand } from './commands/import.ts'
import { inboxCommand } from './commands/inbox.ts'
import { keyCommand } from './commands/key.ts'
import { logsCommand } from './commands/logs.ts'
import { modelsCommand } from './commands/models.ts'
import { organisationsCommand } from './commands/organisations.ts'
import { peopleCommand } from './commands/people.ts'
import { placesCommand } from './commands/places.ts'
import { reprocessCommand } from './commands/reprocess.ts'
import { serveCommand } from './commands/serve.ts'
import { statusCommand } from './commands/status.ts'
import { tlsCommand } from './commands/tls.ts'
import { usersCommand } from './commands/users.ts'
import { verifyCommand } from './commands/verify.ts'
import { wordsCommand } from './commands/words.ts'
import { loadConfig } from '../server/config.ts'

/** In the order in which `--help` and docs/cli.md list them. */
const commands = [
  serveCommand,
  statusCommand,
  doctorCommand,
  logsCommand,
  importCommand,
  inboxCommand,
  exportCommand,
  reprocessCommand,
  verifyCommand,
  backupCommand,
  restoreCommand,
  modelsCommand,
  wordsCommand,
  companiesCommand,
  organisationsCommand,
  feedsCommand,
  placesCommand,
  peopleCommand,
  usersCommand,
  chatCommand,
  keyCommand,
  tlsCommand,
  benchCommand,
  completionCommand,
]

export const exitCodesText =
  'Exit codes: 0 done, 1 failed, 2 wrong use or setting, 3 done but something needs attention, 130 interrupted.'

/** `appliance` with all that it can do. */
export function createProgram(): Command {
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
${exitCodesText}`,
    )
    .exitOverride()
  for (const command of commands) command(program)
  return program
}
