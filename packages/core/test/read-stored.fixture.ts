import type { Artifact } from '@shotclock/contracts';
import { type CoreContext, findArtifact, findDiff, openObject } from '../src/index.ts';

/** Finds an artifact of a screenshot and opens it. */
export async function readArtifact(ctx: CoreContext, input: { screenshotId: number; artifact: Artifact }) {
  return openObject(ctx, await findArtifact(ctx, input));
}

/** Finds the diff of a check and opens it. */
export async function readDiff(ctx: CoreContext, input: { checkId: number }) {
  return openObject(ctx, await findDiff(ctx, input));
}
