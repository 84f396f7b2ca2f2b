// The order of waiting conversions. It depends on how long the conversions of each owner took, not on how many there
// were: the owner with the fewest running conversions is next; ties go to the owner that has used the least time
// recently. An owner's clients are also ordered by the time they have used. Among a client's conversions, the one with
// the shortest estimated duration is next; each second of waiting reduces the estimate by one second.

export type ConversionClient = {
  name: string;
  /** Maximum number of waiting conversions for the client. */
  maxWaiting: number;
};

export type Turn = {
  /** The party that images are converted for, such as an account. */
  owner: number;
  /**
   * The link and the IP address of a request without a key. Empty for a request by the owner, which is treated like a
   * client that has used no time.
   */
  clients: readonly ConversionClient[];
  /** Estimated duration in seconds. */
  seconds: number;
};

/** Used time decays with this half-life. */
const halfLifeMs = 60_000;

/** Used times below this value are negligible and are removed. */
const forgottenMs = 0.01;

type Used = { ms: number; at: number };

export type UsedTime = {
  /** Recently used milliseconds. */
  of(name: string): number;
  add(name: string, ms: number): void;
};

export function createUsedTime(now: () => number = performance.now.bind(performance)): UsedTime {
  /** Ordered by the time of their last change. */
  const used = new Map<string, Used>();
  const current = ({ ms, at }: Used) => ms * 2 ** ((at - now()) / halfLifeMs);
  return {
    of(name) {
      const found = used.get(name);
      return found ? current(found) : 0;
    },
    add(name, ms) {
      const before = this.of(name);
      used.delete(name);
      used.set(name, { ms: before + ms, at: now() });
      for (const [other, found] of used) {
        if (current(found) >= forgottenMs) break;
        used.delete(other);
      }
    },
  };
}

/** Keys for owners and clients, which share one map. */
export const ownerName = (owner: number) => `owner ${owner}`;
export const clientName = (owner: number, { name }: ConversionClient) => `client ${owner} ${name}`;

type Waiting = Turn & { since: number };

/** Compares two waiting conversions. Returns a negative number if `one` goes first. */
export function compareTurns(
  one: Waiting,
  other: Waiting,
  { used, runningOf }: { used: UsedTime; runningOf: (owner: number) => number },
): number {
  const ofOwner = ({ owner }: Turn) => used.of(ownerName(owner));
  const ofClients = ({ owner, clients }: Turn) =>
    Math.max(0, ...clients.map((client) => used.of(clientName(owner, client))));
  const left = ({ seconds, since }: Waiting) => seconds * 1_000 + since;
  return (
    runningOf(one.owner) - runningOf(other.owner) ||
    (one.owner === other.owner ? 0 : ofOwner(one) - ofOwner(other)) ||
    ofClients(one) - ofClients(other) ||
    left(one) - left(other)
  );
}
