import { Type } from '@sinclair/typebox';
import { clip, defineTool, reads, text } from '../tool.ts';
import { resourceId } from './resource-id.ts';

export const history = defineTool({
  name: 'history',
  title: 'List captures',
  description:
    'Lists captures, newest first, with their IDs and results: of a schedule, of one of its pages (items), or of pages whose URL contains a text.',
  annotations: reads,
  input: Type.Object(
    {
      scheduleId: Type.Optional(resourceId('Only captures of this schedule.')),
      itemId: Type.Optional(resourceId('Only captures of this page of a schedule.')),
      urlContains: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 255,
          description: 'Only captures whose URL contains this text.',
        }),
      ),
      failed: Type.Optional(Type.Boolean({ description: 'Only failed captures.' })),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, description: 'Number of captures; 20 when omitted.' }),
      ),
    },
    { additionalProperties: false },
  ),
  async call({ failed, limit: size = 20, ...filters }, { client, signal }) {
    const found = await client.screenshots.list({
      ...{ sort: 'id,desc', size, expand: 'capture,verdict', signal, ...filters },
      ...(failed && { status: 'FAILED' }),
    });
    const lines = found.content.map(({ id, createdAt, status, url, capture, verdict }) =>
      JSON.stringify({
        ...{ id, createdAt, status, url: clip(url) },
        ...(capture?.failureCode && { failureCode: capture.failureCode }),
        ...(verdict && verdict.kind !== 'content' && { verdict: verdict.kind }),
      }),
    );
    return { content: [text([`${found.totalElements} captures, of which these are the newest:`, ...lines])] };
  },
});
