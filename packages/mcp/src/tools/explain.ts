import { Type } from '@sinclair/typebox';
import { describeScreenshot, expand } from '../describe-screenshot.ts';
import { clip, defineTool, reads, text } from '../tool.ts';
import { resourceId } from './resource-id.ts';

/** Failed captures per call. */
const size = 20;

export const explain = defineTool({
  name: 'explain',
  title: 'Explain failures',
  description: `Explains why a capture failed, or why the captures of a run (execution) failed, at most ${size}: the failure code, what happened, and what to do.`,
  annotations: reads,
  input: Type.Object(
    {
      id: Type.Optional(resourceId('ID of the capture.')),
      executionId: Type.Optional(resourceId('ID of the execution of a schedule.')),
    },
    { additionalProperties: false, minProperties: 1, maxProperties: 1 },
  ),
  async call({ id, executionId }, { client, signal }) {
    if (id !== undefined) {
      const shot = await client.screenshots.get(id, { expand, signal });
      return { content: [text(describeScreenshot(shot))] };
    }
    const options = { status: 'FAILED', size, expand, signal } as const;
    const found = await client.executions.screenshots(executionId!, options);
    const blocks = found.content.map((shot) => clip(describeScreenshot(shot).join('\n'), 2_000));
    return {
      content: [
        text([
          `${found.totalElements} captures of execution ${executionId} failed.`,
          '',
          blocks.join('\n\n'),
        ]),
      ],
    };
  },
});
