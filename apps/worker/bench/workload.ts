export const viewport = { width: 1_280, height: 800 } as const;

/** What one batch captures. `quality` applies to JPEG. */
export type Workload = {
  name: string;
  path: '/small' | '/long';
  fullPage: boolean;
  format: 'png' | 'jpeg';
  quality: number;
  /** Captures per batch. */
  count: number;
};

const small = { path: '/small', fullPage: false, quality: 80, count: 20 } as const;
const long = { path: '/long', fullPage: true, quality: 80, count: 6 } as const;

export const workloads: readonly Workload[] = [
  { name: 'small, PNG', ...small, format: 'png' },
  { name: 'small, JPEG', ...small, format: 'jpeg' },
  { name: 'long, PNG', ...long, format: 'png' },
  { name: 'long, JPEG', ...long, format: 'jpeg' },
];

export type Order = Workload & { url: string; concurrency: number };

/** One way to take captures, in a separate process with a warm browser. */
export type Contestant = {
  name: string;
  /** The root of the process tree that is measured. */
  pid: number;
  /**
   * Prepares the captures of an order. The returned function takes the captures. It resolves when all captures are done,
   * and rejects if one fails.
   */
  prepare(order: Order): Promise<() => Promise<void>>;
  close(): Promise<void>;
};
