import { activityTexts, checkTexts } from './en/activity.ts';
import { captureTexts } from './en/captures.ts';
import { historyTexts } from './en/history.ts';
import { overviewTexts } from './en/overview.ts';
import { scheduleTexts } from './en/schedules.ts';
import { settingsTexts } from './en/settings.ts';
import { shellTexts } from './en/shell.ts';

export const english = {
  ...shellTexts,
  overview: overviewTexts,
  schedules: scheduleTexts,
  history: historyTexts,
  captures: captureTexts,
  activity: activityTexts,
  checks: checkTexts,
  settings: settingsTexts,
};
