import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
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

test.skipIf(!has('bash'))('bash completes commands, subcommands and options', async () => {
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

test.skipIf(!has('zsh'))('zsh accepts the script', async () => {
  await execute('zsh', ['-n', '-c', await scriptOf('zsh')]);
});

test.skipIf(!has('fish'))('fish accepts the script', async () => {
  await execute('fish', ['-n', '-c', await scriptOf('fish')]);
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
