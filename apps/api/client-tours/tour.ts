/** What a tour observed. */
export type Findings = {
  renamed: string;
  items: number;
  accepted: number;
  feed: string[];
  imageBytes: number;
  execution: string | undefined;
  toppedUp: number;
  deleted: number;
  problem: string | undefined;
};

/** A tour of twelve operations with a generated client for the API at `origin`. `settleCaptures` acts as the worker. */
export type Tour = (origin: string, settleCaptures: () => Promise<unknown>) => Promise<Findings>;
