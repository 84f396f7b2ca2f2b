import { type OpenapiDocument, type Operation, type Parameter, type Response, resolve } from './openapi.ts';
import { cell, fieldTable, typeText } from './schema-text.ts';

/**
 * Describes an operation in Markdown: parameters, body, responses, errors and a call in TypeScript.
 * @param request the method and path, or the type of a webhook
 */
export function operationText(document: OpenapiDocument, request: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).map((one) => resolve<Parameter>(document, one));
  const responses = Object.entries(operation.responses).map(([status, one]): [string, Response] => [
    status,
    resolve<Response>(document, one),
  ]);
  const sample = operation['x-codeSamples']?.find(({ lang }) => lang === 'TypeScript');
  return [
    `## ${operation.summary}`,
    `\`${request}\``,
    operation.description,
    parameters.length > 0 && `**Parameters**\n\n${parameterTable(parameters)}`,
    bodyText(operation),
    `**Responses**\n\n${responseTable(responses.filter(([status]) => !isError(status)))}`,
    errorText(responses.filter(([status]) => isError(status))),
    sample && `**TypeScript**\n\n\`\`\`ts\n${sample.source}\n\`\`\``,
  ]
    .filter(Boolean)
    .join('\n\n');
}

const isError = (status: string) => Number(status) >= 400;

function parameterTable(parameters: Parameter[]): string {
  const rows = parameters.map(
    ({ name, in: place, required, schema, description = '' }) =>
      `| \`${name}\` | ${place}${required ? ', required' : ''} | ${cell(typeText(schema))} | ${cell(description)} |`,
  );
  return ['| Name | In | Type | Description |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function bodyText({ requestBody }: Operation): string {
  if (!requestBody) return '';
  const [media] = Object.values(requestBody.content);
  const types = Object.keys(requestBody.content).map((type) => `\`${type}\``);
  const schema = media?.schema ?? {};
  const example =
    media?.example === undefined ? '' : `\`\`\`json\n${JSON.stringify(media.example, null, 2)}\n\`\`\``;
  return [`**Body** (${types.join(', ')}): ${typeText(schema)}`, fieldTable(schema), example]
    .filter(Boolean)
    .join('\n\n');
}

function responseTable(responses: [string, Response][]): string {
  const rows = responses.map(([status, { description, content = {} }]) => {
    const bodies = Object.entries(content).map(([type, { schema = {} }]) =>
      schema.$ref || schema.anyOf || schema.items ? `${typeText(schema)} (\`${type}\`)` : `\`${type}\``,
    );
    return `| ${status} | ${cell(description)} | ${cell(bodies.join(', '))} |`;
  });
  return ['| Status | Description | Body |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Lists the problem codes of each status, which are the names of its examples. */
function errorText(responses: [string, Response][]): string {
  if (responses.length === 0) return '';
  const errors = responses.map(([status, { content = {} }]) => {
    const codes = Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples));
    return `${status} ${codes.map((code) => `\`${code}\``).join(', ')}`.trim();
  });
  return `**Errors** ([Problem](schemas.md#problem)): ${errors.join('; ')}`;
}
