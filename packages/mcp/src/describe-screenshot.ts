import type { Screenshot } from '@shotclock/client/source';
import { failureCodeTable, failureRemedy } from '@shotclock/contracts/failure-codes';
import { clip } from './tool.ts';

/** The expansions of a screenshot that `describeScreenshot` reads. */
export const expand = 'capture,page,verdict';

/** Describes a capture: its result, and why it failed or does not show what was requested. */
export function describeScreenshot(shot: Screenshot): string[] {
  const { id, url, status, createdAt, page, description } = shot;
  return [
    `Capture ${id}: ${status}`,
    `URL: ${clip(url)}`,
    `Requested at: ${createdAt}`,
    ...(page && page.url !== url ? [`Final URL: ${clip(page.url)}`] : []),
    ...(page?.httpStatus ? [`HTTP status: ${page.httpStatus}`] : []),
    ...verdictLine(shot),
    ...(status === 'FAILED' ? explainFailure(shot) : []),
    ...(description && status !== 'FAILED' ? [`Note: ${clip(description, 1_000)}`] : []),
  ];
}

/** The failure code of a capture, what happened, and what to do about it. */
export function explainFailure({ description, capture }: Screenshot): string[] {
  const code = capture?.failureCode;
  if (!code) return [`Failure: ${description ?? 'no reason is known.'}`];
  const remedy = failureRemedy(code) ?? 'Capture the page again.';
  const { attempts } = capture;
  return [
    `Failure code: ${code}. ${failureCodeTable[code].meaning}`,
    ...(description ? [`What happened: ${clip(description, 1_000)}`] : []),
    ...(attempts > 1 ? [`Attempts: ${attempts}`] : []),
    `Remedy: ${remedy}`,
  ];
}

export function verdictLine({ verdict }: Pick<Screenshot, 'verdict'>): string[] {
  if (!verdict || verdict.kind === 'content') return [];
  const vendor = verdict.vendor ? ` (${verdict.vendor})` : '';
  return [`Verdict: the page is not what was requested: ${verdict.kind}${vendor}`];
}
