import type { Command } from 'commander';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createProgram } from '../src/create-program.ts';
import { runCommand } from './run-command.fixture.ts';

type Found = { path: string[]; command: Command };
const silent = { writeOut: () => undefined, writeErr: () => undefined };
const allBelow = (command: Command, path: string[] = []): Found[] =>
  command.commands.flatMap((one) => {
    const below = [...path, one.name()];
    return [{ path: below, command: one }, ...allBelow(one, below)];
  });
const all = allBelow(await createProgram(silent, () => true));
const groups = all.filter(({ command }) => command.commands.length > 0);
const leaves = all.filter(({ command }) => command.commands.length === 0 && command.name() !== 'help');

/** Returns what a command with wrong arguments prints. */
async function errorOf(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(args, {});
  expect([code, stdout], args.join(' ')).toEqual([2, '']);
  return stderr;
}

test('all commands are tested', () => {
  expect(groups.map(({ path }) => path.join(' '))).toEqual([
    'schedules',
    'account',
    'key',
    'destination',
    'storage',
  ]);
  expect(leaves.length).toBeGreaterThan(20);
});

describe.each(groups)('$path', ({ path, command }) => {
  const names = command.commands.map((one) => one.name());

  test('an unknown command is answered with the known ones', async () => {
    const remedy = `The commands of \`shotclock ${path.join(' ')}\` are ${names.join(', ')}.\n`;
    expect(await errorOf(...path, 'foo')).toBe(`shotclock: unknown command 'foo'. ${remedy}`);
    expect(await errorOf('help', ...path, 'foo')).toBe(`shotclock: unknown command 'foo'. ${remedy}`);
  });
});

describe.each(leaves)('$path', ({ path, command }) => {
  const name = path.join(' ');
  const usage = new RegExp(` Usage: shotclock ${name} [^\\n]+\\n$`);
  /** Valid values of the arguments. */
  const values = command.registeredArguments.map((one) => (one.name() === 'shell' ? 'bash' : '1'));

  const required = command.options.filter(({ mandatory }) => mandatory);
  const given = required.flatMap(({ long }) => [long!, long === '--scopes' ? 'read' : 'x.png']);

  test('an unknown option is answered with the help', async () => {
    expect(await errorOf(...path, ...values, ...given, '--zzzz')).toBe(
      `shotclock: unknown option '--zzzz'. \`shotclock ${name} --help\` explains the options.\n`,
    );
  });

  test('a missing or superfluous argument is answered with the usage', async () => {
    if (values.length > 0)
      expect(await errorOf(...path, ...values.slice(1), ...given)).toMatch(
        new RegExp(`^shotclock: missing required argument .+${usage.source}`),
      );
    if (!command.registeredArguments.at(-1)?.variadic)
      expect(await errorOf(...path, ...values, 'more', ...given)).toMatch(
        new RegExp(`^shotclock: too many arguments .+${usage.source}`),
      );
    for (const { flags } of required.slice(0, 1))
      expect(await errorOf(...path, ...values)).toBe(
        `shotclock: required option '${flags}' not specified. \`shotclock ${name} --help\` explains the options.\n`,
      );
  });
});

test('an unknown command or option is answered with a similar one', async () => {
  expect(await errorOf('captur')).toBe(
    "shotclock: unknown command 'captur' (Did you mean capture?). `shotclock --help` lists the commands.\n",
  );
  expect(await errorOf('key', 'lisst')).toContain(
    '(Did you mean list?). The commands of `shotclock key` are',
  );
  expect(await errorOf('history', '--limt', '3')).toContain('(Did you mean --limit?). `shotclock history');
  expect(await errorOf('help', 'foo')).toBe(
    "shotclock: unknown command 'foo'. `shotclock --help` lists the commands.\n",
  );
});

test('help explains commands and subcommands, and --version prints the version', async () => {
  const explained = await runCommand(['help', 'schedules', 'create'], {});
  expect(explained.stdout).toBe((await runCommand(['schedules', 'create', '--help'], {})).stdout);
  expect(explained.stdout).toMatch(/^Usage: shotclock schedules create /);
  const ofKey = await runCommand(['key', 'create', '--help'], {});
  expect(ofKey.stdout).toMatch(
    /\nExamples:\n {2}shotclock key create --name cli [^\n]+\n[^\n]+\n\nUses the database at DATABASE_URL, or else [^\n]+\n$/,
  );
  expect((await runCommand(['help'], {})).stdout).toBe((await runCommand([], {})).stdout);
  expect((await runCommand(['--version'], {})).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

describe('the programs of the system', () => {
  const names = ['start', 'api', 'scheduler', 'worker', 'migrate'];

  test('are commands of the npm package and the images', async () => {
    vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', '/usr/local/bin/shotclock']);
    onTestFinished(() => void vi.restoreAllMocks());
    const { stdout } = await runCommand(['--help'], {});
    const completion = await runCommand(['completion', 'fish'], {});
    for (const name of names) {
      expect(stdout).toMatch(new RegExp(`^  ${name} +\\w`, 'm'));
      expect(completion.stdout).toContain(` -a ${name} `);
      const explained = await runCommand([name, '--help'], {});
      expect(explained).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(`^Usage: shotclock ${name} `),
      });
      expect(await runCommand(['help', name], {})).toEqual(explained);
      const { code, stderr } = await runCommand([name, 'more'], {});
      expect([code, stderr]).toEqual([2, expect.stringContaining(`Usage: shotclock ${name} `)]);
    }
    expect((await runCommand(['strat'], {})).stderr).toContain('(Did you mean start?)');
  });

  test('are unknown in a clone, where other commands start them', async () => {
    expect((await runCommand(['--help'], {})).stdout).not.toMatch(/^ {2}(start|api|migrate) /m);
    for (const name of names) expect(await errorOf(name)).toContain(`unknown command '${name}'`);
  });
});
