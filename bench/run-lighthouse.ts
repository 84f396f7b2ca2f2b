import lighthouse, { desktopConfig } from 'lighthouse';

/** Scores from 0 to 100 by category, the metrics behind the performance score, and the audits that did not pass. */
export type Report = { scores: Record<string, number>; metrics: Record<string, string>; findings: string[] };

const metrics = {
  'first-contentful-paint': 'first contentful paint',
  'largest-contentful-paint': 'largest contentful paint',
  'total-blocking-time': 'total blocking time',
  'cumulative-layout-shift': 'cumulative layout shift',
  'speed-index': 'speed index',
};

/**
 * Runs Lighthouse with its own settings for phones or desktop computers, in the browser whose DevTools listen on `port`.
 */
export async function runLighthouse(url: string, device: 'phone' | 'desktop', port: number): Promise<Report> {
  const onlyCategories = ['performance', 'accessibility', 'best-practices'];
  const result = await lighthouse(
    url,
    { port, onlyCategories, logLevel: 'error' },
    device === 'desktop' ? desktopConfig : undefined,
  );
  if (!result) throw new Error('Lighthouse returned no result.');
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(runtimeError.message);
  const scores = Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]);
  const values = Object.entries(metrics).map(([id, name]) => [name, audits[id]?.displayValue ?? '']);
  const findings = Object.values(audits)
    .filter(({ score }) => score !== null && score < 0.9)
    .map(({ id, title, displayValue = '', details }) =>
      [id, title, displayValue, ...snippetsOf(details)].join(' '),
    );
  return { scores: Object.fromEntries(scores), metrics: Object.fromEntries(values), findings };
}

/** The elements that an audit refers to. */
const snippetsOf = (details: unknown): string[] => {
  const { items = [] } = (details ?? {}) as { items?: { node?: { snippet?: string } }[] };
  return items.flatMap(({ node }) => node?.snippet ?? []);
};
