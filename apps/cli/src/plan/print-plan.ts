import type { Change } from './changes.ts';
import type { ItemStep, ScheduleStep } from './plan.ts';

const signs = { create: '+', change: '~', delete: '-', keep: ' ' };
const maxValueLength = 60;

/** Returns the lines that describe a step; none if it does nothing. */
export function linesOfStep(step: ScheduleStep): string[] {
  if (isIdle(step)) return [];
  const name = `${signs[step.action]} schedule ${JSON.stringify(step.name)}`;
  if (step.action === 'create') return [name];
  if (step.action !== 'change') return [`${name} (${step.before.id})`];
  return [
    `${name} (${step.before.id})`,
    ...step.changes.map((change) => `    ${changeText(change)}`),
    ...step.items.filter(({ action }) => action !== 'keep').flatMap(linesOfItem),
  ];
}

function linesOfItem(step: ItemStep): string[] {
  const id = step.action === 'create' ? '' : ` (${step.id})`;
  const changes = step.action === 'change' ? step.changes : [];
  return [
    `    ${signs[step.action]} page ${step.url}${id}`,
    ...changes.map((change) => `        ${changeText(change)}`),
  ];
}

const changeText = ({ path, from, to }: Change): string =>
  `${path.join('.')}: ${valueText(from)} → ${valueText(to)}`;

function valueText(value: unknown): string {
  if (value === undefined) return 'default';
  const text = JSON.stringify(value);
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}

/** Whether a step changes nothing. */
export const isIdle = (step: ScheduleStep): boolean =>
  step.action === 'keep' ||
  (step.action === 'change' &&
    step.changes.length === 0 &&
    step.items.every(({ action }) => action === 'keep'));

/** Returns a sentence with the numbers of schedules. */
export function summaryOf(
  steps: ScheduleStep[],
  words: Record<'create' | 'change' | 'delete', string>,
): string {
  const active = steps.filter((step) => !isIdle(step));
  const count = (wanted: string) => active.filter(({ action }) => action === wanted).length;
  const { create, change, delete: remove } = words;
  return active.length === 0
    ? 'No changes.'
    : `${count('create')} ${create}, ${count('change')} ${change}, ${count('delete')} ${remove}.`;
}

/** Returns what only `--prune` deletes; null if there is nothing. */
export function keptText(steps: ScheduleStep[]): string | null {
  const schedules = steps.filter(({ action }) => action === 'keep').length;
  const pages = steps
    .flatMap((step) => (step.action === 'change' ? step.items : []))
    .filter(({ action }) => action === 'keep').length;
  if (schedules + pages === 0) return null;
  return `Not in the file: schedules: ${schedules}; pages of other schedules: ${pages}. --prune deletes them.`;
}

/** The steps as `--json` prints them. */
export const stepsAsJson = (steps: ScheduleStep[]): object[] =>
  steps
    .filter((step) => !isIdle(step))
    .map((step) => {
      if (step.action === 'create') return { action: step.action, name: step.name };
      const { action, name, before } = step;
      if (step.action !== 'change') return { action, id: before.id, name };
      const items = step.items.filter((item) => item.action !== 'keep').map(itemAsJson);
      return { action, id: before.id, name, changes: step.changes.map(changeAsJson), items };
    });

function itemAsJson(step: ItemStep): object {
  if (step.action === 'create') return { action: step.action, url: step.url };
  const { action, id, url } = step;
  return { action, id, url, ...(step.action === 'change' && { changes: step.changes.map(changeAsJson) }) };
}

const changeAsJson = ({ path, from = null, to = null }: Change) => ({ field: path.join('.'), from, to });
