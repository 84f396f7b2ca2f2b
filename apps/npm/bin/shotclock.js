#!/usr/bin/env node
// `shotclock` starts the whole system, `shotclock api` one of its programs, and other arguments are a command. The command line explains
// the programs (`shotclock api --help`), which take no arguments. Older versions of Node can run this file, but not the programs.
const required = 24;
const programs = new Map([
  ['start', 'standalone'],
  ...['api', 'scheduler', 'worker', 'migrate'].map((name) => [name, name]),
]);

if (Number.parseInt(process.versions.node, 10) < required) {
  console.error(
    `shotclock needs Node.js ${required} or later, and this is ${process.version}: https://nodejs.org/en/download`,
  );
  process.exitCode = 1;
} else {
  const [name, ...others] = process.argv.slice(2);
  const program = (others.length === 0 && programs.get(name || 'start')) || 'cli';
  if (program !== 'cli') process.argv.splice(2, 1);
  const { env } = process;
  env.CLI_COMMAND = env.CLI_COMMAND || 'npx shotclock';
  import(`../programs/${program}.js`);
}
