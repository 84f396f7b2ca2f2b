import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from './run-command.fixture.ts';

const execute = promisify(execFile);

/** Whether this machine has a shell. */
function has(shell: string): boolean {
  try {
    execFileSync(shell, ['-c', 'exit'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const scriptOf = async (shell: string) => (await runCommand(['completion', shell], {})).stdout;

/** Returns what bash offers for the last word of a line. */
async function offered(line: string): Promise<string[]> {
  const words = line.split(' ');
  const program = `${await scriptOf('bash')}
    COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}) COMP_CWORD=${words.length - 1}
    _shotclock; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await execute('bash', ['-c', program]);
  return stdout.trim().split('\n');
}

test('bash completes commands, subcommands and options', async ({ skip }) => {
  if (!has('bash')) skip('bash is not installed');
  expect(await offered('shotclock ca')).toEqual(['capture']);
  expect(await offered('shotclock schedules ')).toEqual([
    'list',
    'show',
    'create',
    'pause',
    'resume',
    'delete',
  ]);
  expect(await offered('shotclock capture https://example.com --full')).toEqual(['--full-page']);
  expect(await offered('shotclock key create --na')).toEqual(['--name']);
  // The name of a command as the value of an option does not change the command.
  expect(await offered('shotclock key create --name list --sc')).toEqual(['--scopes']);
  expect(await offered('shotclock capture ')).toEqual(['']);
});

/** Commands with what their completion shows: the completed line, or a list. */
const completed: [line: string, result: string | string[]][] = [
  ['shotclock sch', 'shotclock schedules '],
  ['shotclock schedules pa', 'shotclock schedules pause '],
  ['shotclock schedules ', ['create', 'delete', 'list', 'pause', 'resume', 'show']],
  ['shotclock capture https://example.com --full', 'shotclock capture https://example.com --full-page '],
  ['shotclock key create --name list --sc', 'shotclock key create --name list --scopes '],
  ['shotclock image 3 --', ['--help', '--json', '--key-file', '--output', '--url']],
  ['shotclock plan sched', 'shotclock plan schedules.yaml '],
];

/** Returns a folder with the completion script of a shell and with a file of schedules. */
async function folderWithScript(shell: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-completion-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'script'), await scriptOf(shell));
  await writeFile(join(folder, 'schedules.yaml'), '');
  return folder;
}

/** A zsh that controls an interactive zsh in a pseudo-terminal. Ctrl-T prints the line and clears it. */
const zshSession = `
  zmodload zsh/zpty
  zpty shell 'TERM=dumb zsh -f -i'
  zpty -w shell 'PS1=; unsetopt zle_bracketed_paste; stty cols 200 rows 100
    autoload -Uz compinit; compinit -u -D; source ./script
    report() { print -r "[[$BUFFER]]"; BUFFER=; }; zle -N report; bindkey "^T" report; print rea""dy'
  zpty -r -m shell output '*ready*'
  for line in "$@"; do
    zpty -w -n shell "$line"$'\\t\\x14'
    zpty -r -m shell output '*\\[\\[*\\]\\]*'
    print -r -- "$output"
    print -rn -- $'\\0'
  done
  zpty -d shell`;

test('zsh completes commands, subcommands, options and files', async ({ skip }) => {
  if (!has('zsh')) skip('zsh is not installed');
  const lines = completed.map(([line]) => line);
  const cwd = await folderWithScript('zsh');
  const { stdout } = await execute('zsh', ['-f', '-c', zshSession, 'zsh', ...lines], {
    cwd,
    timeout: 60_000,
  });
  const results = stdout.split('\0').map((output) => ({
    line: /\[\[(.*)\]\]/.exec(output)?.[1],
    list: [...output.matchAll(/^(\S+) +-- /gm)].map(([, word]) => word!),
  }));
  for (const [index, [line, result]] of completed.entries()) {
    const found = results[index]!;
    if (typeof result === 'string') expect(found.line).toBe(result);
    else expect([line, found.list.toSorted()]).toEqual([line, result]);
  }
});

test('fish completes commands, subcommands, options and files', async ({ skip }) => {
  if (!has('fish')) skip('fish is not installed');
  const cwd = await folderWithScript('fish');
  for (const [line, result] of completed) {
    const program = 'source ./script; complete -C $argv[1]';
    const { stdout } = await execute('fish', ['--no-config', '-c', program, line], { cwd });
    const words = stdout
      .trim()
      .split('\n')
      .map((text) => text.split('\t')[0]!);
    expect([line, words]).toEqual([
      line,
      typeof result === 'string' ? [result.trim().split(' ').at(-1)] : result,
    ]);
  }
});

test('the scripts contain all commands, and other shells are refused', async () => {
  for (const shell of ['zsh', 'fish']) {
    const script = await scriptOf(shell);
    for (const text of ['schedules', 'compare', 'full-page', 'Captures a page.'])
      expect(script).toContain(text);
  }
  const { code, stderr } = await runCommand(['completion', 'tcsh'], {});
  expect([code, stderr]).toEqual([2, expect.stringContaining('It must be one of bash, zsh, fish.')]);
});
