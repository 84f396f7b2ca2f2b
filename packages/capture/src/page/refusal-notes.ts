import type { CountedProblem } from '@shotclock/egress';

/** Maximum number of refusals in the notes; a hostile page can cause thousands. */
const maxNamed = 5;

/** Returns sentences for the screenshot's description about the refusals of an egress session. */
export function refusalNotes(refusals: readonly CountedProblem[]): string[] {
  const sentences = refusals.slice(0, maxNamed).map(({ host, port, reason, count }) => {
    const times = count === 1 ? '' : ` ${count} times`;
    const connection = host === null ? '' : ` to ${host}:${port}`;
    return `A connection${connection} was refused${times}: ${reason}.`;
  });
  const more = refusals.slice(maxNamed);
  if (more.length === 0) return sentences;
  const hosts = more.filter(({ host }) => host !== null).length;
  const number = hosts === more.length ? hosts : `at least ${hosts}`;
  return [...sentences, `Connections to ${number} more hosts were refused.`];
}
