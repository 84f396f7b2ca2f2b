import { type Problem, problemCatalogue } from '@shotclock/contracts';
import type { OpenapiDocument } from '../../src/openapi/openapi-document.ts';
import { contentOf, type ReceivedResponse, type SentRequest } from './exchange.fixture.ts';
import type { Verdict } from './expected-verdict.fixture.ts';
import type { Match } from './operations.fixture.ts';
import { isRuleError } from './rule-codes.fixture.ts';
import { schemaChecks } from './schema-checks.fixture.ts';

/** Statuses that any invalid request may receive, even if the document does not list them. */
const generalStatuses = new Set([400, 403, 404, 405, 413, 415]);
const withoutBody = new Set([204, 304]);
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const problemFields = ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId', 'errors'];

type Exchange = { request: SentRequest; response: ReceivedResponse; match: Match | null; verdict: Verdict };

/** Returns the findings about a response as sentences: every deviation from the document and from the problem format. */
export function responseChecker(document: OpenapiDocument) {
  const checks = schemaChecks(document, { formats: true });

  function statusFindings({ response, match, verdict, request }: Exchange): string[] {
    const { status } = response;
    if (status >= 500) return [`returned ${status}`];
    if (request.headers.host !== undefined && status === 400) return [];
    const operation = match?.operation;
    if (!operation) {
      const isKnownPath = match !== null && match.methods.length > 0;
      return isKnownPath && status < 400 && request.method !== 'OPTIONS'
        ? [`returned ${status} for a method that is not in the document`]
        : [];
    }
    const documented = operation.responses[status] !== undefined;
    if (verdict === 'permitted' && !documented) return [`the status ${status} is not in the document`];
    if (!documented && !generalStatuses.has(status)) return [`the status ${status} is not in the document`];
    if (verdict === 'rejected' && status < 400)
      return [`returned ${status} for a request that the document does not permit`];
    return [];
  }

  function bodyFindings(exchange: Exchange): string[] {
    const { response, request, match } = exchange;
    if (request.method === 'HEAD' || withoutBody.has(response.status))
      return response.body.length === 0 ? [] : ['has a body that must be empty'];
    const mediaType = String(response.headers['content-type'] ?? '').split(';', 1)[0]!;
    if (mediaType === '') return ['has a body without a content-type'];
    if (response.status >= 400 && response.status < 500 && mediaType !== 'application/problem+json')
      return [`returns ${response.status} as ${mediaType}`];
    const operation = match?.operation;
    const documented = operation?.responses[response.status];
    const value = mediaType.endsWith('json') ? jsonOf(contentOf(response)) : undefined;
    if (mediaType.endsWith('json') && value === undefined) return ['its body is not JSON'];
    if (mediaType === 'application/problem+json') {
      const findings = problemFindings(exchange, value as Problem);
      if (findings.length > 0) return findings;
    }
    if (!operation || !documented) return [];
    const content = documented.content ?? {};
    if (!(mediaType in content))
      return [`the media type ${mediaType} is not in the document for ${response.status}`];
    if (value === undefined) return [];
    const method = operation.method.toLowerCase();
    const at = [
      'paths',
      operation.template,
      method,
      'responses',
      response.status,
      'content',
      mediaType,
      'schema',
    ];
    const { errors } = checks.at(...at)(value);
    return [...(errors ? [`does not match its schema: ${errors}`] : []), ...timeFindings(value)];
  }

  return (exchange: Exchange): string[] => [
    ...statusFindings(exchange),
    ...bodyFindings(exchange),
    ...headerFindings(exchange),
    ...rejectionFindings(exchange),
  ];
}

function problemFindings({ response, request }: Exchange, problem: Problem): string[] {
  const findings: string[] = [];
  const { code, status, type, title } = problem;
  const known = Object.hasOwn(problemCatalogue, code) ? problemCatalogue[code] : undefined;
  if (known?.status !== response.status || status !== response.status || title !== known.title)
    findings.push(`the problem ${code} does not match the status ${response.status}`);
  if (type !== `/problems/${code}`) findings.push(`the problem's type is ${type}`);
  if (problem.requestId !== response.headers['x-request-id'])
    findings.push('the problem has the ID of another request');
  if (isHttp(request) && problem.instance !== request.target)
    findings.push(`the problem's instance is ${problem.instance}`);
  const unknownFields = Object.keys(problem).filter((field) => !problemFields.includes(field));
  if (unknownFields.length > 0) findings.push(`the problem has unknown fields: ${unknownFields}`);
  for (const { path } of problem.errors ?? [])
    if (!/^(\/([^~/]|~[01])*)*$/.test(path)) findings.push(`${path} is not a JSON Pointer`);
  return findings;
}

/** The server's HTTP parser rejects a target that contains any other byte and does not parse the rest of the request. */
const isHttp = ({ target }: SentRequest) => /^[\x21-\x7e]*$/.test(target);

/** A request that the document permits may be rejected only by rules that a schema cannot express. */
function rejectionFindings({ response, request, verdict }: Exchange): string[] {
  if (request.method === 'HEAD') return [];
  if (verdict !== 'permitted' || ![400, 413, 415].includes(response.status)) return [];
  const problem = jsonOf(contentOf(response)) as Problem | undefined;
  const errors = problem?.errors ?? [];
  const undocumented = errors.filter((error) => !isRuleError(error));
  if (errors.length > 0 && undocumented.length === 0) return [];
  return [
    `rejects what the document permits: ${JSON.stringify(undocumented.length > 0 ? undocumented : problem)}`,
  ];
}

function headerFindings({ request, response }: Exchange): string[] {
  const { headers, status } = response;
  const findings: string[] = [];
  const given = request.headers['x-request-id'];
  const id = String(headers['x-request-id']);
  if (!/^[\w.:-]{1,128}$/.test(id)) findings.push(`its X-Request-Id is ${id}`);
  if (isHttp(request) && given && /^[\w.:-]{1,128}$/.test(given) && given !== id)
    findings.push('does not return the request ID');
  if (request.method !== 'HEAD' && headers['content-length'] !== undefined && status !== 304)
    if (Number(headers['content-length']) !== response.body.length)
      findings.push('its Content-Length is wrong');
  if ((status === 405 || (status === 204 && request.method === 'OPTIONS')) && !headers.allow)
    findings.push(`${status} without Allow`);
  if ((status === 429 || status === 503) && !headers['retry-after'])
    findings.push(`${status} without Retry-After`);
  if (typeof headers.location === 'string' && status < 300 && !URL.canParse(headers.location))
    findings.push(`its Location is ${headers.location}`);
  return findings;
}

/** Fields whose names end in At or Time are times, in UTC with milliseconds. */
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
