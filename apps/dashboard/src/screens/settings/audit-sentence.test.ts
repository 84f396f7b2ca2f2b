import { expect, test } from 'vitest';
import { auditSentence } from './audit-sentence.ts';

test("an entry's sentence contains the resource name, or the ID if the resource no longer exists", () => {
  const created = { action: 'createSchedule', resourceType: 'SCHEDULE', resourceId: 3 } as const;
  expect(auditSentence({ ...created, resourceName: 'Home' })).toBe('Created the schedule “Home”');
  expect(auditSentence({ ...created, resourceName: null })).toBe('Created the schedule #3');
  const key = { action: 'revokeApiKey', resourceType: 'API_KEY', resourceId: 4 } as const;
  expect(auditSentence({ ...key, resourceName: 'sc_ab12' })).toBe('Revoked the key sc_ab12');
  const run = { action: 'runSchedule', resourceType: 'EXECUTION', resourceId: 5 } as const;
  expect(auditSentence({ ...run, resourceName: 'Home' })).toBe('Started run 5 of the schedule “Home”');
  const capture = { action: 'createScreenshot', resourceType: 'SCREENSHOT', resourceId: 6 } as const;
  expect(auditSentence({ ...capture, resourceName: 'https://example.com/' })).toBe(
    'Requested a capture of example.com',
  );
  expect(auditSentence({ ...capture, action: 'somethingNew' })).toBe('somethingNew: Capture 6');
});
