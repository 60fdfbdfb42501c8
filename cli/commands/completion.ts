import { Argument, type Command } from 'commander'
import { print, printJson, wantsJson } from '../output.ts'

const shells = ['bash', 'zsh'] as const

export function completionCommand(program: Command): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .description('print what completes this command in a shell: source <(appliance completion bash)')
    .action((shell: string, _options, command: Command) => {
      const script = shell === 'zsh' ? forZsh(program) : forBash(program)
      if (wantsJson(command)) printJson({ script })
      else print(script)
    })
}

type Node = {
  path: string
  words: string[]
  options: string[]
  /** What an option takes, where only certain words will do. */
  values: { option: string; words: readonly string[] }[]
}

/** Every command with what may come next. */
function nodesOf(command: Command, path: string[] = []): Node[] {
  const help = path.length === 0 || command.commands.length > 0 ? ['help'] : []
  const choices = command.registeredArguments.flatMap((argument) => argument.argChoices ?? [])
  const own: Node = {
    path: path.join(' '),
    words: [...command.commands.map((one) => one.name()), ...help, ...choices],
    options: [...command.options.flatMap(({ long, short }) => [long, short]), '--help', '--json'].filter(
      (one): one is string => one != null,
    ),
    values: command.options.flatMap(({ long, argChoices }) =>
      long != null && argChoices ? [{ option: long, words: argChoices }] : [],
    ),
  }
  return [own, ...command.commands.flatMap((one) => nodesOf(one, [...path, one.name()]))]
}

/** A case of the shell's that says what a command takes. */
const caseOf = (nodes: Node[], what: (node: Node) => string[]): string =>
  nodes.map((node) => `    '${node.path}') echo '${[...new Set(what(node))].join(' ')}' ;;`).join('\n')

const valueCases = (nodes: Node[]): string =>
  nodes
    .flatMap(({ path, values }) =>
      values.map(({ option, words }) => `    '${path} ${option}') echo '${words.join(' ')}' ;;`),
    )
    .join('\n')

function forBash(program: Command): string {
  const nodes = nodesOf(program)
  return `# Completion for appliance. For good: appliance completion bash > ~/.local/share/bash-completion/completions/appliance
_appliance_words() {
  case "$1" in
${caseOf(nodes, ({ words }) => words)}
  esac
}
_appliance_options() {
  case "$1" in
${caseOf(nodes, ({ options }) => options)}
  esac
}
_appliance_values() {
  case "$1" in
${valueCases(nodes)}
  esac
}
_appliance() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" word at
  for ((at = 1; at < COMP_CWORD; at++)); do
    word="\${COMP_WORDS[at]}"
    case " $(_appliance_words "$path") " in
      *" $word "*) path="\${path:+$path }$word" ;;
    esac
  done
  local words="$(_appliance_values "$path \${COMP_WORDS[COMP_CWORD - 1]}")"
  if [ -z "$words" ]; then words="$(_appliance_words "$path")"; fi
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$(_appliance_options "$path")" -- "$current")) ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
  esac
  # What is no command is mostly a file.
  if [ \${#COMPREPLY[@]} -eq 0 ]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _appliance appliance`
}

/** zsh runs bash's completion by a part of its own. */
const forZsh = (program: Command): string => `#compdef appliance
autoload -U +X compinit && compinit -u
autoload -U +X bashcompinit && bashcompinit
${forBash(program)}`
