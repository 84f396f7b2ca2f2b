import fc from 'fast-check';
import type { OpenapiDocument } from '../../src/openapi/openapi-document.ts';
import { callsOf } from './all-calls.ts';
import { type Client, describeRequest, type ReceivedAnswer, requestOf } from './exchange.ts';
import { answerJudge } from './judge-answer.ts';
import { requestJudge } from './judge-request.ts';
import { KnownIds } from './known-ids.ts';
import { matchOperation, operationsOf } from './operations.ts';
import { Tally } from './tally.ts';

/** What `pnpm fuzz` may be told: how many requests, and the seed and path of a run that is to be repeated. */
export type FuzzSettings = { runs: number; seed: number; path?: string };

export type FuzzReport = {
  tally: Tally;
  /** Operations of the document that never answered below 400. */
  neverSucceeded: string[];
  /** How to repeat what was found, and what it was; null when nothing was. */
  failure: string | null;
};

/** What goes on beside the requests, by the number of the request. */
export type World = { client: Client; document: OpenapiDocument; between(number: number): Promise<string[]> };

/**
 * Sends generated requests, one after the other on one system, so that what one changes is what the next one meets. Stops
 * at the first finding, with the smallest request that shows it too.
 */
export async function fuzz(world: World, { runs, seed, path }: FuzzSettings): Promise<FuzzReport> {
  const { client, document } = world;
  const operations = operationsOf(document);
  const judgeRequest = requestJudge(document);
  const judgeAnswer = answerJudge(document);
  const known = new KnownIds();
  const tally = new Tally();
  let number = 0;

  /** Reads what the world made, so that its ids are known. */
  async function learn(targets: string[]): Promise<void> {
    for (const target of targets) {
      const answer = await client.send({ method: 'GET', target, headers: {}, body: null });
      known.learn(target.split('?', 1)[0]!, answer.headers, jsonOf(answer));
    }
  }

  const property = fc.asyncProperty(callsOf(document, operations), async (call) => {
    await learn(await world.between(number++));
    const request = requestOf(call, known);
    const target = request.target.split('?', 1)[0]!;
    const match = matchOperation(operations, request.method, target);
    const verdict = judgeRequest(request, match);
    const answer = await client.send(request).catch((cause) => {
      throw new Error(`${describeRequest(request)}\n\nwas not answered: ${cause.message}`, { cause });
    });
    tally.count(match?.operation?.name ?? 'what the document does not name', answer.status);
    if (answer.status < 300) known.learn(target, answer.headers, jsonOf(answer));
    if (answer.status < 300 && request.method === 'DELETE') known.forget(target);
    const findings = judgeAnswer({ request, answer, match, verdict });
    if (findings.length > 0)
      throw new Error(
        `${describeRequest(request)}\n\n(${verdict}) ${answer.status} ${JSON.stringify(answer.headers)}\n` +
          `${answer.body.toString('utf8').slice(0, 2_000)}\n\n${findings.map((one) => `- ${one}`).join('\n')}`,
      );
  });

  const details = await fc.check(property, { numRuns: runs, seed, ...(path ? { path } : {}) });
  const error =
    details.errorInstance instanceof Error ? details.errorInstance.message : details.errorInstance;
  const failure = details.failed
    ? `${error}\n\nRepeat it with: pnpm fuzz --seed=${details.seed} --runs=${details.numRuns} ` +
      `(this request alone: --path=${details.counterexamplePath})`
    : null;
  return { tally, neverSucceeded: tally.neverSucceeded(operations.map(({ name }) => name)), failure };
}

function jsonOf({ headers, body }: ReceivedAnswer): unknown {
  return String(headers['content-type']).includes('json') && body.length > 0
    ? JSON.parse(body.toString('utf8'))
    : undefined;
}
