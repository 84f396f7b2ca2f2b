import type { Page } from '../page.ts';
import type { OpenapiDocument } from './openapi.ts';
import { operationText } from './operation-text.ts';
import { fieldTable, typeText } from './schema-text.ts';

/** Returns the pages of the API reference: an introduction, one page per group of operations, and the schemas. */
export function apiPages(document: OpenapiDocument): Page[] {
  const groups = document.tags.map(({ name, description }) => ({
    path: `api/${name.toLowerCase().replaceAll(' ', '-')}.md`,
    name,
    description,
    operations: operationsOf(document, name),
  }));
  const contents = groups.map(
    ({ path, name, description }) => `- [${name}](${path.slice(4)}): ${description}`,
  );
  const introduction = `# API reference

${document.info.description.replaceAll(/\[(\w+)\]\(\/problems\/\w+\)/g, '`$1`')}

## Operations

${contents.join('\n')}
- [Schemas](schemas.md): the objects in bodies and responses.

The [OpenAPI document](../docs/openapi.json) contains all of this for programs.
`;
  return [
    { path: 'api/README.md', markdown: introduction },
    ...groups.map(({ path, name, description, operations }) => ({
      path,
      markdown: `# ${name}\n\n${description}\n\n${operations.join('\n\n')}\n`,
    })),
    { path: 'api/schemas.md', markdown: schemasText(document) },
  ];
}

function operationsOf(document: OpenapiDocument, tag: string): string[] {
  const requests = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      request: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
  const webhooks = Object.entries(document.webhooks).map(([type, { post }]) => ({
    request: `Webhook ${type}`,
    operation: post,
  }));
  return [...requests, ...webhooks]
    .filter(({ operation }) => operation.tags[0] === tag)
    .map(({ request, operation }) => operationText(document, request, operation));
}

function schemasText({ components }: OpenapiDocument): string {
  const sections = Object.entries(components.schemas).map(([name, schema]) => {
    const fields = fieldTable(schema);
    const type = fields === '' ? `Type: ${typeText(schema)}` : fields;
    return [`## ${name}`, schema.description, type].filter(Boolean).join('\n\n');
  });
  return `# Schemas\n\nThe objects in bodies and responses of the API.\n\n${sections.join('\n\n')}\n`;
}
