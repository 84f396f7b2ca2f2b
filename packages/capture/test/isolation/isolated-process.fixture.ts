import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually } from '@shotclock/testing';
import { createProfile, removeProfile } from '../../src/browser/browser-profile.ts';
import { probeIsolation } from '../../src/browser/probe-isolation.ts';
import { isolatedCommand, readyLine } from '../../src/isolation/isolated-command.ts';
import type { IsolationKind } from '../../src/isolation/isolation-kind.ts';
import { type NamespaceListener, openNamespaceListener } from '../../src/isolation/namespace-listener.ts';

/** The kinds of isolation that this system permits. */
export const permittedKinds: readonly IsolationKind[] = await permitted();

async function permitted(): Promise<IsolationKind[]> {
  const kind = await probeIsolation('/bin/true').catch(() => null);
  return kind === 'dynamic-user' ? ['dynamic-user', 'user-namespace'] : kind ? [kind] : [];
}

/** A system folder that represents the worker's data folder. */
export const hiddenFolder = '/usr/share';

export type IsolatedProcess = {
  profile: string;
  child: ChildProcess;
  /** Listens in the network namespace, which exists while the script runs. */
  openListener(): Promise<NamespaceListener>;
  /** Resolves when the script has printed something or has exited. */
  printed: Promise<unknown>;
  /** Everything that the script printed. Resolves after it has exited. */
  output: Promise<string>;
};

/** Runs a Node.js script instead of a browser. `PROFILE` is its profile. */
export async function runInPlaceOfBrowser(
  kind: IsolationKind,
  script: string,
  use: (process: IsolatedProcess) => Promise<void> = async () => undefined,
  { pivotRoot = true } = {},
): Promise<string> {
  const profile = await createProfile();
  const command = await isolatedCommand(
    {
      executablePath: process.execPath,
      args: ['--input-type=module', '--eval', script],
      env: {},
      hidden: [hiddenFolder],
    },
    { kind, profile },
  );
  const prefix = pivotRoot ? command.prefix : await withoutPivotRoot(command.prefix ?? [], dirname(profile));
  const [program = '', ...before] = prefix ?? [];
  const child = spawn(program, [...before, command.executablePath, ...command.args], {
    env: { ...command.env, PATH: '/usr/bin:/bin', PROFILE: profile },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => (errors += chunk));
  // If the listener were added after the namespaces are ready, it could miss the event.
  const printed = once(child.stdout, 'readable');
  const output = text(child.stdout);
  const closed = once(child, 'close');
  try {
    await eventually(() => errors.includes(readyLine), { what: 'the namespaces' });
    const openListener = () => openNamespaceListener(child.pid!, kind);
    await use({ profile, child, openListener, printed, output });
    child.stdin.end();
    await closed;
    // unshare 2.38 prints this line if its child process is killed.
    const message = errors.replace(/^unshare: sigprocmask .*$/m, '').trim();
    if (message !== readyLine) throw new Error(errors);
    return await output;
  } finally {
    child.kill('SIGKILL');
    await removeProfile(profile);
  }
}

/** Returns the command with a copy of its script in which pivot_root fails, as it does with Docker's seccomp profile. */
async function withoutPivotRoot(prefix: readonly string[], folder: string): Promise<string[]> {
  const script = prefix.find((part) => part.endsWith('/enter-view.sh')) ?? '';
  const copy = join(folder, 'enter-view.sh');
  await writeFile(copy, (await readFile(script, 'utf8')).replace('pivot_root .', 'false pivot_root .'));
  return prefix.map((part) => (part === script ? copy : part));
}
