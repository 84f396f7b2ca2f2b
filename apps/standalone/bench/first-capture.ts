// `pnpm bench:first-capture [--only=npx,clone,processes] [--runs=N]`: seconds, downloads and disk space from nothing to the first capture. Each run of
// `npx` and `clone` has an empty home folder, so npm and pnpm download everything. `processes` starts the services of docker-compose.yml as installed
// processes. `pnpm test:images` measures the image. Linux only.
import { parseArgs } from 'node:util';
import { buildPackage, installWith, type Measurement } from './measure-install.ts';
import { measureProcesses } from './measure-processes.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'npx,clone,processes' },
    runs: { type: 'string', default: '3' },
  },
});
const measures: Record<string, () => Promise<Measurement>> = {
  npx: async () => {
    await using built = await buildPackage();
    return await installWith({
      commands: [`npx --yes --package=${built.tarball} shotclock`],
      localBytes: built.bytes,
    });
  },
  clone: () =>
    installWith({ commands: ['git clone --quiet --depth 1 "$REPOSITORY" .', 'npx --yes pnpm@12 start'] }),
  processes: measureProcesses,
};

console.log('| way | seconds | MB downloaded | MB on disk |\n| --- | --: | --: | --: |');
for (const name of values.only.split(',')) {
  const measure = measures[name];
  if (measure === undefined) throw new Error(`--only: ${name} is not one of ${Object.keys(measures)}`);
  const results: Measurement[] = [];
  for (let run = 0; run < Number(values.runs); run += 1) results.push(await measure());
  const all = (key: keyof Measurement) =>
    results.map((one) => (one[key] === null ? '–' : Math.round(one[key]))).join(', ');
  console.log(`| ${name} | ${all('seconds')} | ${all('downloadedMb')} | ${all('diskMb')} |`);
}
