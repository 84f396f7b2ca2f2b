import { type Problem, problemCatalogue } from '@shotclock/contracts';
import type { OpenapiDocument } from '../../src/openapi/openapi-document.ts';
import type { ReceivedAnswer, SentRequest } from './exchange.ts';
import type { Verdict } from './judge-request.ts';
import type { Match } from './operations.ts';
import { isRuleError } from './rule-codes.ts';
import { schemaChecks } from './schema-checks.ts';

/** Statuses that any request may get which the document does not describe. */
const general = new Set([400, 403, 404, 405, 413, 415]);
const withoutBody = new Set([204, 304]);
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const problemFields = ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId', 'errors'];

type Exchange = { request: SentRequest; answer: ReceivedAnswer; match: Match | null; verdict: Verdict };

/** What is wrong with an answer, each as a sentence; none when it is what the document and its problems promise. */
export function answerJudge(document: OpenapiDocument) {
  const checks = schemaChecks(document, { formats: true });

  function statusFindings({ answer, match, verdict, request }: Exchange): string[] {
    const { status } = answer;
    if (status >= 500) return [`answered ${status}`];
    if (request.headers.host !== undefined && status === 400) return [];
    const operation = match?.operation;
    if (!operation) {
      const isKnownPath = match !== null && match.methods.length > 0;
      return isKnownPath && status < 400 ? [`answered ${status} to a method that the document has not`] : [];
    }
    const documented = operation.responses[status] !== undefined;
    if (verdict === 'keeps' && !documented) return [`the document has no ${status} here`];
    if (!documented && !general.has(status)) return [`the document has no ${status} here`];
    if (verdict === 'breaks' && status < 400)
      return [`answered ${status} to a request that breaks the document`];
    return [];
  }

  function bodyFindings(exchange: Exchange): string[] {
    const { answer, request, match } = exchange;
    if (request.method === 'HEAD' || withoutBody.has(answer.status))
      return answer.body.length === 0 ? [] : ['has a body that nothing may have'];
    const mediaType = String(answer.headers['content-type'] ?? '').split(';', 1)[0]!;
    if (mediaType === '') return ['has a body without a content-type'];
    if (answer.status >= 400 && answer.status < 500 && mediaType !== 'application/problem+json')
      return [`answers ${answer.status} as ${mediaType}`];
    const operation = match?.operation;
    const documented = operation?.responses[answer.status];
    const value = mediaType.endsWith('json') ? jsonOf(answer.body) : undefined;
    if (mediaType.endsWith('json') && value === undefined) return ['its body is no JSON'];
    if (mediaType === 'application/problem+json') {
      const findings = problemFindings(exchange, value as Problem);
      if (findings.length > 0) return findings;
    }
    if (!operation || !documented) return [];
    const content = documented.content ?? {};
    if (!(mediaType in content)) return [`the document has no ${mediaType} for ${answer.status}`];
    if (value === undefined) return [];
    const method = operation.method.toLowerCase();
    const at = [
      'paths',
      operation.template,
      method,
      'responses',
      answer.status,
      'content',
      mediaType,
      'schema',
    ];
    const { errors } = checks.at(...at)(value);
    return [...(errors ? [`breaks its schema: ${errors}`] : []), ...timeFindings(value)];
  }

  return (exchange: Exchange): string[] => [
    ...statusFindings(exchange),
    ...bodyFindings(exchange),
    ...headerFindings(exchange),
    ...refusalFindings(exchange),
  ];
}

function problemFindings({ answer, request }: Exchange, problem: Problem): string[] {
  const findings: string[] = [];
  const { code, status, type, title } = problem;
  const known = Object.hasOwn(problemCatalogue, code) ? problemCatalogue[code] : undefined;
  if (known?.status !== answer.status || status !== answer.status || title !== known.title)
    findings.push(`the problem ${code} does not go with ${answer.status}`);
  if (type !== `/problems/${code}`) findings.push(`the problem's type is ${type}`);
  if (problem.requestId !== answer.headers['x-request-id'])
    findings.push('the problem names another request');
  if (isHttp(request) && problem.instance !== request.target)
    findings.push(`the problem's instance is ${problem.instance}`);
  const strangers = Object.keys(problem).filter((field) => !problemFields.includes(field));
  if (strangers.length > 0) findings.push(`the problem has ${strangers}`);
  for (const { path } of problem.errors ?? [])
    if (!/^(\/([^~/]|~[01])*)*$/.test(path)) findings.push(`${path} is no JSON Pointer`);
  return findings;
}

/** A target of other bytes is refused by the server's parser, which knows nothing of the request but that. */
const isHttp = ({ target }: SentRequest) => /^[\x21-\x7e]*$/.test(target);

/** A request that keeps the document is refused for rules alone, which no schema can say. */
function refusalFindings({ answer, request, verdict }: Exchange): string[] {
  if (request.method === 'HEAD') return [];
  if (verdict !== 'keeps' || ![400, 413, 415].includes(answer.status)) return [];
  const problem = jsonOf(answer.body) as Problem | undefined;
  const errors = problem?.errors ?? [];
  const unsaid = errors.filter((error) => !isRuleError(error));
  if (errors.length > 0 && unsaid.length === 0) return [];
  return [`refuses what the document allows: ${JSON.stringify(unsaid.length > 0 ? unsaid : problem)}`];
}

function headerFindings({ request, answer }: Exchange): string[] {
  const { headers, status } = answer;
  const findings: string[] = [];
  const given = request.headers['x-request-id'];
  const id = String(headers['x-request-id']);
  if (!/^[\w.:-]{1,128}$/.test(id)) findings.push(`its x-request-id is ${id}`);
  if (isHttp(request) && given && /^[\w.:-]{1,128}$/.test(given) && given !== id)
    findings.push('names the request otherwise');
  if (request.method !== 'HEAD' && headers['content-length'] !== undefined && status !== 304)
    if (Number(headers['content-length']) !== answer.body.length)
      findings.push('its content-length is wrong');
  if (status === 405 && !headers.allow) findings.push('405 without allow');
  if ((status === 429 || status === 503) && !headers['retry-after'])
    findings.push(`${status} without retry-after`);
  if (typeof headers.location === 'string' && status < 300 && !URL.canParse(headers.location))
    findings.push(`its location is ${headers.location}`);
  return findings;
}

/** Times in answers are UTC with milliseconds; a field that ends in At, or in Time, is one. */
function timeFindings(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    typeof field === 'string' && /(At|Time)$/.test(name) && !instant.test(field)
      ? [`${path}/${name} is ${field}`]
      : timeFindings(field, `${path}/${name}`),
  );
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
