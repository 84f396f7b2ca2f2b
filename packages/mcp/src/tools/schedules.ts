import { Type } from '@sinclair/typebox';
import { clip, defineTool, reads, text } from '../tool.ts';

/** Schedules per call. */
const size = 50;

export const schedules = defineTool({
  name: 'schedules',
  title: 'List schedules',
  description: `Lists the schedules that capture pages regularly, ${size} at a time, with their IDs, timing, and last and next runs.`,
  annotations: reads,
  input: Type.Object(
    {
      name: Type.Optional(
        Type.String({ maxLength: 255, description: 'Only schedules whose name contains this text.' }),
      ),
      page: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 10_000, description: 'Page of the list; 0 when omitted.' }),
      ),
    },
    { additionalProperties: false },
  ),
  async call({ name, page = 0 }, { client, signal }) {
    const found = await client.schedules.list({
      ...{ sort: 'id,asc', size, page, expand: 'policy', signal },
      ...(name !== undefined && { name }),
    });
    const lines = found.content.map(({ id, name, status, schedule, policy, itemCount, ...runs }) =>
      JSON.stringify({
        id,
        name: clip(name),
        status: policy?.pausedAt ? 'PAUSED' : status,
        timing: Object.fromEntries(Object.entries(schedule).filter(([, value]) => value !== null)),
        pages: itemCount,
        lastRunAt: runs.lastRunAt,
        nextRunAt: runs.nextRunAt,
      }),
    );
    return { content: [text([`${found.totalElements} schedules, of which page ${page} has:`, ...lines])] };
  },
});
