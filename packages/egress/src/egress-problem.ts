/**
 * Why a connection came to nothing. `refused` and `over_limit` are this package's decision; the others are the
 * network's or the site's.
 */
export type EgressProblemCode =
  | 'refused'
  | 'over_limit'
  | 'name_not_found'
  | 'resolver_failed'
  | 'connection_refused'
  | 'timed_out'
  | 'unreachable'
  | 'bad_answer';

/** `reason` is a sentence without its full stop, safe to show: it never tells what a name resolved to. */
export type EgressProblem = { code: EgressProblemCode; host: string; port: number; reason: string };
export type CountedProblem = EgressProblem & { count: number };

export class EgressError extends Error {
  readonly problem: EgressProblem;

  constructor(problem: EgressProblem, options?: ErrorOptions) {
    super(problem.reason, options);
    this.name = 'EgressError';
    this.problem = problem;
  }
}

export function isRefusal({ code }: EgressProblem): boolean {
  return code === 'refused' || code === 'over_limit';
}

/** A hostile page can name any number of hosts; past this many, the rest are counted together. */
const distinctProblems = 100;

export type ProblemLog = {
  add(problem: EgressProblem): void;
  all(): readonly CountedProblem[];
};

export function openProblemLog(): ProblemLog {
  const counted = new Map<string, CountedProblem>();
  return {
    add(problem) {
      const key = `${problem.code} ${problem.host} ${problem.port}`;
      const full = counted.size >= distinctProblems && !counted.has(key);
      const slot = full ? `${problem.code} others` : key;
      const known = counted.get(slot);
      if (known) known.count += 1;
      else counted.set(slot, { ...problem, ...(full && { host: '(others)', port: 0 }), count: 1 });
    },
    all: () => [...counted.values()].map((problem) => ({ ...problem })),
  };
}
