import type { Page, Schedule, ScheduleExecution, Screenshot, ScreenshotActivity } from '@shotclock/contracts';
import { eventually } from '@shotclock/testing';

/** What a consumer does with the API, through HTTP only. */
export function restClient(origin: string) {
  const base = `${origin}/api/v1`;
  async function read<T>(path: string): Promise<T> {
    const answer = await fetch(`${base}${path}`);
    if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
  return {
    read,
    async post<T>(path: string, body: unknown, status: number): Promise<T> {
      const answer = await fetch(`${base}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      if (answer.status !== status) throw new Error(`POST ${path}: ${answer.status} ${text}`);
      return JSON.parse(text) as T;
    },
    schedule: (id: number) => read<Schedule>(`/schedules/${id}`),
    executions: async (scheduleId: number) =>
      (await read<Page<ScheduleExecution>>(`/schedules/${scheduleId}/executions?size=200`)).content,
    /** Follows the schedule's only execution until it has ended. */
    endOfExecution: (scheduleId: number, timeoutMs: number) =>
      eventually(
        async () => {
          const { content } = await read<Page<ScheduleExecution>>(`/schedules/${scheduleId}/executions`);
          return content[0] && content[0].status !== 'PROCESSING' ? content[0] : undefined;
        },
        { timeoutMs, what: `the execution of schedule ${scheduleId} to end` },
      ),
    /** The screenshots of one execution, found by the activity feed. */
    async screenshotsOf(executionId: number): Promise<Screenshot[]> {
      const feed = await read<Page<ScreenshotActivity>>(
        '/activity/screenshots?source=SCHEDULED_SCREENSHOT&size=200',
      );
      const all = await Promise.all(
        feed.content.map((one) => read<Screenshot>(`/screenshots/${one.screenshotId}`)),
      );
      return all.filter((one) => one.scheduleExecutionId === executionId);
    },
    async bytes(url: string): Promise<Buffer> {
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(`GET ${url}: ${answer.status}`);
      return Buffer.from(await answer.arrayBuffer());
    },
  };
}
