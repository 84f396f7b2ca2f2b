import { Agent, request } from 'node:http';
import { median } from './print-requests.ts';

/** A kind of key that is rejected with `status`. */
export type Kind = { name: string; key: string; status: number };

/** `difference`: this median minus the median of the first kind, as a 99% bootstrap interval in ms. */
export type Refusals = { name: string; p10: number; p50: number; p90: number; difference: string };

const warmUp = 500;

/** Measures how long each kind takes to be rejected, over one connection and in random order. */
export async function measureRefusals(url: string, kinds: Kind[], tries: number): Promise<Refusals[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[][] = kinds.map(() => []);
  for (let round = -warmUp; round < tries; round += 1)
    for (const index of shuffled([...kinds.keys()])) {
      const { key, status } = kinds[index]!;
      const startedAt = performance.now();
      const found = await send(url, key, agent);
      const ms = performance.now() - startedAt;
      if (found !== status) throw new Error(`${kinds[index]!.name}: ${found}`);
      if (round >= 0) times[index]!.push(ms);
    }
  agent.destroy();
  return kinds.map(({ name }, index) => {
    const sorted = times[index]!.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!;
    const difference = index === 0 ? '—' : interval(times[index]!, times[0]!);
    return { name, p10: at(0.1), p50: at(0.5), p90: at(0.9), difference };
  });
}

function send(url: string, key: string, agent: Agent): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent = request(url, { agent, headers: { 'x-api-key': key } }, (response) => {
    response.resume();
    response.on('end', () => resolve(response.statusCode!));
  });
  sent.on('error', reject);
  sent.end();
  return promise;
}

const resamples = 500;

/** A 99% bootstrap interval for the difference between the medians. */
function interval(one: number[], other: number[]): string {
  const differences = Array.from(
    { length: resamples },
    () => median(resampled(one)) - median(resampled(other)),
  ).sort((a, b) => a - b);
  const [low, high] = [0.005, 0.995].map((share) => differences[Math.round(share * (resamples - 1))]!);
  return `${low!.toFixed(4)} to ${high!.toFixed(4)}`;
}

const resampled = (values: number[]) => values.map(() => values[Math.floor(Math.random() * values.length)]!);

function shuffled(values: number[]): number[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}
