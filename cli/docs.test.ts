import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { createProgram, exitCodesText } from './program.ts'

test('docs/cli.md says what the commands are (`npm run docs` writes it)', async () => {
  await expect(page(createProgram())).toMatchFileSnapshot('../docs/cli.md')
})

function page(program: Command): string {
  const commands = program.commands.map((command) => section(command, [command.name()], 2))
  return `${intro}\n${commands.join('\n')}`
}

function section(command: Command, path: string[], level: number): string {
  const usage =
    `appliance ${path.join(' ')} ${command.usage().replace(/\[options\] ?|\[command\] ?/g, '')}`.trim()
  const rows = [
    ...command.registeredArguments.map((one) => [
      one.required ? `<${one.name()}>` : `[${one.name()}]`,
      one.description,
    ]),
    ...command.options.map(({ flags, description, defaultValue }) => [
      flags,
      typeof defaultValue === 'string' ? `${description} (default: ${defaultValue})` : description,
    ]),
  ].filter(([, what]) => what)
  const parts = [
    `${'#'.repeat(level)} \`${usage}\``,
    ...(command.description() === '' ? [] : [sentence(command.description())]),
    ...(rows.length === 0 ? [] : [rows.map(([name, what]) => `- \`${name}\`: ${what}`).join('\n')]),
  ]
  return [
    `${parts.join('\n\n')}\n`,
    ...command.commands.map((one) => section(one, [...path, one.name()], 3)),
  ].join('\n')
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

const intro = `# Command line

\`npx appliance\` (in the container image: \`appliance\`) works on the data directory of the appliance, beside a running one or
without one. Settings come from the environment: see [configuration.md](configuration.md).

- \`--json\` goes with every command: what it prints on standard output is then JSON, also when it fails.
- Standard output is for results. Progress and remarks go to standard error: a bar on a terminal, plain lines in a pipe.
- ${exitCodesText}
- What destroys something asks first. In a script say \`--yes\`.
- Beside a running appliance the work goes into its queue. Without one, commands that wait (\`--wait\`, \`reprocess\`, \`models
  pull\`) do it themselves; Ctrl-C hands it back, and whoever works on the data directory next goes on with it.
- Completion: \`source <(appliance completion bash)\`, or \`zsh\`.

This page is made from the commands by \`npm run docs\`, and \`npm test\` compares the two.
`
