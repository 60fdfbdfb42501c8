import type { Command } from 'commander'

export function serveCommand(program: Command): void {
  program
    .command('serve')
    .description('run the appliance: pages and calls, speech engine, transcription')
    // Every other command would load the whole server for nothing.
    .action(async () => (await import('../../server/run.ts')).runServer())
}
