import { type Static, Type } from '@sinclair/typebox';
import { ResponseType } from './item.ts';
import { DateTime, Nullable, Words } from './schema.ts';
import { ScreenshotSource } from './screenshot.ts';

export const ScreenshotActivity = Type.Object(
  {
    screenshotId: Type.String({ description: 'Identifier as a string.' }),
    source: ScreenshotSource,
    url: Type.String(),
    imageUrl: Nullable(Type.String()),
    responseType: ResponseType,
    extractedHtmlUrl: Nullable(Type.String()),
    extractedTextUrl: Nullable(Type.String()),
    status: Type.String({ description: 'COMPLETED or FAILED.' }),
    description: Nullable(Type.String()),
    captureTime: DateTime('The moment the capture finished.'),
  },
  { additionalProperties: false, description: 'Specification, section 2.5.' },
);
export type ScreenshotActivity = Static<typeof ScreenshotActivity>;

export const ContentChangeActivity = Type.Object(
  {
    transactionType: Words(['DEBIT', 'CREDIT']),
    referenceType: Words(['CONTENT_CHANGE']),
    referenceId: Type.String(),
    amount: Type.Number(),
    balanceBefore: Type.Number(),
    balanceAfter: Type.Number(),
    status: Type.String(),
    description: Type.String(),
    createdAt: DateTime(),
  },
  { additionalProperties: false, description: 'Specification, section 2.6.' },
);
export type ContentChangeActivity = Static<typeof ContentChangeActivity>;
