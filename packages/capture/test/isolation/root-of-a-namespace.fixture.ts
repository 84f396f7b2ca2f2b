import { execFileSync } from 'node:child_process';
import { openCaptureBench } from '../capture-bench.fixture.ts';

/** The values of BROWSER_ISOLATION and CHROMIUM_SANDBOX, and whether the system permits other namespaces. */
export type RootStart = {
  namespaces: 'permitted' | 'denied';
  isolation: 'auto' | 'required' | 'off';
  sandbox: boolean | 'auto';
};

// Runs as root of a user namespace, and prints the results of starts and captures as JSON. The argument is a JSON array of
// `RootStart`. Namespaces that have been denied cannot be permitted again.
const starts: RootStart[] = JSON.parse(process.argv[2] ?? '[]');
const outcomes: object[] = [];
for (const start of starts) outcomes.push(await startAndCapture(start));
console.log(JSON.stringify(outcomes));
process.exit();

async function startAndCapture({ namespaces, isolation, sandbox }: RootStart): Promise<object> {
  if (namespaces === 'denied') denyNamespaces();
  const warnings: string[] = [];
  const ignore = () => undefined;
  const warn = (_details: object, message: string) => warnings.push(message);
  const logger = { debug: ignore, info: ignore, warn, error: ignore };
  try {
    const bench = await openCaptureBench({ isolation, logger, sandbox });
    const sizes: number[] = [];
    for (let count = 0; count < 2; count += 1) sizes.push((await bench.capture('/blocks')).width);
    await bench.close();
    return { sizes, warnings };
  } catch (error) {
    return { error: error instanceof Error ? `${error.name}: ${error.message}` : error };
  }
}

function denyNamespaces(): void {
  execFileSync('sh', [
    '-c',
    'cd /proc/sys/user; for limit in max_user_* max_mnt_* max_pid_* max_net_*; do echo 0 > $limit; done',
  ]);
}
