import type { BrowserEnd, CaptureStep, PageRecord as SeenPage } from '@shotclock/capture';
import { FailureCode, type PageRecord } from '@shotclock/contracts';
import type { EgressRule } from '@shotclock/egress';
import {
  type browserEnds,
  type captureSteps,
  type egressRules,
  failureCodes,
  type storeOperations,
} from '@shotclock/runtime';
import type { ObserveStore } from '@shotclock/storage';
import { expect, expectTypeOf, test } from 'vitest';
import type { WorkerStep } from './measure-step.ts';

test('the failure codes of metrics are those of the contract', () => {
  expect(failureCodes).toEqual(FailureCode.enum);
});

// The type check compares the following lists.
test('other labels have the values that the packages report', () => {
  expectTypeOf<(typeof captureSteps)[number]>().toEqualTypeOf<CaptureStep | WorkerStep>();
  expectTypeOf<(typeof browserEnds)[number]>().toEqualTypeOf<BrowserEnd>();
  expectTypeOf<(typeof egressRules)[number]>().toEqualTypeOf<EgressRule>();
  expectTypeOf<(typeof storeOperations)[number]>().toEqualTypeOf<Parameters<ObserveStore>[0]>();
});

test('the record of a page is that of the contract', () => {
  expectTypeOf<NonNullable<SeenPage['verdict']>>().toEqualTypeOf<NonNullable<PageRecord['verdict']>>();
  expectTypeOf<SeenPage>().toExtend<PageRecord>();
});
