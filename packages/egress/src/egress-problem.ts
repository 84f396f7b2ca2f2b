/**
 * Why a connection failed. `refused` and `over_limit` are decisions by the egress guard. All other codes are errors in
 * the network or on the site.
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

/** `reason` is a sentence without a full stop. It is safe to show to clients, because it never contains the addresses of a name. */
export type EgressProblem = { code: EgressProblemCode; host: string; port: number; reason: string };
/** A problem with connections whose hosts are either unknown or too many to list. */
type HostlessProblem = { code: EgressProblemCode; host: null; port: null; reason: string };
export type CountedProblem = (EgressProblem | HostlessProblem) & { count: number };

/** The rule that refused a connection: a policy rule or a limit. */
export type EgressRule =
  | 'host'
  | 'own_address'
  | 'private_address'
  | 'mixed_addresses'
  | 'received_bytes'
  | 'sent_bytes'
  | 'connections'
  | 'open_connections'
  | 'process_connections'
  | 'names'
  | 'proxy_clients';

export class EgressError extends Error {
  readonly problem: EgressProblem;
  /** Set only for refusals. */
  readonly rule: EgressRule | undefined;

  constructor(problem: EgressProblem, options: ErrorOptions & { rule?: EgressRule } = {}) {
    super(problem.reason, options);
    this.name = 'EgressError';
    this.problem = problem;
    this.rule = options.rule;
  }
}

/** The capture blocks this host. The client has requested this, so it is not included in logs or metrics. */
export class BlockedError extends Error {
  override readonly name = 'BlockedError';
}

export function isRefusal({ code }: Pick<EgressProblem, 'code'>): boolean {
  return code === 'refused' || code === 'over_limit';
}

/**
 * A hostile page can request any number of hosts. Beyond this number of distinct problems, additional ones are counted
 * together for each code or limit.
 */
const maxDistinctProblems = 100;

export type ProblemLog = {
  add(problem: EgressProblem | HostlessProblem): void;
  all(): readonly CountedProblem[];
};

export function createProblemLog(): ProblemLog {
  const counted = new Map<string, CountedProblem>();
  return {
    add(problem) {
      const isFull = counted.size >= maxDistinctProblems && !counted.has(keyOf(problem));
      const entry = isFull ? withoutHost(problem) : problem;
      const known = counted.get(keyOf(entry));
      if (known) known.count += 1;
      else counted.set(keyOf(entry), { ...entry, count: 1 });
    },
    all: () => [...counted.values()].map((problem) => ({ ...problem })),
  };
}

function keyOf({ code, host, port, reason }: EgressProblem | HostlessProblem): string {
  return host === null ? `${code} ${reason}` : `${code} ${host} ${port}`;
}

function withoutHost({ code, reason }: EgressProblem | HostlessProblem): HostlessProblem {
  const hostless = { code, host: null, port: null };
  // The reason describes a limit and does not contain a host.
  if (code === 'over_limit') return { ...hostless, reason };
  if (code === 'refused') return { ...hostless, reason: 'the egress policy does not allow its host or port' };
  return { ...hostless, reason: 'connections to further hosts failed' };
}
