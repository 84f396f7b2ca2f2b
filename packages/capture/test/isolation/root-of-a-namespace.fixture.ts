import { execFileSync } from 'node:child_process';
import { openCaptureBench } from '../capture-bench.fixture.ts';

// Runs as root of a user namespace, and prints the result of a start and a capture as JSON. Arguments: the values of
// BROWSER_ISOLATION and CHROMIUM_SANDBOX, and whether other namespaces are `permitted` or `denied`.
const [isolation, sandbox, namespaces] = process.argv.slice(2);
if (namespaces === 'denied')
  execFileSync('sh', [
    '-c',
    'cd /proc/sys/user; for limit in max_user_* max_mnt_* max_pid_* max_net_*; do echo 0 > $limit; done',
  ]);
const warnings: string[] = [];
const ignore = () => undefined;
const logger = {
  debug: ignore,
  info: ignore,
  warn: (_details: object, message: string) => warnings.push(message),
  error: ignore,
};
try {
  const bench = await openCaptureBench({
    isolation: isolation as 'auto' | 'required' | 'off',
    logger,
    sandbox: sandbox === 'on',
  });
  const sizes: number[] = [];
  for (let count = 0; count < 2; count += 1) {
    sizes.push((await bench.capture('/blocks')).width);
  }
  await bench.close();
  console.log(JSON.stringify({ sizes, warnings }));
} catch (error) {
  console.log(JSON.stringify({ error: error instanceof Error ? `${error.name}: ${error.message}` : error }));
  process.exit();
}
