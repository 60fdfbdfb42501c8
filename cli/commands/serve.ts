import type { Command } from 'commander'
import { runServer } from '../../server/run.ts'

export function serveCommand(program: Command): void {
  program
    .command('serve')
    .description('run the appliance: pages and calls, speech engine, transcription')
    .action(() => runServer())
}
