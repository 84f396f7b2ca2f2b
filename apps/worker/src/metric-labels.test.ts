import type { BrowserEnd, CaptureStep, PageRecord as SeenPage } from '@shotclock/capture';
import type { PageRecord } from '@shotclock/contracts';
import type { EgressRule } from '@shotclock/egress';
import type { browserEnds, captureSteps, egressRules, storeOperations } from '@shotclock/runtime';
import type { ObserveStore } from '@shotclock/storage';
import { expectTypeOf, test } from 'vitest';
import type { WorkerStep } from './collect-metrics.ts';

// These assertions run during the type check.
test('label values match those that the packages report', () => {
  expectTypeOf<(typeof captureSteps)[number]>().toEqualTypeOf<CaptureStep | WorkerStep>();
  expectTypeOf<(typeof browserEnds)[number]>().toEqualTypeOf<BrowserEnd>();
  expectTypeOf<(typeof egressRules)[number]>().toEqualTypeOf<EgressRule>();
  expectTypeOf<(typeof storeOperations)[number]>().toEqualTypeOf<Parameters<ObserveStore>[0]>();
});

test('the page record matches the contract', () => {
  expectTypeOf<NonNullable<SeenPage['verdict']>>().toEqualTypeOf<NonNullable<PageRecord['verdict']>>();
  expectTypeOf<SeenPage>().toExtend<PageRecord>();
});
