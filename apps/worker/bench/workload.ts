export const viewport = { width: 1_280, height: 800 } as const;

/** What is captured in one batch. `quality` is of JPEG. */
export type Workload = {
  name: string;
  path: '/small' | '/long';
  fullPage: boolean;
  format: 'png' | 'jpeg';
  quality: number;
  /** Captures of one batch. */
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

/** One way to make captures, in a process of its own, warm. */
export type Contestant = {
  name: string;
  /** Of the process whose tree is measured. */
  pid: number;
  /**
   * Gets ready for the captures of an order. What it answers makes them, and resolves when all are done.
   * @throws Error, later, when one fails
   */
  prepare(order: Order): Promise<() => Promise<void>>;
  close(): Promise<void>;
};
