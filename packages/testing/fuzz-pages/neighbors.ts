// `pnpm bench:neighbors [--rounds=N] [--captures=N]` measures an ordinary capture alone and alongside hostile pages.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { measureNeighbors } from './measure-neighbors.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, captures: { type: 'string', default: '7' } },
});
const [rounds, captures] = [Number(values.rounds), Number(values.captures)];
if (!(Number.isSafeInteger(rounds) && rounds > 0 && Number.isSafeInteger(captures) && captures > 0)) {
  console.error('--rounds and --captures must be positive integers');
  process.exit(2);
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]!;
const results = await measureNeighbors({
  rounds,
  alone: captures,
  captures,
  deadlineSeconds: 12,
  cancel: false,
});
console.log(`${availableParallelism()} cores; medians of ${rounds * captures} captures\n`);
console.log('| beside | alone, ms | beside, ms | factor | lost attempts | the page ends as |');
console.log('| --- | --: | --: | --: | --: | --- |');
for (const { kind, alone, beside, lost, outcomes } of results) {
  const [one, other] = [median(alone), median(beside)];
  const factor = (other / one).toFixed(2);
  console.log(
    `| ${kind} | ${Math.round(one)} | ${Math.round(other)} | ${factor} | ${lost} | ${[...new Set(outcomes)].join(', ')} |`,
  );
}
