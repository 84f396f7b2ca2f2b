import { type Static, Type } from '@sinclair/typebox';
import { ResponseType } from '../captures/capture-setting-table.ts';
import { pageTitle, ScreenshotVerdict } from '../captures/page-record.ts';
import { failureImageUrl, ScreenshotSource } from '../captures/screenshot.ts';
import { DateTime, Nullable, StringEnum } from '../schema.ts';

export const ActivityStatus = StringEnum(['COMPLETED', 'FAILED'], {
  description: 'Whether the capture succeeded.',
});
export type ActivityStatus = Static<typeof ActivityStatus>;

export const TransactionType = StringEnum(['DEBIT', 'CREDIT'], {
  title: 'TransactionType',
  description: 'DEBIT lowers the balance of the wallet, CREDIT raises it.',
});

export const TransactionStatus = StringEnum(['SUCCESS'], {
  description: 'SUCCESS selects all entries: failed transactions are not recorded.',
});

export const ScreenshotActivity = Type.Object(
  {
    screenshotId: Type.String({ description: 'Screenshot ID, as a string.' }),
    source: ScreenshotSource,
    url: Type.String({ description: 'Captured URL.' }),
    imageUrl: Nullable(
      Type.String({
        description: 'URL of the image, signed like imageUrl of a screenshot; null when the capture failed.',
      }),
    ),
    responseType: ResponseType,
    extractedHtmlUrl: Nullable(Type.String({ description: 'URL of the extracted HTML, when available.' })),
    extractedTextUrl: Nullable(Type.String({ description: 'URL of the extracted text, when available.' })),
    status: Type.String({ description: 'COMPLETED or FAILED.' }),
    description: Nullable(Type.String({ description: 'Details of the capture, for example why it failed.' })),
    captureTime: DateTime('When the capture finished.'),
    failureImageUrl,
    title: pageTitle('the capture'),
    verdict: Type.Optional(Nullable(ScreenshotVerdict)),
  },
  {
    title: 'ScreenshotActivity',
    additionalProperties: false,
    description: 'A finished capture in the activity feed.',
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
/** The values of `expand` for the screenshot activity feed. */
export const activityExpansions = ['failureImage', 'title', 'verdict'] as const;
export type ActivityExpansion = (typeof activityExpansions)[number];
export type ScreenshotActivity = Static<typeof ScreenshotActivity>;

export const ContentChangeActivity = Type.Object(
  {
    transactionType: TransactionType,
    referenceType: StringEnum(['CONTENT_CHANGE'], { description: 'Always CONTENT_CHANGE in this feed.' }),
    referenceId: Type.String({
      description: 'Identifier of the resource that the entry refers to, such as a content-change check.',
    }),
    amount: Type.Number({ description: 'Amount in credits, always positive.' }),
    balanceBefore: Type.Number({ description: 'Balance of the wallet before the transaction.' }),
    balanceAfter: Type.Number({ description: 'Balance of the wallet after the transaction.' }),
    status: Type.String({ description: 'Always SUCCESS: failed transactions are not recorded.' }),
    description: Type.String({ description: 'Purpose of the transaction.' }),
    createdAt: DateTime('When the transaction was created.'),
  },
  {
    title: 'ContentChangeActivity',
    additionalProperties: false,
    description: 'A debit or credit for a content-change check.',
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
