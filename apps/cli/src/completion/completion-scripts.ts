// Each script first finds the command among the words of the line, and then completes its subcommands, its options (after `-`), or
// files.
import type { CompletedCommand } from './completion-tree.ts';

export const completionScripts = { bash, zsh, fish };
export type Shell = keyof typeof completionScripts;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const list = (words: string[]): string => words.map(quoted).join(' ');
/** The names of all subcommands, each after the name of its parent. */
const pathsOf = (tree: CompletedCommand[]): string[] =>
  tree.flatMap(({ name, commands }) => commands.map(({ word }) => `${name} ${word}`));

function bash(tree: CompletedCommand[]): string {
  const cases = tree.map(({ name, commands, options }) => {
    const words = (all: { word: string }[]) => quoted(all.map(({ word }) => word).join(' '));
    return `    ${quoted(name)}) commands=${words(commands)} options=${words(options)} ;;`;
  });
  return `_shotclock() {
  local name='' word commands options current="\${COMP_WORDS[COMP_CWORD]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$name $word" in
      ${pathsOf(tree).map(quoted).join('|')}) name="\${name:+$name }$word" ;;
    esac
  done
  case "$name" in
${cases.join('\n')}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
    *) COMPREPLY=($(compgen -W "$commands" -- "$current")) ;;
  esac
}
complete -o default -F _shotclock shotclock
`;
}

function zsh(tree: CompletedCommand[]): string {
  const described = (words: { word: string; description: string }[]) =>
    list(words.map(({ word, description }) => `${word}:${description}`));
  const cases = tree.map(
    ({ name, commands, options }) =>
      `    ${quoted(name)}) subcommands=(${described(commands)}); flags=(${described(options)}) ;;`,
  );
  return `#compdef shotclock
_shotclock() {
  local name='' word
  local -a subcommands flags
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$name $word" in
      ${pathsOf(tree).map(quoted).join('|')}) name="\${name:+$name }$word" ;;
    esac
  done
  case "$name" in
${cases.join('\n')}
  esac
  if [[ "$words[CURRENT]" == -* ]]; then
    _describe option flags
  elif (( $#subcommands )); then
    _describe command subcommands
  else
    _files
  fi
}
compdef _shotclock shotclock
`;
}

function fish(tree: CompletedCommand[]): string {
  const escaped = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = tree.flatMap(({ name, commands, options }) => {
    const start = `complete -c shotclock -n ${escaped(`__shotclock_at "${name}"`)}`;
    return [
      ...commands.map(({ word, description }) => `${start} -f -a ${word} -d ${escaped(description)}`),
      ...options.map(
        ({ word, description, takesValue }) =>
          `${start} -l ${word.slice(2)} -d ${escaped(description)}${takesValue ? ' -r' : ''}`,
      ),
    ];
  });
  return `function __shotclock_at
  set -l name ''
  for word in (commandline -opc)[2..]
    switch "$name $word"
      case ${pathsOf(tree).map(escaped).join(' ')}
        set name (string trim "$name $word")
    end
  end
  test "$name" = "$argv[1]"
end
${lines.join('\n')}
`;
}
