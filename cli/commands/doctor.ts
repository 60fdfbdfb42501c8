import type { Command } from 'commander'
import type { Finding } from '#contract/system.ts'
import { withServices } from '../open.ts'
import { exitCodes, print, printJson, table } from '../output.ts'

export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('look for what is missing or wrong, and say what to do about it')
    .action((_options, command: Command) =>
      withServices(async ({ system }) => {
        const findings = await system.examine()
        if (command.optsWithGlobals<{ json?: boolean }>().json) printJson(findings)
        else print(describe(findings))
        if (findings.some((f) => f.state === 'problem')) process.exitCode = exitCodes.failed
        else if (findings.some((f) => f.state === 'warning')) process.exitCode = exitCodes.needsAttention
      }),
    )
}

function describe(findings: Finding[]): string {
  const marks = { ok: 'ok', warning: '!', problem: 'X' }
  const rows = findings.flatMap((f) => [
    [marks[f.state], f.what, f.found],
    ...(f.todo ? [['', '', `→ ${f.todo}`]] : []),
  ])
  return table(rows)
}
