import { type Static, Type } from '@sinclair/typebox';
import { ResponseType } from './capture-setting-table.ts';
import { DateTime, Nullable, StringEnum } from './schema.ts';
import { ScreenshotSource } from './screenshot.ts';

export const ScreenshotActivity = Type.Object(
  {
    screenshotId: Type.String({ description: 'Identifier as a string.' }),
    source: ScreenshotSource,
    url: Type.String({ description: 'Captured URL.' }),
    imageUrl: Nullable(Type.String({ description: 'Image URL; null when the capture failed.' })),
    responseType: ResponseType,
    extractedHtmlUrl: Nullable(Type.String({ description: 'URL of the extracted HTML, when available.' })),
    extractedTextUrl: Nullable(Type.String({ description: 'URL of the extracted text, when available.' })),
    status: Type.String({ description: 'COMPLETED or FAILED.' }),
    description: Nullable(Type.String({ description: 'Details or failure context.' })),
    captureTime: DateTime('The moment the capture finished.'),
  },
  {
    title: 'ScreenshotActivity',
    additionalProperties: false,
    description: 'A finished capture in the feed (specification, section 2.5).',
    examples: [
      {
        screenshotId: '1',
        source: 'SCHEDULED_SCREENSHOT',
        url: 'https://example.com/',
        imageUrl: 'http://127.0.0.1:3000/api/v1/screenshots/1/image',
        responseType: 'json',
        extractedHtmlUrl: null,
        extractedTextUrl: null,
        status: 'COMPLETED',
        description: null,
        captureTime: '2026-11-21T09:00:01.562Z',
      },
    ],
  },
);
export type ScreenshotActivity = Static<typeof ScreenshotActivity>;

export const ContentChangeActivity = Type.Object(
  {
    transactionType: StringEnum(['DEBIT', 'CREDIT'], {
      title: 'TransactionType',
      description: 'DEBIT takes from the wallet, CREDIT gives back.',
    }),
    referenceType: StringEnum(['CONTENT_CHANGE'], { description: 'Always CONTENT_CHANGE on this feed.' }),
    referenceId: Type.String({ description: 'Transaction reference identifier.' }),
    amount: Type.Number({ description: 'Credits that were moved.' }),
    balanceBefore: Type.Number({ description: 'Wallet balance before.' }),
    balanceAfter: Type.Number({ description: 'Wallet balance after.' }),
    status: Type.String({ description: 'How the transaction ended; SUCCESS.' }),
    description: Type.String({ description: 'What the transaction was for.' }),
    createdAt: DateTime('When the transaction was made.'),
  },
  {
    title: 'ContentChangeActivity',
    additionalProperties: false,
    description: 'A wallet debit or credit of a content-change check (specification, section 2.6).',
    examples: [
      {
        transactionType: 'DEBIT',
        referenceType: 'CONTENT_CHANGE',
        referenceId: '1',
        amount: 1,
        balanceBefore: 1_000,
        balanceAfter: 999,
        status: 'SUCCESS',
        description: 'Content-change check of https://example.com/',
        createdAt: '2026-11-21T09:00:01.562Z',
      },
    ],
  },
);
export type ContentChangeActivity = Static<typeof ContentChangeActivity>;
