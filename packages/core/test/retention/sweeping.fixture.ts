import { randomUUID } from 'node:crypto';
import type { ObjectStore } from '@shotclock/storage';
import { beforeEach } from 'vitest';
import { sweepObjects } from '../../src/index.ts';
import { ageObjects, artifactsOf, capture, isObjectStored } from '../captures.fixture.ts';
import { openWorkspaceForFile } from '../workspace.fixture.ts';

export const graceSeconds = 24 * 3_600;

/** A workspace for all tests in a file. Objects of previous tests are swept before each test. */
export function openSweptWorkspace() {
  const workspace = openWorkspaceForFile();
  const sweep = (objects: ObjectStore = workspace.work.objects) =>
    sweepObjects({ db: workspace.db, objects }, { graceSeconds });
  beforeEach(async () => {
    await ageObjects(workspace.db, graceSeconds);
    await sweep();
  });
  return {
    workspace,
    sweep,
    captureNew: (artifacts = artifactsOf(randomUUID())) => capture(workspace.core, workspace.work, artifacts),
    isStored: (hash: string | null) => isObjectStored(workspace.db, workspace.work.objects, hash!),
  };
}
