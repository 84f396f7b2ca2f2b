/**
 * Why a connection failed. `refused` and `over_limit` are decisions of the egress guard. The other codes are errors of the
 * network or the site.
 */
export type EgressProblemCode =
  | 'refused'
  | 'over_limit'
  | 'name_not_found'
  | 'resolver_failed'
  | 'connection_refused'
  | 'timed_out'
  | 'unreachable'
  | 'invalid_response';

/** `reason` is a sentence without a full stop. It is safe to show to clients: it never contains the addresses of a name. */
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

/** A hostile page can request any number of hosts. Beyond this limit, problems are counted together per code. */
const maxDistinctProblems = 100;

export type ProblemLog = {
  add(problem: EgressProblem): void;
  all(): readonly CountedProblem[];
};

export function createProblemLog(): ProblemLog {
  const counted = new Map<string, CountedProblem>();
  return {
    add(problem) {
      const key = `${problem.code} ${problem.host} ${problem.port}`;
      const isFull = counted.size >= maxDistinctProblems && !counted.has(key);
      const entryKey = isFull ? `${problem.code} others` : key;
      const known = counted.get(entryKey);
      if (known) known.count += 1;
      else counted.set(entryKey, { ...problem, ...(isFull && { host: '(others)', port: 0 }), count: 1 });
    },
    all: () => [...counted.values()].map((problem) => ({ ...problem })),
  };
}
