/** The observations of a tour. */
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

/** A tour of twelve operations of the API at `origin` by a generated client. `settleCaptures` acts as the worker. */
export type Tour = (origin: string, settleCaptures: () => Promise<unknown>) => Promise<Findings>;
