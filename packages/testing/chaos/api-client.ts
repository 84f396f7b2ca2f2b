export type Answer = { status: number; body: unknown };
export type Requested = { body?: unknown; headers?: Record<string, string>; timeoutMs?: number };
export type ItemSettings = { url: string } & Record<string, unknown>;
export type NewSchedule = {
  name?: string;
  schedule: Record<string, unknown>;
  items: ItemSettings[];
  policy?: Record<string, unknown>;
};

/** The API requests that faults send. */
export type ApiClient = {
  /** Sends any request. @throws Error if no response is received within `timeoutMs` (30 s by default) */
  request(method: string, path: string, options?: Requested): Promise<Answer>;
  createSchedule(schedule: NewSchedule): Promise<{ id: number; items: { id: number }[] }>;
  /** Starts a run. */
  run(scheduleId: number): Promise<{ id: number }>;
  /** Requests a capture without waiting for it. */
  capture(item: ItemSettings): Promise<{ id: number }>;
};

const defaultTimeoutMs = 30_000;
/** A small viewport, which is cheap to render. */
export const small = { width: 320, height: 240 } as const;

/** A schedule that captures each URL once, at `at`. */
export const onceAt = (at: Date, urls: readonly string[], policy?: Record<string, unknown>): NewSchedule => ({
  schedule: { type: 'ONCE', firstRunAt: at.toISOString() },
  items: urls.map((url) => ({ url, ...small })),
  ...(policy ? { policy } : {}),
});

export function createApiClient(origin: string): ApiClient {
  async function request(method: string, path: string, options: Requested = {}): Promise<Answer> {
    const { body, headers = {}, timeoutMs = defaultTimeoutMs } = options;
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  }

  async function expected<T>(status: number, method: string, path: string, options: Requested): Promise<T> {
    const response = await request(method, path, options);
    if (response.status !== status)
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
    return response.body as T;
  }

  return {
    request,
    createSchedule: ({ name = 'chaos', ...schedule }) =>
      expected(201, 'POST', '/schedules', { body: { name, ...schedule } }),
    run: (id) => expected(202, 'POST', `/schedules/${id}/run`, {}),
    capture: (item) =>
      expected(202, 'POST', '/screenshots', { body: item, headers: { prefer: 'respond-async' } }),
  };
}
