import type { Static } from '@sinclair/typebox';
import { StringEnum } from '../schema.ts';
import { failureCodes, failureCodeTable } from './failure-code-table.ts';

export const FailureCode = StringEnum(failureCodes, {
  title: 'FailureCode',
  description: [
    'Why the capture failed:',
    '',
    ...failureCodes.map((code) => `- \`${code}\`: ${failureCodeTable[code].meaning}`),
  ].join('\n'),
});
export type FailureCode = Static<typeof FailureCode>;
