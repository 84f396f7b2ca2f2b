import type { Static } from '@sinclair/typebox';
import { Words } from './schema.ts';

export const ContentCheckStatus = Words(['PENDING', 'SUCCESS', 'FAILED']);
export type ContentCheckStatus = Static<typeof ContentCheckStatus>;
