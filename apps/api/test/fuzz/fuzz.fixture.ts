import fc from 'fast-check';
import type { OpenapiDocument } from '../../src/openapi/openapi-document.ts';
import { callsOf } from './all-calls.fixture.ts';
import { responseChecker } from './check-response.fixture.ts';
import { Coverage } from './coverage.fixture.ts';
import { DiscoveredIds } from './discovered-ids.fixture.ts';
import {
  type Client,
  contentOf,
  describeRequest,
  type ReceivedResponse,
  requestOf,
} from './exchange.fixture.ts';
import { verdictOf } from './expected-verdict.fixture.ts';
import { matchOperation, operationsOf } from './operations.fixture.ts';

/** The options of `pnpm fuzz`: the number of requests, and the seed and path of a run to repeat. */
export type FuzzSettings = { runs: number; seed: number; path?: string };

export type FuzzReport = {
  coverage: Coverage;
  /** Operations of the document that never returned a status below 400. */
  neverSucceeded: string[];
  /** The findings and how to reproduce them; null if there are no findings. */
  failure: string | null;
};

export type FuzzTarget = {
  client: Client;
  document: OpenapiDocument;
  /** Changes the system before a request, and returns paths whose IDs subsequent requests can use. */
  between(requestNumber: number): Promise<string[]>;
};

/**
 * Sends generated requests to a system sequentially, so that a request can depend on earlier ones. Stops at the first finding and
 * reports the smallest request with the same finding.
 */
export async function fuzz(
  { client, document, between }: FuzzTarget,
  { runs, seed, path }: FuzzSettings,
): Promise<FuzzReport> {
  const operations = operationsOf(document);
  const expectedVerdict = verdictOf(document);
  const checkResponse = responseChecker(document);
  const ids = new DiscoveredIds();
  const coverage = new Coverage();
  let requestNumber = 0;

  async function discover(targets: string[]): Promise<void> {
    for (const target of targets) {
      const response = await client.send({ method: 'GET', target, headers: {}, body: null });
      ids.learn(target.split('?', 1)[0]!, response.headers, jsonOf(response));
    }
  }

  const property = fc.asyncProperty(callsOf(document, operations), async (call) => {
    await discover(await between(requestNumber++));
    const request = requestOf(call, ids);
    const target = request.target.split('?', 1)[0]!;
    const match = matchOperation(operations, request.method, target);
    const verdict = expectedVerdict(request, match);
    const response = await client.send(request).catch((cause) => {
      throw new Error(`${describeRequest(request)}\n\nhad no response: ${cause.message}`, { cause });
    });
    coverage.count(match?.operation?.name ?? 'not in the document', response.status);
    if (response.status < 300) ids.learn(target, response.headers, jsonOf(response));
    if (response.status < 300 && request.method === 'DELETE') ids.forget(target);
    const findings = checkResponse({ request, response, match, verdict });
    if (findings.length > 0)
      throw new Error(
        `${describeRequest(request)}\n\n(${verdict}) ${response.status} ${JSON.stringify(response.headers)}\n` +
          `${contentOf(response).toString('utf8').slice(0, 2_000)}\n\n${findings.map((finding) => `- ${finding}`).join('\n')}`,
      );
  });

  const details = await fc.check(property, { numRuns: runs, seed, ...(path ? { path } : {}) });
  const error =
    details.errorInstance instanceof Error ? details.errorInstance.message : details.errorInstance;
  const failure = details.failed
    ? `${error}\n\nRepeat the run with: pnpm fuzz --seed=${details.seed} --runs=${details.numRuns} ` +
      `(this request only: --path=${details.counterexamplePath})`
    : null;
  return { coverage, neverSucceeded: coverage.neverSucceeded(operations.map(({ name }) => name)), failure };
}

function jsonOf(response: ReceivedResponse): unknown {
  return String(response.headers['content-type']).includes('json') && response.body.length > 0
    ? JSON.parse(contentOf(response).toString('utf8'))
    : undefined;
}
