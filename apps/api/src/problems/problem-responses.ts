import { Problem, type ProblemCode, problemCatalogue } from '@shotclock/contracts';
import type { FastifySchema } from 'fastify';
import { problemExplanations } from './problem-explanations.ts';
import { problemMediaType, problemOf } from './send-problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Problems of this route, in addition to those that result from its path, query and body. */
    problems?: ProblemCode[];
  }
}

const codes = Object.keys(problemCatalogue) as ProblemCode[];

/** Adds the problem responses to a route's schema. A write route without a body also rejects invalid bodies. */
export function withProblems(
  schema: FastifySchema,
  { method, own }: { method: string; own: readonly ProblemCode[] },
): FastifySchema {
  const possible = new Set<ProblemCode>([
    'validation_failed',
    'forbidden',
    'internal',
    'unavailable',
    ...own,
  ]);
  if (schema.params) possible.add('not_found');
  if (method !== 'GET')
    for (const code of ['malformed_json', 'payload_too_large', 'unsupported_media_type'] as const)
      possible.add(code);
  const byStatus = Object.groupBy(
    codes.filter((code) => possible.has(code)),
    (code) => String(problemCatalogue[code].status),
  );
  const problems = Object.entries(byStatus).map(([status, group]) => [status, problemResponse(group ?? [])]);
  return { ...schema, response: { ...Object.fromEntries(problems), ...(schema.response as object) } };
}

function problemResponse(group: ProblemCode[]) {
  return {
    description: group.map((code) => `${code}: ${problemCatalogue[code].title}.`).join(' '),
    content: {
      [problemMediaType]: {
        schema: Problem,
        examples: Object.fromEntries(group.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

/** An example of each problem with its explanation. */
export function problemExamples(): Record<string, { summary: string; description: string; value: unknown }> {
  const at = (code: ProblemCode, error: string, message: string) => ({
    code,
    detail: `/url ${message}.`,
    errors: [{ path: '/url', code: error, message }],
  });
  const requestId = '0b0f2e6c-2f1c-4f7a-9d59-6f3f1d9b8a11';
  return Object.fromEntries(
    codes.map((code) => {
      const { meaning, remedy } = problemExplanations[code];
      const fields =
        code === 'validation_failed'
          ? at(code, 'required', 'is required')
          : code === 'url_not_allowed'
            ? at(code, code, 'is refused: 10.0.0.1 is a private address')
            : { code, detail: meaning };
      return [
        code,
        {
          summary: problemCatalogue[code].title,
          description: `${meaning} ${remedy}`,
          value: problemOf(fields, '/api/v1/screenshots', requestId),
        },
      ];
    }),
  );
}

/** All problem codes in Markdown, each with its status and a link to its page. */
export function problemList(): string {
  return codes.map((code) => `[${code}](/problems/${code}) (${problemCatalogue[code].status})`).join(', ');
}
